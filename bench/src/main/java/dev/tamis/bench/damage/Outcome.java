package dev.tamis.bench.damage;

/** What became of damage, from the best to the worst. */
enum Outcome {
  FOUND_AT_OPEN("found at open"),
  FOUND_AT_READ("found at read"),
  /** Every answer was right, and checking the whole store tells of the damage. */
  FOUND_BY_VERIFY("found by verify"),
  /** Every answer was right and nothing tells of it. */
  HARMLESS("harmless"),
  /** A wrong answer, or a key that is not found, and no error. */
  SILENT("silent"),
  HANG("hang"),
  /** An error that does not say that bytes are wrong. */
  OTHER_ERROR("other error");

  private final String title;

  Outcome(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  boolean isFailure() {
    return compareTo(SILENT) >= 0;
  }
}
