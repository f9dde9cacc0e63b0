package dev.tamis.bench.job;

/** One key and its value; the arrays are not copied and nobody changes them. */
final class Entry {
  private final byte[] key;
  private final byte[] value;

  Entry(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  byte[] key() {
    return key;
  }

  byte[] value() {
    return value;
  }
}
