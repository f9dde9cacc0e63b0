package dev.tamis.sstable;

import dev.tamis.storage.FieldWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the data blocks of one index partition; the layout is in {@link IndexPartition}. */
final class IndexPartitionBuilder {
  private static final int BYTES_PER_ENTRY = 6;

  private final List<byte[]> keys = new ArrayList<>();
  private long[] sequences = new long[64];
  private int[] lengths = new int[64];
  private boolean[] large = new boolean[64];
  private int firstBlock;
  private long firstOffset;
  private int sizeBytes;

  void add(
      byte[] separator, long sequence, int block, long offset, int storedBytes, boolean isLarge) {
    int i = keys.size();
    if (i == sequences.length) {
      sequences = Arrays.copyOf(sequences, 2 * i);
      lengths = Arrays.copyOf(lengths, 2 * i);
      large = Arrays.copyOf(large, 2 * i);
    }
    if (i == 0) {
      firstBlock = block;
      firstOffset = offset;
    }
    keys.add(separator);
    sequences[i] = sequence;
    lengths[i] = storedBytes;
    large[i] = isLarge;
    sizeBytes += separator.length + BYTES_PER_ENTRY;
  }

  boolean isEmpty() {
    return keys.isEmpty();
  }

  /** About how large the payload will be, the shared prefix not yet taken off. */
  int sizeBytes() {
    return sizeBytes;
  }

  byte[] lastSeparator() {
    return keys.get(keys.size() - 1);
  }

  long lastSequence() {
    return sequences[keys.size() - 1];
  }

  byte[] encode() {
    FieldWriter out = new FieldWriter(sizeBytes);
    out.putVarint(firstBlock).putVarint(firstOffset);
    Separators.encode(out, keys, sequences);
    for (int i = 0; i < keys.size(); i++) {
      out.putVarint((long) lengths[i] << 1 | (large[i] ? 1 : 0));
    }
    return out.toByteArray();
  }

  void clear() {
    keys.clear();
    sizeBytes = 0;
  }
}
