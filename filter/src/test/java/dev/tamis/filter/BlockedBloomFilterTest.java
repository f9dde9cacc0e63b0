package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockedBloomFilterTest {
  private static final KeyHash HASH = KeyHash.xxh64(0x5EED);

  @Test
  void itsLinesAreThoseOfAPartitionOfTheEngine() {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
    BlockedBloomFilter filter = filter(3000, 10);
    for (int i = 0; i < 3000; i++) {
      long hash = HASH.hash(KeyFamily.UTF_8.key(i));
      builder.add(hash);
      filter.addHash(hash);
    }
    byte[] partition = builder.build(10, 0);
    byte[] bytes = filter.toBytes();
    assertThat(Arrays.copyOfRange(bytes, 64, bytes.length))
        .isEqualTo(Arrays.copyOfRange(partition, 64, partition.length));
  }

  @Test
  void a8_theConcurrentVariantWritesTheSameBytes() {
    BlockedBloomFilter plain = filter(5000, 12);
    BlockedBloomFilter concurrent =
        BlockedBloomFilter.builder()
            .hash(HASH)
            .expectedKeys(5000)
            .bitsPerKey(12)
            .concurrent()
            .build();
    for (long hash : MembershipContractTest.randomHashes(6000, 6)) {
      assertThat(concurrent.addHash(hash)).isEqualTo(plain.addHash(hash));
    }
    assertThat(concurrent.toBytes()).isEqualTo(plain.toBytes());
  }

  @ParameterizedTest
  @CsvSource({"4, 5", "6, 5", "8, 10", "10, 30", "12, 60", "16, 200"})
  void a2_theMeasuredRateIsTheMixture(double bitsPerKey, int thousandQueriesEach) {
    int filters = 50;
    int keys = 20_000;
    SplittableRandom random = new SplittableRandom((long) bitsPerKey);
    long positives = 0;
    double expected = 0;
    double ofBits = 0;
    for (int f = 0; f < filters; f++) {
      BlockedBloomFilter filter = filter(keys, bitsPerKey);
      for (int i = 0; i < keys; i++) {
        filter.addHash(random.nextLong());
      }
      for (int i = 0; i < thousandQueriesEach * 1000; i++) {
        positives += filter.mightContainHash(random.nextLong()) ? 1 : 0;
      }
      expected += filter.expectedFpr() / filters;
      ofBits += filter.currentFpr() / filters;
    }
    long queries = filters * 1000L * thousandQueriesEach;
    BinomialGate.assertFits("mixture", positives, queries, expected, 0.03);
    BinomialGate.assertFits("a3: of the bits", positives, queries, ofBits, 0.005);
  }

  @Test
  void answersInBulkAreThoseOfSingleLookUps() {
    BlockedBloomFilter filter = filter(1000, 8);
    long[] present = MembershipContractTest.randomHashes(1000, 1);
    filter.addHashes(present, present.length);
    long[] asked = MembershipContractTest.randomHashes(50_000, 2);
    System.arraycopy(present, 0, asked, 700, present.length);
    boolean[] answers = new boolean[asked.length + 1];
    answers[asked.length] = true;
    int positives = filter.mightContainHashes(asked, asked.length, answers);
    int single = 0;
    for (int i = 0; i < asked.length; i++) {
      assertThat(answers[i]).isEqualTo(filter.mightContainHash(asked[i]));
      single += answers[i] ? 1 : 0;
    }
    assertThat(positives).isEqualTo(single).isGreaterThan(1000);
    assertThat(answers[asked.length]).as("behind the count").isTrue();
    assertThat(filter.mightContainHashes(asked, 0, answers)).isZero();
    assertThatThrownBy(() -> filter.mightContainHashes(asked, asked.length + 1, answers))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void a5_saturatedLinesAreFlagged() {
    BlockedBloomFilter filter = filter(10, 1);
    for (long hash : MembershipContractTest.randomHashes(5000, 1)) {
      filter.addHash(hash);
    }
    assertThat(filter.cardinality().saturated()).isTrue();
    assertThat(filter.cardinality().keys()).isBetween(300.0, 5000.0);
    assertThat(filter.currentFpr()).isEqualTo(1);
    assertThat(filter.overfilled()).isTrue();
  }

  @Test
  void ratesThatLinesCannotKeepAreRefused() {
    FilterBuilder<BlockedBloomFilter> builder =
        BlockedBloomFilter.builder().expectedKeys(1000).falsePositiveRate(0.00009);
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("actual=9.0E-5, expected=at least 9.08");
    assertThat(filter(1000, 100).bitSize()).isEqualTo(filter(1000, 24).bitSize());
    assertThatThrownBy(() -> filter(1_000_000_000, 20))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lines of a filter");
  }

  @Test
  void aBuilderRefusesWhatMakesNoFilter() {
    FilterBuilder<BlockedBloomFilter> builder = BlockedBloomFilter.builder();
    assertThatThrownBy(builder::build).hasMessage("expected keys are not set");
    builder.expectedKeys(5);
    assertThatThrownBy(builder::build)
        .hasMessage("neither false-positive rate nor bits per key are set");
    for (double rate : new double[] {0, 1, -1, Double.NaN}) {
      assertThatThrownBy(() -> builder.falsePositiveRate(rate)).hasMessageContaining("" + rate);
    }
    for (double bits : new double[] {0.99, 100.1, Double.NaN}) {
      assertThatThrownBy(() -> builder.bitsPerKey(bits)).hasMessageContaining("" + bits);
    }
    assertThatThrownBy(() -> builder.expectedKeys(-1)).hasMessageContaining("actual=-1");
    assertThatThrownBy(() -> builder.expectedKeys(1L << 41)).hasMessageContaining("expected=0 to");
    assertThatThrownBy(() -> builder.hash(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> CuckooFilter.builder().concurrent())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(builder.bitsPerKey(20).falsePositiveRate(0.1).build().bitSize()).isEqualTo(512);
  }

  private static BlockedBloomFilter filter(int keys, double bitsPerKey) {
    return BlockedBloomFilter.builder()
        .hash(HASH)
        .expectedKeys(keys)
        .bitsPerKey(bitsPerKey)
        .build();
  }
}
