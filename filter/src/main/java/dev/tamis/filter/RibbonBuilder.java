package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Builds ribbon filters, one after the other. Not thread-safe.
 *
 * <p>A set of keys whose equations have no solution under any of 256 choices of coefficients gets a
 * {@link BloomFilter} of the same rate instead, never a partial filter. With the slots that this
 * class gives to n keys, that does not happen to keys of a good hash.
 */
public final class RibbonBuilder {
  /*
   * Building is Gaussian elimination on a band. The equation of a key begins at its start with a 1. If
   * that row has none yet, it becomes the row's equation; else the row's is xor-ed to it, which clears
   * the first coefficient, and it moves on to its next 1. An equation that comes to nothing was the sum
   * of others: with fingerprint 0 it holds anyway (a key added twice), else the attempt failed, and
   * other coefficients are tried. Then rows are solved from the last one back.
   *
   * Slots. A band of 64 is narrow: rows that no key begins at are lost, and the more keys, the more
   * often one place is overcrowded: 1.035 slots per key up to 1,024 keys and 0.008 more for each doubling, rounded up to
   * blocks. With that, about one build in ten needs a second attempt, and 256 failures in a row do not
   * happen. 1,000 keys get 1.088, 4,096 get 1.063, 8,192 get 1.062, 65,536 get 1.083, a million 1.115.
   */
  static final int MAX_ATTEMPTS = 256;

  /** The most keys of one filter. With more, too many slots would be wasted: build several. */
  public static final int MAX_KEYS = 1 << 22;

  private static final int FIRST_CAPACITY = 1024;

  private static final double SLOTS_PER_DOUBLING = 0.008;
  private static final double FEWEST_SLOTS_PER_KEY = 1.035;

  private final KeyHash hash;
  private final double slotsFactor;
  private long[] hashes = new long[FIRST_CAPACITY];
  private int keyCount;
  private long[] coefficients = new long[0];
  private int[] results = new int[0];

  /** A builder without keys. */
  public RibbonBuilder(KeyHash hash) {
    this(hash, 1);
  }

  /** Gives the keys only so large a part of the slots that they should have. */
  RibbonBuilder(KeyHash hash, double slotsFactor) {
    this.hash = hash;
    this.slotsFactor = slotsFactor;
  }

