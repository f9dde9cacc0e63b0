package dev.tamis.bench.filter;

import dev.tamis.filter.KeyHash;
import dev.tamis.filter.SplitLine;
import java.nio.ByteBuffer;

/** What every filter has to pay anyway: making the key, hashing it, reading memory. */
final class ReferenceKinds {
  private ReferenceKinds() {}

  /** Not a filter: it says "maybe" always and has no rate. */
  private interface NoFilter extends BuiltFilter {
    @Override
    default double expectedRate() {
      return Double.NaN;
    }
  }

  /** The key is made and looked at. */
  record KeyAlone() implements FilterKind {
    @Override
    public String name() {
      return FilterKinds.KEY;
    }

    @Override
    public boolean dependsOnBits() {
      return false;
    }

    @Override
    public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
      byte[] key = new byte[ProbeKeys.KEY_BYTES];
      long seen = 0;
      for (long i = 0; i < keys.count(); i++) {
        keys.write(i, key);
        seen |= ProbeKeys.asLong(key);
      }
      return new BuiltKeyAlone(seen);
    }
  }

  private record BuiltKeyAlone(long seen) implements NoFilter {
    @Override
    public boolean mightContain(byte[] key) {
      return (ProbeKeys.asLong(key) | seen) != 0;
    }

    @Override
    public long bytes() {
      return 0;
    }
  }

  /** The key is made and hashed. */
  record HashAlone(KeyHash hash) implements FilterKind {
    @Override
    public String name() {
      return FilterKinds.HASH;
    }

    @Override
    public boolean dependsOnBits() {
      return false;
    }

    @Override
    public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
      byte[] key = new byte[ProbeKeys.KEY_BYTES];
      long seen = 0;
      for (long i = 0; i < keys.count(); i++) {
        keys.write(i, key);
        seen |= hash.hash(key);
      }
      return new BuiltHashAlone(hash, seen);
    }
  }

  private record BuiltHashAlone(KeyHash hash, long seen) implements NoFilter {
    @Override
    public boolean mightContain(byte[] key) {
      return (hash.hash(key) | seen) != 0;
    }

    @Override
    public long bytes() {
      return 0;
    }
  }

  /** One word of a random line is read, of as much memory as a line filter has. */
  record LineAlone(KeyHash hash) implements FilterKind {
    @Override
    public String name() {
      return FilterKinds.LINE;
    }

    @Override
    public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
      int lines =
          (int) Math.max(1, Math.ceil(keys.count() * bitsPerKey / Byte.SIZE / SplitLine.BYTES));
      ByteBuffer memory = TamisKinds.lines(lines);
      for (int line = 0; line < lines; line++) {
        memory.put(line * SplitLine.BYTES, (byte) 1); // untouched pages would all be one zero page
      }
      return new BuiltLineAlone(hash, memory, lines);
    }
  }

  private record BuiltLineAlone(KeyHash hash, ByteBuffer memory, int lines) implements NoFilter {
    @Override
    public boolean mightContain(byte[] key) {
      return mightContain(hash.hash(key));
    }

    @Override
    public boolean takesHashes() {
      return true;
    }

    @Override
    public boolean mightContain(long hash) {
      return memory.getLong(SplitLine.lineOf(hash, lines) * SplitLine.BYTES) != 0;
    }

    @Override
    public boolean takesBatches() {
      return true;
    }

    @Override
    public int countPositives(long[] hashes, int from, int to) {
      long sum = 0;
      for (int i = from; i < to; i++) {
        sum += memory.getLong(SplitLine.lineOf(hashes[i], lines) * SplitLine.BYTES);
      }
      return (int) sum;
    }

    @Override
    public long bytes() {
      return (long) lines * SplitLine.BYTES;
    }
  }
}
