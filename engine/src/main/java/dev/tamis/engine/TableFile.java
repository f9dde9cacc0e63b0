package dev.tamis.engine;

import dev.tamis.sstable.ReadCounters;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.TableProperties;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FieldReader;
import dev.tamis.storage.FieldWriter;
import java.util.Arrays;

/**
 * What the manifest knows of a table: enough to choose the tables a read or a compaction needs
 * without opening any, and to notice when a file is not the one that was written.
 *
 * <p>{@code smallest} and {@code largest} bound what the table can have an effect on. They are
 * fields of their own, not "the first and the last key", so that a table may one day cover a range
 * it has no entry at the ends of.
 *
 * @param number names the file
 * @param fileId random id in the file itself
 * @param sizeBytes exact length of the file
 * @param smallest lower bound of the user keys, inclusive
 * @param largest upper bound of the user keys, inclusive
 * @param smallestSequence of its entries, as they were before any was set to 0
 * @param largestSequence likewise
 * @param entries versions and tombstones
 * @param tombstones of these
 * @param distinctKeys user keys
 * @param filterBytes bytes of filter partitions
 * @param filterBitsPerKey bits of filter lines for each user key, 0 without a filter
 * @param expectedFilterRate false-positive rate from the sizes, 1 without a filter
 */
@SuppressWarnings("ArrayRecordComponent") // keys are byte arrays everywhere; never modified
record TableFile(
    long number,
    long fileId,
    long sizeBytes,
    byte[] smallest,
    byte[] largest,
    long smallestSequence,
    long largestSequence,
    long entries,
    long tombstones,
    long distinctKeys,
    long filterBytes,
    double filterBitsPerKey,
    double expectedFilterRate) {

  static TableFile of(long number, TableProperties properties) {
    return new TableFile(
        number,
        properties.fileId(),
        properties.sizeBytes(),
        properties.firstKey(),
        properties.lastKey(),
        properties.smallestSequence(),
        properties.largestSequence(),
        properties.entries(),
        properties.tombstones(),
        properties.distinctKeys(),
        properties.filterBytes(),
        properties.filterBitsPerKey(),
        properties.expectedFilterRate());
  }

  String name() {
    return FileNames.table(number);
  }

  /** Whether the table may hold a key in {@code [from, to]}; {@code null} means unbounded. */
  boolean overlaps(byte[] from, byte[] to) {
    return (to == null || KeyOrder.compare(smallest, to) <= 0)
        && (from == null || KeyOrder.compare(largest, from) >= 0);
  }

  /** Whether the table may hold a key. */
  boolean mayHold(byte[] key) {
    return KeyOrder.compare(key, smallest) >= 0 && KeyOrder.compare(key, largest) <= 0;
  }

  /** Whether a rewrite at the bottom would make the table smaller: it has something to forget. */
  boolean hasGarbage() {
    return tombstones > 0 || entries > distinctKeys;
  }

  void encode(FieldWriter out) {
    out.putVarint(number)
        .putLong(fileId)
        .putVarint(sizeBytes)
        .putSized(smallest)
        .putSized(largest)
        .putVarint(smallestSequence)
        .putVarint(largestSequence)
        .putVarint(entries)
        .putVarint(tombstones)
        .putVarint(distinctKeys)
        .putVarint(filterBytes)
        .putLong(Double.doubleToRawLongBits(filterBitsPerKey))
        .putLong(Double.doubleToRawLongBits(expectedFilterRate));
  }

  static TableFile decode(FieldReader in) throws CorruptionException {
    return new TableFile(
        in.readVarint("table number"),
        in.readLong("table file id"),
        in.readVarint("table size"),
        in.readSized("table smallest key", KeyOrder.MAX_KEY_BYTES),
        in.readSized("table largest key", KeyOrder.MAX_KEY_BYTES),
        in.readVarint("table smallest sequence"),
        in.readVarint("table largest sequence"),
        in.readVarint("table entries"),
        in.readVarint("table tombstones"),
        in.readVarint("table keys"),
        in.readVarint("table filter bytes"),
        Double.longBitsToDouble(in.readLong("table filter bits per key")),
        Double.longBitsToDouble(in.readLong("table filter rate")));
  }

  /** Whether all that is recorded of two tables is the same. */
  boolean sameFacts(TableFile other) {
    return facts().equals(other.facts());
  }

  /** All that is recorded of the table, in words. */
  String facts() {
    return "id="
        + Long.toHexString(fileId)
        + " size="
        + sizeBytes
        + " keys="
        + Arrays.toString(smallest)
        + ".."
        + Arrays.toString(largest)
        + " entries="
        + entries
        + " tombstones="
        + tombstones
        + " distinct="
        + distinctKeys
        + " sequences="
        + smallestSequence
        + ".."
        + largestSequence
        + " filter="
        + filterBytes;
  }

  /** Identity of the file; the arrays' contents follow from it. */
  @Override
  public boolean equals(Object other) {
    return other instanceof TableFile that && number == that.number && fileId == that.fileId;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  /**
   * A table in its level, with its open reader.
   *
   * @param counters what point reads did in it since it came to this level or was opened
   */
  record Open(TableFile file, Table table, ReadCounters counters) {
    Open(TableFile file, Table table) {
      this(file, table, new ReadCounters());
    }

    /** Identity of the file: a table that changes its level keeps its reader. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Open that && file.equals(that.file);
    }

    @Override
    public int hashCode() {
      return file.hashCode();
    }
  }
}
