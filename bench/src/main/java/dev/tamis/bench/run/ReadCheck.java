package dev.tamis.bench.run;

import dev.tamis.bench.console.WrongAnswerException;

/** Compares a store's answers with what was written into it. */
final class ReadCheck {
  private final String benchmark;
  private final BenchStore store;
  private final Presence presence;
  private final Keys keys;

  ReadCheck(String benchmark, BenchStore store) {
    this.benchmark = benchmark;
    this.store = store;
    this.presence = store.presence();
    this.keys = store.workload().keys();
  }

  /**
   * A point read.
   *
   * @param must whether the key had to be there, asked before the read
   * @param value what was read, or null
   */
  void value(long number, boolean must, byte[] value) throws WrongAnswerException {
    if (value == null) {
      if (must) {
        throw wrong("get of key number " + number, "a value", "absent");
      }
      return;
    }
    if (!Values.belongsTo(value, number)) {
      throw wrong("get of key number " + number, "its value", "another value");
    }
    if (!store.isValueLength(value.length)) {
      throw wrong(
          "get of key number " + number,
          "a value of " + store.valueLengths(),
          value.length + " bytes");
    }
    if (!must && !presence.mayHold(number)) {
      throw wrong("get of key number " + number, "absent", "a value");
    }
  }

  /** A point read of a key that is in no store. */
  void missing(long number, byte[] value) throws WrongAnswerException {
    if (value != null) {
      throw wrong("get of the absent key behind number " + number, "absent", "a value");
    }
  }

  /** Key and value that a cursor stands on. */
  void entry(int keyAndValueBytes) throws WrongAnswerException {
    if (!store.isValueLength(keyAndValueBytes - keys.keyBytes())) {
      throw wrong(
          "an entry of a scan",
          keys.keyBytes() + " bytes and a value of " + store.valueLengths(),
          keyAndValueBytes + " bytes in all");
    }
  }

  /** A scan of everything. */
  void scanned(long entries) throws WrongAnswerException {
    long held = presence.count();
    if (entries != held) {
      throw wrong("entries of a whole scan", String.valueOf(held), String.valueOf(entries));
    }
  }

  /**
   * A seek.
   *
   * @param number what was looked for
   * @param latest the first number from there that the store had to hold before the seek
   * @param key where the cursor stands, or null if at the end
   */
  void sought(long number, long latest, byte[] key) throws WrongAnswerException {
    String question = "seek of key number " + number;
    String expected = latest == store.workload().num() ? "the end" : "key number " + latest;
    if (key == null) {
      if (latest != store.workload().num()) {
        throw wrong(question, expected, "the end");
      }
      return;
    }
    long actual = keys.number(key);
    if (actual < number || actual > latest || !presence.mayHold(actual)) {
      throw wrong(question, expected, actual < 0 ? "a foreign key" : "key number " + actual);
    }
  }

  private WrongAnswerException wrong(String question, String expected, String actual) {
    return new WrongAnswerException(benchmark, question, expected, actual);
  }
}
