package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** False-positive rates counted, against the formulas. All seeds are fixed. */
class FilterRateTest {
  private static final KeyHash HASH = KeyHash.xxh64(0xF117E5L);

  @ParameterizedTest
  @CsvSource({"4, 4", "6, 4", "8, 10", "10, 20", "12, 40", "16, 80"})
  void a2_theMeasuredRateIsTheFormula(double bitsPerKey, int thousandQueries) {
    Count count = measure(50, 100_000, bitsPerKey, thousandQueries * 1000, 31 + (long) bitsPerKey);
    BinomialGate.assertFits(
        bitsPerKey + " bits per key, exact mixture",
        count.positives,
        count.queries,
        count.expected / count.queries,
        0.01);
  }

  @ParameterizedTest
  @CsvSource({"4, 10", "6, 20", "8, 40", "10, 100", "12, 100", "16, 300"})
  void a3_theMeasuredRateIsThatOfTheBits(double bitsPerKey, int thousandQueries) {
    Count count = measure(20, 20_000, bitsPerKey, thousandQueries * 1000, 77 + (long) bitsPerKey);
    BinomialGate.assertFits(
        bitsPerKey + " bits per key, rate of the actual bits",
        count.positives,
        count.queries,
        count.expectedOfBits / count.queries,
        0.005);
  }

  @Test
  void a2_partitionsOfTwoLinesFollowTheBinomialFormAndNotThePoissonForm() {
    int keys = 102;
    Count count = measure(20_000, keys, 10, 100, 5);
    BinomialGate.assertFits(
        "2 lines", count.positives, count.queries, BloomMath.splitLineRate(keys, 2), 0.01);
    double poisson = BloomMath.splitLineRate(2.0 * 512 / keys);
    assertThat((double) count.positives / count.queries)
        .isLessThan(poisson - BinomialGate.tolerance(poisson, count.queries, 0.01));
  }

  @ParameterizedTest
  @EnumSource(
      value = KeyFamily.class,
      names = {"ALL_ZERO"},
      mode = EnumSource.Mode.EXCLUDE)
  void a2_noFamilyOfKeysIsWorseThanRandomOnes(KeyFamily family) {
    int partitions = 100;
    int keys = 3277;
    long positives = 0;
    long queries = 0;
    for (int part = 0; part < partitions; part++) {
      FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
      int first = part * 3 * keys;
      for (int i = 0; i < keys; i++) {
        builder.add(HASH.hash(family.key(first + 3 * i)));
      }
      byte[] partition = builder.build(10, 0);
      ByteBuffer lines = ByteBuffer.wrap(partition).order(ByteOrder.LITTLE_ENDIAN);
      int lineCount = partition.length / 64 - 1;
      for (int i = 0; i < 3 * keys; i++) {
        if (i % 3 != 0) { // the absent keys lie between the present ones
          positives += probe(lines, lineCount, HASH.hash(family.key(first + i)));
          queries++;
        }
      }
    }
    BinomialGate.assertFits(
        family.name(), positives, queries, BloomMath.splitLineRate(keys, 65), 0.03);
  }

  @ParameterizedTest
  @CsvSource({"2, 17.15", "4, 71.9"})
  void a4_overfilledLinesFollowTheFormulaToo(int times, double percent) {
    int lineCount = 2000;
    int header = FilterPartition.HEADER_BYTES;
    byte[] lines = new byte[header + lineCount * SplitLine.BYTES];
    SplittableRandom random = new SplittableRandom(9);
    int keys = (int) (times * lineCount * 51.2);
    for (int i = 0; i < keys; i++) {
      SplitLine.add(lines, header, lineCount, random.nextLong());
    }
    double expected = BloomMath.splitLineRate(keys, lineCount);
    assertThat(100 * expected).isBetween(percent * 0.99, percent * 1.01);
    ByteBuffer buffer = ByteBuffer.wrap(lines).order(ByteOrder.LITTLE_ENDIAN);
    long positives = 0;
    for (int i = 0; i < 1_000_000; i++) {
      positives += probe(buffer, lineCount, random.nextLong());
    }
    BinomialGate.assertFits("load x " + times, positives, 1_000_000, expected, 0.01);
  }

  @Test
  void caseH19_theRateFollowsTheFormulaFromOneBitToThirty() {
    for (int step = 1; step <= 31; step++) {
      double bitsPerKey = step == 31 ? 9.55 : step;
      double spent = Math.min(bitsPerKey, FilterPartitionBuilder.MAX_BITS_PER_KEY);
      double expected = BloomMath.splitLineRate(spent);
      // About 1,100 positives: 15 % are five standard deviations. Above the cap one count will do.
      int queries = bitsPerKey > 25 ? 10_000 : (int) Math.max(10_000, 1100 / expected);
      int partitions = 5;
      Count count = measure(partitions, 30_000, bitsPerKey, queries / partitions, step);
      double measured = (double) count.positives / count.queries;
      if (bitsPerKey <= 25) {
        assertThat(measured / expected).as("%s bits per key", bitsPerKey).isBetween(0.85, 1.15);
      }
      assertThat(count.bytes / (double) partitions - 64)
          .as("bytes at %s bits per key", bitsPerKey)
          .isBetween(30_000 * spent / 8, 30_000 * spent / 8 + 64);
    }
  }

  /** Probes many partitions of random hashes with other random hashes. */
  private static Count measure(
      int partitions, int keys, double bitsPerKey, int queriesEach, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
    Count count = new Count();
    for (int part = 0; part < partitions; part++) {
      builder.reset();
      for (int i = 0; i < keys; i++) {
        builder.add(random.nextLong());
      }
      byte[] partition = builder.build(bitsPerKey, 0);
      int lineCount = partition.length / 64 - 1;
      ByteBuffer lines = ByteBuffer.wrap(partition).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < queriesEach; i++) {
        count.positives += probe(lines, lineCount, random.nextLong());
      }
      count.queries += queriesEach;
      count.bytes += partition.length;
      count.expected += queriesEach * BloomMath.splitLineRate(keys, lineCount);
      count.expectedOfBits += queriesEach * BloomMath.splitLineRateOfBits(partition, 64, lineCount);
    }
    return count;
  }

  private static int probe(ByteBuffer lines, int lineCount, long hash) {
    return SplitLine.mightContain(lines, FilterPartition.HEADER_BYTES, lineCount, hash) ? 1 : 0;
  }

  private static final class Count {
    long positives;
    long queries;
    long bytes;
    double expected;
    double expectedOfBits;
  }
}