  /**
   * Adds a key by its hash. A hash equal to the one before it is counted once.
   *
   * @throws IllegalStateException if there are 4 million keys already
   */
  public void addHash(long keyHash) {
    if (keyCount > 0 && hashes[keyCount - 1] == keyHash) {
      return;
    }
    if (keyCount == MAX_KEYS) {
      throw new IllegalStateException("keys of a ribbon: actual=more than " + MAX_KEYS);
    }
    if (keyCount == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * keyCount);
    }
    hashes[keyCount++] = keyHash;
  }

  /** Adds a key. */
  public void add(byte[] key) {
    addHash(hash.hash(key));
  }

  /** Adds the text's UTF-8 bytes as a key. */
  public void add(String key) {
    addHash(hash.hash(key));
  }

  /** Adds the first {@code count} hashes. */
  public void addHashes(long[] keyHashes, int count) {
    for (int i = 0; i < count; i++) {
      addHash(keyHashes[i]);
    }
  }

  /** Keys added since the last {@link #reset}, equal neighbours counted once. */
  public int keyCount() {
    return keyCount;
  }

  /** Forgets all keys; the memory is kept for the next filter. */
  public void reset() {
    keyCount = 0;
  }

  /** Memory held between and during builds: 8 bytes per key and 12 per slot, in bytes. */
  public long workingBytes() {
    return (long) Long.BYTES * hashes.length
        + (long) Long.BYTES * coefficients.length
        + (long) Integer.BYTES * results.length;
  }

  /**
   * A ribbon filter of the keys added, whose rate is the next power of two below the one asked for.
   *
   * @param rate 2^-32 to 0.5
   * @return a {@link RibbonFilter}, or a {@link BloomFilter} if no attempt succeeded
   */
  public MembershipFilter buildWithRate(double rate) {
    if (!(rate >= 0x1p-32 && rate <= 0.5)) {
      throw new IllegalArgumentException(
          "false-positive rate of a ribbon: actual=" + rate + ", expected=2^-32 to 0.5");
    }
    // Exact at powers of two, where a logarithm is not.
    int columns = -Math.getExponent(rate);
    return build(rate >= 1.0 / (1L << columns) ? columns : columns + 1);
  }

  /**
   * A ribbon filter that spends at most so many bits per key, with the best rate they give.
   *
   * @param bitsPerKey at least what one column costs
   * @return a {@link RibbonFilter}, or a {@link BloomFilter} if no attempt succeeded
   */
  public MembershipFilter buildWithBitsPerKey(double bitsPerKey) {
    double columns = bitsPerKey * Math.max(1, keyCount) / slots();
    if (!(columns >= 1)) {
      throw new IllegalArgumentException(
          "bits per key of a ribbon: actual="
              + bitsPerKey
              + ", expected=at least "
              + (double) slots() / Math.max(1, keyCount));
    }
    return build((int) Math.min(RibbonFilter.MAX_COLUMNS, columns));
  }

  /** Slots for so many keys, before they are rounded up to blocks. */
  static double slotsPerKey(int keys) {
    double doublings = Math.max(0, StrictMath.log(keys / 1024.0) / StrictMath.log(2));
    return FEWEST_SLOTS_PER_KEY + SLOTS_PER_DOUBLING * doublings;
  }

  /** Gives the keys to somebody else, in the order in which they were added. */
  void forEachHash(LongConsumer receiver) {
    for (int i = 0; i < keyCount; i++) {
      receiver.accept(hashes[i]);
    }
  }

  int slots() {
    double wanted = keyCount == 0 ? 1 : keyCount * slotsPerKey(keyCount) * slotsFactor;
    int blocks = (int) Math.ceil(wanted / RibbonFilter.BLOCK_SLOTS);
    return blocks * RibbonFilter.BLOCK_SLOTS;
  }

  private MembershipFilter build(int columns) {
    RibbonFilter filter = solve(columns);
    return filter != null ? filter : buildBloom(columns);
  }

  /** The ribbon of the keys added, or null if no attempt succeeded. */
  RibbonFilter solve(int columns) {
    int slots = slots();
    if (coefficients.length < slots) {
      coefficients = new long[slots];
      results = new int[slots];
    }
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Arrays.fill(coefficients, 0, slots, 0);
      Arrays.fill(results, 0, slots, 0);
      if (eliminate(slots / RibbonFilter.BLOCK_SLOTS, columns, attempt)) {
        return solve(slots / RibbonFilter.BLOCK_SLOTS, columns, attempt);
      }
    }
    return null;
  }

  private boolean eliminate(int blocks, int columns, int attempt) {
    for (int key = 0; key < keyCount; key++) {
      long mixed = RibbonEquation.mix(hashes[key], attempt);
      int row = RibbonEquation.start(mixed, blocks);
      long equation = RibbonEquation.coefficients(mixed);
      int result = RibbonEquation.fingerprint(mixed, columns);
      while (equation != 0 && coefficients[row] != 0) {
        equation ^= coefficients[row];
        result ^= results[row];
        int zeros = Long.numberOfTrailingZeros(equation);
        equation = zeros == Long.SIZE ? 0 : equation >>> zeros;
        row += zeros == Long.SIZE ? 0 : zeros;
      }
      if (equation != 0) {
        coefficients[row] = equation;
        results[row] = result;
      } else if (result != 0) {
        return false;
      }
    }
    return true;
  }

  /** From the last row back; a window per column holds the 64 rows that were solved last. */
  private RibbonFilter solve(int blocks, int columns, int attempt) {
    ByteBuffer rows = RibbonFilter.allocate(blocks, columns);
    long[] window = new long[columns];
    for (int row = blocks * RibbonFilter.BLOCK_SLOTS - 1; row >= 0; row--) {
      for (int column = 0; column < columns; column++) {
        long shifted = window[column] << 1;
        int parity = Long.bitCount(shifted & coefficients[row]) ^ (results[row] >>> column);
        window[column] = shifted | (parity & 1);
      }
      if (row % RibbonFilter.BLOCK_SLOTS == 0) {
        for (int column = 0; column < columns; column++) {
          int at = (row / RibbonFilter.BLOCK_SLOTS * columns + column) * Long.BYTES;
          rows.putLong(at, window[column]);
        }
      }
    }
    RibbonFilter filter = new RibbonFilter(hash, keyCount, blocks, columns, attempt, rows);
    for (int key = 0; key < keyCount; key++) {
      if (!filter.mightContainHash(hashes[key])) {
        throw new IllegalStateException(
            "key " + key + " of " + keyCount + " is missing in the filter just built");
      }
    }
    return filter;
  }

  private BloomFilter buildBloom(int columns) {
    BloomFilter filter =
        BloomFilter.builder()
            .hash(hash)
            .expectedKeys(keyCount)
            .falsePositiveRate(StrictMath.pow(2, -columns))
            .build();
    filter.addHashes(hashes, keyCount);
    return filter;
  }
}
