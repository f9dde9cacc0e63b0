package dev.tamis.sstable;

import dev.tamis.filter.KeyHash;
import dev.tamis.micro.Entries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Encoded data blocks of 4 KB, as a table of the last level holds them: about 34 entries of 16 and
 * 100 bytes each, all of sequence 0.
 */
final class Blocks {
  static final KeyHash HASH = KeyHash.xxh64(42);

  /**
   * One block.
   *
   * @param payload the encoded bytes and the slack that a decoded block needs
   * @param length of the encoded bytes
   * @param keys that are in it
   */
  @SuppressWarnings("ArrayRecordComponent") // never modified
  record Encoded(byte[] payload, int length, List<byte[]> keys) {

    DataBlock decode() {
      try {
        return DataBlock.decode("block", 0, payload, length);
      } catch (java.io.IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Blocks() {}

  /** So many blocks, one behind the other in the key space. */
  static List<Encoded> build(int blockCount) {
    int blockBytes = TableOptions.DEFAULT.blockSizeBytes();
    int mostEntries = blockCount * blockBytes / (Entries.KEY_BYTES + Entries.VALUE_BYTES);
    List<Encoded> blocks = new ArrayList<>();
    DataBlockBuilder builder = new DataBlockBuilder();
    List<byte[]> keys = new ArrayList<>();
    for (byte[] key : Entries.sortedKeys(0, mostEntries)) {
      if (builder.sizeWith(key, 0, key.length, 0, Entries.VALUE_BYTES) > blockBytes) {
        blocks.add(encode(builder, keys));
        keys = new ArrayList<>();
      }
      int fingerprint = KeyHash.fingerprint(HASH.hash(key));
      int value = Entries.valueOffset(key[0]);
      builder.add(
          key,
          0,
          key.length,
          0,
          EntryKind.PUT,
          Entries.values(),
          value,
          Entries.VALUE_BYTES,
          fingerprint);
      keys.add(key);
    }
    blocks.add(encode(builder, keys));
    return blocks;
  }

  private static Encoded encode(DataBlockBuilder builder, List<byte[]> keys) {
    int length = builder.encode();
    byte[] payload = Arrays.copyOf(builder.encoded(), length + TableFormat.SLACK_BYTES);
    builder.clear();
    return new Encoded(payload, length, keys);
  }
}
