package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CuckooFilterTest {
  private static final KeyHash HASH = KeyHash.xxh64(33);

  @ParameterizedTest
  @ValueSource(ints = {100, 1000, 20_000, 200_000})
  void a13_itFillsTo95PercentAndThenFailsWithoutLosingAKey(int keys) {
    CuckooFilter filter = filter(keys, 0.01);
    SplittableRandom random = new SplittableRandom(keys);
    List<Long> added = new ArrayList<>();
    FilterFullException full =
        catchThrowableOfType(
            FilterFullException.class,
            () -> {
              while (true) {
                long hash = random.nextLong();
                filter.addHash(hash);
                added.add(hash);
              }
            });
    assertThat(filter.fillRatio()).isGreaterThan(0.95);
    assertThat(full.keyCount()).isEqualTo(added.size()).isEqualTo(filter.keyCount());
    assertThat(full.slots()).isEqualTo(filter.bitSize() / 10);
    assertThat(added).allMatch(filter::mightContainHash);
  }

  @Test
  void a13_aFailureChangesNothingAndRoomCanBeMade() throws FilterFormatException {
    CuckooFilter filter = filter(50, 0.01);
    SplittableRandom random = new SplittableRandom(1);
    List<Long> added = new ArrayList<>();
    int failures = 0;
    while (failures < 200) {
      long hash = random.nextLong();
      CuckooFilter before = CuckooFilter.fromBytes(filter.toBytes());
      try {
        filter.addHash(hash);
        added.add(hash);
      } catch (FilterFullException e) {
        failures++;
        for (int i = 0; i < 2000; i++) { // the same fingerprints in the same buckets
          long other = random.nextLong();
          assertThat(filter.mightContainHash(other)).isEqualTo(before.mightContainHash(other));
        }
        assertThat(filter.removeHash(added.remove(random.nextInt(added.size())))).isTrue();
      }
      assertThat(added).allMatch(filter::mightContainHash);
      assertThat(filter.keyCount()).isEqualTo(added.size());
    }
  }

  @Test
  void a13_aModelOfPresentKeysNeverLosesOne() {
    for (int seed = 0; seed < 10; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      CuckooFilter filter = filter(300, 0.05); // few bits: many keys share a fingerprint
      List<Long> present = new ArrayList<>();
      for (int step = 0; step < 6000; step++) {
        if (present.isEmpty() || (present.size() < 300 && random.nextBoolean())) {
          long key = random.nextLong();
          filter.addHash(key);
          present.add(key);
        } else {
          assertThat(filter.removeHash(present.remove(random.nextInt(present.size())))).isTrue();
        }
        if (step % 20 == 0) {
          assertThat(present).allMatch(filter::mightContainHash);
        }
      }
      for (long key : present) {
        assertThat(filter.removeHash(key)).isTrue();
      }
      assertThat(filter.fillRatio()).isZero();
      assertThat(filter.currentFpr()).isZero();
    }
  }

  @Test
  void a13_oneKeyHasEightPlacesAtMost() {
    CuckooFilter filter = filter(1000, 0.01);
    for (int i = 0; i < 8; i++) {
      assertThat(filter.add("again")).isEqualTo(i == 0);
    }
    assertThatThrownBy(() -> filter.add("again")).isInstanceOf(FilterFullException.class);
    for (int i = 0; i < 8; i++) {
      assertThat(filter.mightContain("again")).isTrue();
      assertThat(filter.remove("again")).isTrue();
    }
    assertThat(filter.mightContain("again")).isFalse();
    assertThat(filter.remove("again")).isFalse();
    assertThat(filter.keyCount()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0.03, 8", "0.01, 10", "0.001, 13", "0.0002, 16"})
  void a2_theRateIsThatOfEightComparisons(double rate, int fingerprintBits) {
    int keys = 100_000;
    CuckooFilter filter = filter(keys, rate);
    SplittableRandom random = new SplittableRandom(12);
    for (int i = 0; i < keys; i++) {
      filter.addHash(random.nextLong());
    }
    assertThat(filter.bitSize() / (double) keys)
        .isBetween(fingerprintBits / 0.951, fingerprintBits / 0.949);
    double bound = 8 * filter.fillRatio() / (1 << fingerprintBits) * 1.05;
    int queries = (int) Math.max(500_000, Math.min(6_000_000, 3000 / rate));
    long positives = 0;
    for (int i = 0; i < queries; i++) {
      positives += filter.mightContainHash(random.nextLong()) ? 1 : 0;
    }
    BinomialGate.assertFits("cuckoo", positives, queries, filter.currentFpr(), 0.01);
    assertThat(filter.expectedFpr()).isLessThan(bound).isLessThan(rate * 1.001);
  }

  @Test
  void fingerprintsOfEveryWidthArePackedWithoutTouchingEachOther() {
    for (int bits = 7; bits <= 16; bits++) {
      CuckooTable table = new CuckooTable(11, bits);
      int[] model = new int[44];
      SplittableRandom random = new SplittableRandom(bits);
      for (int step = 0; step < 20_000; step++) {
        int slot = random.nextInt(44);
        int fingerprint = random.nextInt(1 << bits);
        assertThat(table.swap(slot, fingerprint)).isEqualTo(model[slot]);
        model[slot] = fingerprint;
        int bucket = random.nextInt(11);
        int asked = random.nextBoolean() ? model[4 * bucket + 2] : random.nextInt(1 << bits);
        boolean inModel = false;
        for (int i = 4 * bucket; i < 4 * bucket + 4; i++) {
          inModel |= model[i] == asked;
        }
        assertThat(table.contains(bucket, asked)).isEqualTo(inModel);
      }
    }
  }

  @Test
  void fingerprintsOfTheWrongWidthAreRefused() {
    assertThatThrownBy(() -> filter(10, 0.0001))
        .hasMessage("bits of a fingerprint: actual=17, expected=7 to 16");
    assertThatThrownBy(() -> CuckooFilter.builder().expectedKeys(10).bitsPerKey(6).build())
        .hasMessage("bits of a fingerprint: actual=5, expected=7 to 16");
  }

  private static CuckooFilter filter(int keys, double rate) {
    return CuckooFilter.builder().hash(HASH).expectedKeys(keys).falsePositiveRate(rate).build();
  }
}
