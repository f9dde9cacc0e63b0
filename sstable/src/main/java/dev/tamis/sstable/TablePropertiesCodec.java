package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FieldReader;
import dev.tamis.storage.FieldWriter;

/**
 * The properties block. What the footer knows (sizes of sections, file id) is not repeated.
 *
 * <pre>
 *   u8 hash id, u64 hash seed,
 *   varints: entries, tombstones, distinct keys, smallest sequence, largest sequence,
 *            raw key bytes, raw value bytes, data blocks, filter partitions, index partitions,
 *   u64 filter bits per key and u64 expected filter rate (IEEE 754),
 *   first key and last key, each varint length and bytes
 * </pre>
 *
 * @param properties what the table says about itself
 * @param hashId hash that fingerprints and filter were made with
 * @param hashSeed its seed
 */
record TablePropertiesCodec(TableProperties properties, int hashId, long hashSeed) {

  byte[] encode() {
    TableProperties p = properties;
    return new FieldWriter(256)
        .putByte(hashId)
        .putLong(hashSeed)
        .putVarint(p.entries())
        .putVarint(p.tombstones())
        .putVarint(p.distinctKeys())
        .putVarint(p.smallestSequence())
        .putVarint(p.largestSequence())
        .putVarint(p.rawKeyBytes())
        .putVarint(p.rawValueBytes())
        .putVarint(p.dataBlocks())
        .putVarint(p.filterPartitions())
        .putVarint(p.indexPartitions())
        .putLong(Double.doubleToRawLongBits(p.filterBitsPerKey()))
        .putLong(Double.doubleToRawLongBits(p.expectedFilterRate()))
        .putSized(p.firstKey())
        .putSized(p.lastKey())
        .toByteArray();
  }

  static TablePropertiesCodec decode(FieldReader in, Footer footer) throws CorruptionException {
    int hashId = in.readByte("hash id");
    long hashSeed = in.readLong("hash seed");
    long entries = in.readVarint("entries");
    long tombstones = in.readVarint("tombstones");
    long distinctKeys = in.readVarint("distinct keys");
    long smallestSequence = in.readVarint("smallest sequence");
    long largestSequence = in.readVarint("largest sequence");
    long rawKeyBytes = in.readVarint("raw key bytes");
    long rawValueBytes = in.readVarint("raw value bytes");
    // Every block takes more than a trailer's bytes in the file; slot arrays rest on these numbers.
    int dataBlocks = in.readVarint("data blocks", most(footer.dataEnd()));
    int filterPartitions = in.readVarint("filter partitions", most(footer.filterLength()));
    int indexPartitions = in.readVarint("index partitions", most(footer.indexLength()));
    double bitsPerKey = Double.longBitsToDouble(in.readLong("filter bits per key"));
    double rate = Double.longBitsToDouble(in.readLong("expected filter rate"));
    byte[] firstKey = in.readSized("first key", TableFormat.MAX_KEY_BYTES);
    byte[] lastKey = in.readSized("last key", TableFormat.MAX_KEY_BYTES);
    in.expectEnd("properties");
    if (!(bitsPerKey >= 0) || !(rate >= 0 && rate <= 1)) {
      throw in.corrupt("filter figures", "bits of at least 0, a rate of 0 to 1", bitsPerKey);
    }
    TableProperties properties =
        new TableProperties(
            footer.fileId(),
            footer.fileSize(),
            entries,
            tombstones,
            distinctKeys,
            firstKey,
            lastKey,
            smallestSequence,
            largestSequence,
            rawKeyBytes,
            rawValueBytes,
            footer.dataEnd(),
            footer.filterLength(),
            footer.indexLength() + footer.topIndexLength(),
            dataBlocks,
            filterPartitions,
            indexPartitions,
            bitsPerKey,
            rate);
    return new TablePropertiesCodec(properties, hashId, hashSeed);
  }

  private static int most(long sectionBytes) {
    return (int) Math.min(Integer.MAX_VALUE / 2, sectionBytes / TableFormat.TRAILER_BYTES);
  }
}
