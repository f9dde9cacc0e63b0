package dev.tamis.engine;

/**
 * Names of the files of a store. All numbers come from one counter and are never used twice, so a
 * name says which file is newer and no stale file can be taken for a new one.
 *
 * <pre>
 *   LOCK              held while the store is open
 *   CURRENT           which manifest is in force
 *   MANIFEST-000007   the edits that make up the present version
 *   000008.log        a write-ahead log
 *   000009.sst        a table
 *   000009.sst.tmp    a table being written;  CURRENT.tmp  the next CURRENT
 *   000008.log.damaged    a file of which something could not be saved; nobody reads it
 * </pre>
 */
final class FileNames {
  static final String LOCK = "LOCK";
  static final String CURRENT = "CURRENT";
  static final String CURRENT_TEMP = "CURRENT.tmp";
  private static final String MANIFEST_PREFIX = "MANIFEST-";
  private static final String LOG_SUFFIX = ".log";
  private static final String TABLE_SUFFIX = ".sst";
  private static final String TEMP_SUFFIX = ".tmp";
  private static final String DAMAGED_SUFFIX = ".damaged";
  private static final int MIN_DIGITS = 6;

  private FileNames() {}

  static String manifest(long number) {
    return MANIFEST_PREFIX + padded(number);
  }

  static String log(long number) {
    return padded(number) + LOG_SUFFIX;
  }

  static String table(long number) {
    return padded(number) + TABLE_SUFFIX;
  }

  static String tableTemp(long number) {
    return table(number) + TEMP_SUFFIX;
  }

  /** Where a file is kept of which something could not be saved. */
  static String damaged(String name) {
    return name + DAMAGED_SUFFIX;
  }

  /** Number of the log with this name, or -1 if it is not one. */
  static long logNumber(String name) {
    return name.endsWith(LOG_SUFFIX) ? number(name, 0, LOG_SUFFIX.length()) : -1;
  }

  /** Number of the table with this name, or -1. */
  static long tableNumber(String name) {
    return name.endsWith(TABLE_SUFFIX) ? number(name, 0, TABLE_SUFFIX.length()) : -1;
  }

  /** Number of the manifest with this name, or -1. */
  static long manifestNumber(String name) {
    return name.startsWith(MANIFEST_PREFIX) ? number(name, MANIFEST_PREFIX.length(), 0) : -1;
  }

  /** Number of the unfinished table with this name, or -1. */
  static long tableTempNumber(String name) {
    String suffix = TABLE_SUFFIX + TEMP_SUFFIX;
    return name.endsWith(suffix) ? number(name, 0, suffix.length()) : -1;
  }

  /** The number in a file name of any kind, or -1 if it has none. */
  static long anyNumber(String nameOrDamaged) {
    String name =
        nameOrDamaged.endsWith(DAMAGED_SUFFIX)
            ? nameOrDamaged.substring(0, nameOrDamaged.length() - DAMAGED_SUFFIX.length())
            : nameOrDamaged;
    return Math.max(
        Math.max(logNumber(name), tableNumber(name)),
        Math.max(manifestNumber(name), tableTempNumber(name)));
  }

  /** Not String.format: under some default locales its digits are not 0 to 9. */
  private static String padded(long number) {
    String digits = Long.toString(number);
    return "0".repeat(Math.max(0, MIN_DIGITS - digits.length())) + digits;
  }

  private static long number(String name, int prefixLength, int suffixLength) {
    int end = name.length() - suffixLength;
    if (end - prefixLength < MIN_DIGITS || end - prefixLength > 18) {
      return -1;
    }
    long value = 0;
    for (int i = prefixLength; i < end; i++) {
      char c = name.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    // "0000007.log" is not a name we write; taking it for 7 would give one number two files.
    return padded(value).length() == end - prefixLength ? value : -1;
  }
}
