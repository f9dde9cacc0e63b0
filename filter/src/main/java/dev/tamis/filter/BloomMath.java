package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * False-positive rates of the split line, exactly. Source of the mixture: Putze, Sanders, Singler,
 * "Cache-, Hash- and Space-Efficient Bloom Filters" (2007), section 3. Stateless and thread-safe.
 */
public final class BloomMath {
  /*
   * In a line with j keys, a word of 64 bits holds j random bits, so a given bit of it is set with
   * probability 1 - (63/64)^j, and a key that was not added finds all eight of its bits set with
   *
   *     f(j) = (1 - (63/64)^j)^8
   *
   * The words of a line are independent given j, so this is no approximation. The rate of a filter is
   * the mean of f over the load of a line:
   *
   *     Poisson(512/b)        many lines, b bits per key
   *     Binomial(n, 1/lines)  exactly n keys; few lines are loaded more evenly: at 10 bits per key the
   *                           rate is 9 % below the Poisson form at 2 lines, 1 % at 20
   *
   * Numbers. A probability like e^-512 times 512^j / j! overflows one way or the other. So weights
   * are relative to the one at the most likely load, follow by the ratio of neighbours in both
   * directions, and are divided by their sum at the end. 1 - (63/64)^j is -expm1(j log(63/64)),
   * of StrictMath, because the rate is written to disk and the same keys must give the same bytes.
   */
  private static final double LOG_UNSET = StrictMath.log1p(-1.0 / 64);

  /** Terms below this part of what has been summed cannot change the result. */
  private static final double NEGLIGIBLE = 1e-18;

  /** From this mean load on every bit is set: the rate is 1 to the last digit. */
  private static final double SATURATED_LOAD = 100_000;

  private BloomMath() {}

  /**
   * Rate of a filter of very many lines: the mean of f over Poisson(512 / bitsPerKey).
   *
   * @param bitsPerKey finite, above 0
   * @return 0 to 1
   */
  public static double splitLineRate(double bitsPerKey) {
    if (!(bitsPerKey > 0) || Double.isInfinite(bitsPerKey)) {
      throw new IllegalArgumentException(
          "bits per key: actual=" + bitsPerKey + ", expected=finite, above 0");
    }
    double load = SplitLine.BITS / bitsPerKey;
    return load >= SATURATED_LOAD ? 1 : mixture(load, Long.MAX_VALUE, load, 0);
  }

  /**
   * Rate of a filter of {@code lines} lines with {@code keys} distinct keys: the mean of f over
   * Binomial(keys, 1 / lines).
   *
   * @param keys at least 0
   * @param lines at least 1
   * @return 0 to 1
   */
  public static double splitLineRate(long keys, int lines) {
    if (keys < 0 || lines < 1) {
      throw new IllegalArgumentException(
          "keys and lines: actual=" + keys + " and " + lines + ", expected=at least 0 and 1");
    }
    double load = (double) keys / lines;
    if (load >= SATURATED_LOAD) {
      return 1;
    }
    if (lines == 1) {
      return lineRate(keys);
    }
    // With p = 1/lines, p/(1-p) is 1/(lines-1), and neighbours have the ratio
    // (keys - j) / (j + 1) / (lines - 1).
    double odds = 1.0 / (lines - 1);
    return mixture(load, keys, keys * odds, odds);
  }

  /**
   * Rate of these very bits: the mean over all lines of the product over the words of popcount/64.
   *
   * @param lines array that holds the lines
   * @param offset index of the first line
   * @param lineCount number of lines, at least 1
   * @return 0 to 1
   */
  public static double splitLineRateOfBits(byte[] lines, int offset, int lineCount) {
    return splitLineRateOfBits(
        ByteBuffer.wrap(lines).order(ByteOrder.LITTLE_ENDIAN), offset, lineCount);
  }

  /** As {@link #splitLineRateOfBits(byte[], int, int)}, of a buffer's bytes. */
  static double splitLineRateOfBits(ByteBuffer lines, int offset, int lineCount) {
    double sum = 0;
    for (int line = 0; line < lineCount; line++) {
      double rate = 1;
      for (int w = 0; w < SplitLine.WORDS; w++) {
        int at = offset + line * SplitLine.BYTES + w * Long.BYTES;
        rate *= Long.bitCount(lines.getLong(at)) / 64.0;
      }
      sum += rate;
    }
    return sum / lineCount;
  }

  /** Rate of one line with so many keys. */
  private static double lineRate(long keysInLine) {
    double set = -StrictMath.expm1((double) keysInLine * LOG_UNSET);
    double squared = set * set;
    double fourth = squared * squared;
    return fourth * fourth;
  }

  /**
   * Mean of {@link #lineRate} over a distribution of loads 0 to {@code most} whose weights have the
   * ratio w(j+1) / w(j) = (a - j c) / (j + 1): Poisson with c = 0, else binomial.
   */
  private static double mixture(double mean, long most, double a, double c) {
    long mode = (long) mean;
    double total = 1;
    double sum = lineRate(mode);
    double weight = 1;
    for (long j = mode; j < most; j++) {
      weight *= (a - j * c) / (j + 1);
      total += weight;
      sum += weight * lineRate(j + 1);
      if (weight <= NEGLIGIBLE * sum) { // also when both have become 0
        break;
      }
    }
    weight = 1;
    for (long j = mode; j > 0 && weight > NEGLIGIBLE; j--) {
      weight *= j / (a - (j - 1) * c);
      total += weight;
      sum += weight * lineRate(j - 1);
    }
    return sum / total;
  }
}
