package dev.tamis.bench.filter;

import dev.tamis.filter.BloomMath;
import dev.tamis.filter.ConcurrentLineFilter;
import dev.tamis.filter.FilterPartition;
import dev.tamis.filter.FilterPartitionBuilder;
import dev.tamis.filter.KeyHash;
import dev.tamis.filter.SplitLine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The filters of the module {@code filter}. All take the key's hash. */
final class TamisKinds {
  private TamisKinds() {}

  /** Memory of so many lines, each in one line of the cache. */
  static ByteBuffer lines(int count) {
    return ByteBuffer.allocateDirect((count + 1) * SplitLine.BYTES)
        .alignedSlice(SplitLine.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A filter behind the one hash of a key. */
  private abstract static class Hashed implements BuiltFilter {
    private final KeyHash hash;

    Hashed(KeyHash hash) {
      this.hash = hash;
    }

    @Override
    public boolean mightContain(byte[] key) {
      return mightContain(hash.hash(key));
    }

    @Override
    public boolean takesHashes() {
      return true;
    }
  }

  /** The partition of a table: built from collected hashes, read in aligned direct memory. */
  record Partition(KeyHash hash) implements FilterKind {
    @Override
    public String name() {
      return FilterKinds.PARTITION;
    }

    @Override
    public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
      FilterPartitionBuilder builder = new FilterPartitionBuilder(hash);
      byte[] key = new byte[ProbeKeys.KEY_BYTES];
      for (long i = 0; i < keys.count(); i++) {
        keys.write(i, key);
        builder.add(hash.hash(key));
      }
      byte[] partition = builder.build(bitsPerKey, 0);
      int lines = (partition.length - FilterPartition.HEADER_BYTES) / SplitLine.BYTES;
      ByteBuffer memory = lines(lines);
      memory.put(0, partition, FilterPartition.HEADER_BYTES, lines * SplitLine.BYTES);
      return new BuiltPartition(hash, memory, lines, builder.keyCount());
    }
  }

  private static final class BuiltPartition extends Hashed {
    private final ByteBuffer memory;
    private final int lines;
    private final int keys;

    BuiltPartition(KeyHash hash, ByteBuffer memory, int lines, int keys) {
      super(hash);
      this.memory = memory;
      this.lines = lines;
      this.keys = keys;
    }

    @Override
    public boolean mightContain(long hash) {
      return SplitLine.mightContain(memory, 0, lines, hash);
    }

    @Override
    public long bytes() {
      return (long) lines * SplitLine.BYTES;
    }

    @Override
    public double expectedRate() {
      return BloomMath.splitLineRate(keys, lines);
    }
  }

  /** The memtable's: keys are added while it is read. */
  record Memtable(KeyHash hash) implements FilterKind {
    @Override
    public String name() {
      return "Tamis concurrent line";
    }

    @Override
    public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
      int count = Math.toIntExact(keys.count());
      ConcurrentLineFilter filter = new ConcurrentLineFilter(count, bitsPerKey);
      byte[] key = new byte[ProbeKeys.KEY_BYTES];
      for (int i = 0; i < count; i++) {
        keys.write(i, key);
        filter.add(hash.hash(key));
      }
      return new BuiltMemtable(hash, filter, count);
    }
  }

  private static final class BuiltMemtable extends Hashed {
    private final ConcurrentLineFilter filter;
    private final int keys;

    BuiltMemtable(KeyHash hash, ConcurrentLineFilter filter, int keys) {
      super(hash);
      this.filter = filter;
      this.keys = keys;
    }

    @Override
    public boolean mightContain(long hash) {
      return filter.mightContain(hash);
    }

    @Override
    public long bytes() {
      return filter.sizeBytes();
    }

    @Override
    public double expectedRate() {
      return BloomMath.splitLineRate(keys, Math.toIntExact(filter.sizeBytes() / SplitLine.BYTES));
    }
  }
}
