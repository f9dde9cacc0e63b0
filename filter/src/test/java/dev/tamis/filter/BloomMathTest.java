package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BloomMathTest {
  private static final MathContext DIGITS = new MathContext(60);

  @ParameterizedTest
  @CsvSource({"8, 2.931", "10, 1.0490", "12, 0.4222", "16, 0.09089", "24, 0.009086"})
  void matchesThePublishedTable(double bitsPerKey, double percent) {
    assertThat(100 * BloomMath.splitLineRate(bitsPerKey)).isCloseTo(percent, withinPercentage(0.1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2.5, 4, 9.55, 10, 16, 24, 100, 1000})
  void poissonFormMatchesSixtyDigitArithmetic(double bitsPerKey) {
    assertThat(BloomMath.splitLineRate(bitsPerKey))
        .isCloseTo(slowPoisson(bitsPerKey), withinPercentage(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "1,1",
    "1,2",
    "1,1000000",
    "2,2",
    "51,1",
    "102,2",
    "103,2",
    "3,7",
    "1000,20",
    "820,16"
  })
  void binomialFormMatchesSixtyDigitArithmetic(long keys, int lines) {
    assertThat(BloomMath.splitLineRate(keys, lines))
        .isCloseTo(slowBinomial((int) keys, lines), withinPercentage(1e-9));
  }

  @Test
  void twoLinesAreNinePercentBelowThePoissonForm() {
    double binomial = 0.6 * BloomMath.splitLineRate(102, 2) + 0.4 * BloomMath.splitLineRate(103, 2);
    assertThat(binomial / BloomMath.splitLineRate(2 * 512 / 102.4)).isCloseTo(0.91, within(0.01));
  }

  @Test
  void manyLinesReachThePoissonForm() {
    int lines = 2_000_000;
    for (double bitsPerKey : new double[] {1, 2, 4, 8, 10, 16, 24}) {
      long keys = Math.round(lines * 512.0 / bitsPerKey);
      assertThat(BloomMath.splitLineRate(keys, lines))
          .isCloseTo(BloomMath.splitLineRate(bitsPerKey), withinPercentage(0.001));
    }
  }

  @Test
  void oneLineIsItsOwnRate() {
    assertThat(BloomMath.splitLineRate(1, 1)).isCloseTo(Math.pow(64, -8), withinPercentage(1e-9));
    assertThat(BloomMath.splitLineRate(51, 1))
        .isCloseTo(Math.pow(1 - Math.pow(63.0 / 64, 51), 8), withinPercentage(1e-9));
  }

  @Test
  void noKeysAreNeverFound() {
    assertThat(BloomMath.splitLineRate(0, 1)).isZero();
    assertThat(BloomMath.splitLineRate(0, 1000)).isZero();
  }

  @Test
  void caseH7_ratesAreProbabilitiesAtEveryExtreme() {
    long[] keys = {0, 1, 2, 1000, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE};
    int[] lines = {1, 2, 3, 1 << 20, Integer.MAX_VALUE};
    for (long n : keys) {
      for (int count : lines) {
        assertThat(BloomMath.splitLineRate(n, count))
            .as("%s keys, %s lines", n, count)
            .isBetween(0.0, 1.0);
      }
    }
    assertThat(BloomMath.splitLineRate(Long.MAX_VALUE, 1)).isEqualTo(1);
    assertThat(BloomMath.splitLineRate(Double.MIN_VALUE)).isEqualTo(1);
    assertThat(BloomMath.splitLineRate(Double.MAX_VALUE)).isBetween(0.0, 1e-14);
  }

  @Test
  void theRateFallsWithBitsAndGrowsWithKeys() {
    double last = 1.1;
    for (double bits = 0.005; bits < 100; bits *= 1.05) {
      double rate = BloomMath.splitLineRate(bits);
      assertThat(rate).as("bits per key %s", bits).isLessThanOrEqualTo(last);
      last = rate;
    }
    last = -1;
    for (long keys = 0; keys < 3000; keys += 7) {
      double rate = BloomMath.splitLineRate(keys, 20);
      assertThat(rate).as("keys %s", keys).isGreaterThan(last);
      last = rate;
    }
  }

  @Test
  void caseH7_nonsenseIsRefused() {
    for (double bits : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> BloomMath.splitLineRate(bits))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("actual=" + bits);
    }
    assertThatThrownBy(() -> BloomMath.splitLineRate(-1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BloomMath.splitLineRate(1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theRateOfBitsIsTheMeanOfProductsOfWordDensities() {
    byte[] lines = new byte[3 + 2 * SplitLine.BYTES];
    assertThat(BloomMath.splitLineRateOfBits(lines, 3, 2)).isZero();
    Arrays.fill(lines, 3, 3 + SplitLine.BYTES, (byte) 0xFF);
    assertThat(BloomMath.splitLineRateOfBits(lines, 3, 2)).isEqualTo(0.5);
    Arrays.fill(lines, 3, 3 + 8, (byte) 0x0F); // word 0 half full
    assertThat(BloomMath.splitLineRateOfBits(lines, 3, 2)).isEqualTo(0.25);
    Arrays.fill(lines, 3 + 56, 3 + 64, (byte) 0x01); // word 7 an eighth full
    assertThat(BloomMath.splitLineRateOfBits(lines, 3, 2)).isEqualTo(0.03125);
  }

  private static double slowPoisson(double bitsPerKey) {
    BigDecimal load = BigDecimal.valueOf(512).divide(BigDecimal.valueOf(bitsPerKey), DIGITS);
    // Sum of load^j / j! f(j), divided by the sum of load^j / j!: no e^-load needed.
    BigDecimal term = BigDecimal.ONE;
    BigDecimal total = BigDecimal.ZERO;
    BigDecimal sum = BigDecimal.ZERO;
    int most = (int) (load.doubleValue() + 40 * Math.sqrt(load.doubleValue()) + 100);
    for (int j = 0; j <= most; j++) {
      total = total.add(term, DIGITS);
      sum = sum.add(term.multiply(slowLine(j), DIGITS), DIGITS);
      term = term.multiply(load, DIGITS).divide(BigDecimal.valueOf(j + 1), DIGITS);
    }
    return sum.divide(total, DIGITS).doubleValue();
  }

  private static double slowBinomial(int keys, int lines) {
    // Sum of C(n,j) (lines-1)^(n-j) f(j), divided by lines^n, in whole numbers.
    BigInteger others = BigInteger.valueOf(lines - 1);
    BigInteger choose = BigInteger.ONE;
    BigDecimal sum = BigDecimal.ZERO;
    for (int j = 0; j <= Math.min(keys, 400); j++) {
      BigDecimal ways = new BigDecimal(choose.multiply(others.pow(keys - j)));
      sum = sum.add(ways.multiply(slowLine(j), DIGITS), DIGITS);
      choose = choose.multiply(BigInteger.valueOf(keys - j)).divide(BigInteger.valueOf(j + 1));
    }
    BigDecimal all = new BigDecimal(BigInteger.valueOf(lines).pow(keys));
    return sum.divide(all, DIGITS).doubleValue();
  }

  private static BigDecimal slowLine(int keys) {
    BigDecimal unset = new BigDecimal("0.984375").pow(keys, DIGITS);
    return BigDecimal.ONE.subtract(unset).pow(8, DIGITS);
  }
}
