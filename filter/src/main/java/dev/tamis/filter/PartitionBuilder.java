package dev.tamis.filter;

/** Builds filter partitions of one kind, one after the other. Not thread-safe. */
public interface PartitionBuilder {
  /** Adds a key by its hash. A hash equal to the one before it is counted once. */
  void add(long keyHash);

  /** Keys added since the last {@link #reset}, equal neighbours counted once. */
  int keyCount();

  /**
   * The partition of the keys added: header and lines. Every key is probed again before the bytes
   * are returned: a filter that lost a key would hide it for as long as its table lives. The
   * builder keeps its keys.
   *
   * @param bitsPerKey how much to spend
   * @param crcSalt xor-ed into the checksum; ties the partition to its place in a file
   * @return length is a multiple of 64
   * @throws IllegalStateException if a key added is not found in the result
   */
  byte[] build(double bitsPerKey, int crcSalt);

  /** Forgets all keys; the memory is kept for the next partition. */
  void reset();
}
