package dev.tamis.engine;

import java.util.List;

/**
 * What {@link Db#repair} found. A table that is missing altogether is a loss if a manifest names
 * it; with no manifest left, nothing can tell.
 *
 * @param tablesRead tables of which at least a part was read
 * @param recordsReplayed log records replayed
 * @param entriesKept keys with a value in the repaired store
 * @param lastSequence sequence number of the newest write that anything told of
 * @param losses what could not be saved; empty if the store holds all that was ever durable in it
 * @param notes what was decided on the way, a line each: files left alone, ends of logs that were
 *     never durable
 * @param setAside names of the files that hold what could not be read, as they are called now
 */
public record RepairReport(
    int tablesRead,
    long recordsReplayed,
    long entriesKept,
    long lastSequence,
    List<Loss> losses,
    List<String> notes,
    List<String> setAside) {

  /**
   * Something that could not be read. Keys in the range may be missing, have an older value, or be
   * back though they were deleted.
   *
   * @param file where it was
   * @param after lower bound of the keys, {@code null} if none is known
   * @param upTo upper bound of the keys, inclusive, {@code null} if none is known
   * @param reason what is wrong, with the place in the file
   */
  @SuppressWarnings("ArrayRecordComponent") // keys are byte arrays everywhere; never modified
  public record Loss(String file, byte[] after, byte[] upTo, String reason) {}

  /** Whether nothing was lost. */
  public boolean isComplete() {
    return losses.isEmpty();
  }
}
