package dev.tamis.wal;

/**
 * How the records of a log ended, where the end is not an error.
 *
 * @param kind whether anything was cut off
 * @param validBytes bytes up to the end of the last good record
 * @param droppedBytes bytes after that
 * @param droppedRecords good records of the caller's among the dropped bytes; they are not used,
 *     since a record in front of them is missing
 * @param reason why the reader stopped, in words
 */
public record LogEnd(
    Kind kind, long validBytes, long droppedBytes, int droppedRecords, String reason) {

  /** The two ends that are not errors. */
  public enum Kind {
    /** The file ends with its last record. */
    CLEAN,
    /** What follows the last good record was never known to be durable: a crash cut it off. */
    TORN
  }
}
