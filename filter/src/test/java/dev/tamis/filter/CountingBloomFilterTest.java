package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CountingBloomFilterTest {
  private static final KeyHash HASH = KeyHash.xxh64(3);

  @Test
  void a11_addingAndRemovingPresentKeysNeverDeniesAPresentOne() {
    for (int seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      CountingBloomFilter filter = filter(200);
      List<Long> present = new ArrayList<>(); // a multiset
      for (int step = 0; step < 4000; step++) {
        if (present.isEmpty() || random.nextInt(100) < (step < 2000 ? 55 : 45)) {
          long key = random.nextInt(5) == 0 ? random.nextInt(3) : random.nextLong();
          filter.addHash(key);
          present.add(key);
        } else {
          int at = random.nextInt(present.size());
          assertThat(filter.removeHash(present.get(at))).isTrue();
          present.remove(at);
        }
        if (step % 50 == 0) {
          assertThat(present).allMatch(filter::mightContainHash);
        }
        assertThat(filter.keyCount()).isEqualTo(present.size());
      }
    }
  }

  @Test
  void a11_withoutStuckCountersRemovingEverythingLeavesNothing() {
    CountingBloomFilter filter = filter(5000);
    byte[] empty = filter.toBytes();
    long[] hashes = MembershipContractTest.randomHashes(5000, 4);
    filter.addHashes(hashes, hashes.length);
    assertThat(filter.counters(CountingBloomFilter.STUCK)).isZero();
    for (long hash : hashes) {
      assertThat(filter.removeHash(hash)).isTrue();
    }
    assertThat(filter.toBytes()).isEqualTo(empty);
  }

  @Test
  void a11_aCounterAtFifteenIsStuckBothWays() {
    CountingBloomFilter filter = filter(100);
    for (int i = 0; i < 20; i++) {
      filter.add("again");
    }
    assertThat(filter.counters(15)).isPositive();
    long stuck = filter.counters(15);
    for (int i = 0; i < 20; i++) {
      assertThat(filter.remove("again")).isTrue();
      assertThat(filter.mightContain("again")).isTrue();
    }
    assertThat(filter.counters(15)).isEqualTo(stuck);
  }

  @Test
  void a11_fourteenTimesIsStillExact() {
    CountingBloomFilter filter = filter(100_000);
    for (int i = 0; i < 14; i++) {
      filter.add("again");
    }
    assertThat(filter.counters(14)).isEqualTo(filter.hashCount());
    for (int i = 0; i < 14; i++) {
      assertThat(filter.mightContain("again")).isTrue();
      assertThat(filter.remove("again")).isTrue();
    }
    assertThat(filter.mightContain("again")).isFalse();
    assertThat(filter.counters(0)).isEqualTo(filter.bitSize() / 4);
  }

  @Test
  void a11_anAbsentKeyThatTestsNegativeIsNotRemoved() {
    CountingBloomFilter filter = filter(1000);
    long[] present = MembershipContractTest.randomHashes(1000, 1);
    filter.addHashes(present, present.length);
    byte[] before = filter.toBytes();
    int refused = 0;
    for (long hash : MembershipContractTest.randomHashes(10_000, 2)) {
      if (!filter.mightContainHash(hash)) {
        assertThat(filter.removeHash(hash)).isFalse();
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(9800);
    assertThat(filter.toBytes()).isEqualTo(before);
  }

  @Test
  void a11_aKeyWithTwoPositionsInOneCounterNeedsItTwice() {
    // Ten counters and seven positions: nearly every key meets a counter twice.
    CountingBloomFilter filter = filter(1);
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 2000; i++) {
      long key = random.nextLong();
      long other = random.nextLong();
      filter.addHash(key);
      byte[] before = filter.toBytes();
      if (filter.removeHash(other)) { // undetectable: put back what it took
        filter.addHash(other);
      }
      assertThat(filter.toBytes()).isEqualTo(before);
      assertThat(filter.removeHash(key)).isTrue();
      assertThat(filter.counters(0)).isEqualTo(10);
    }
  }

  @Test
  void a11_neighbouringCountersDoNotTouchEachOther() {
    for (int bits : new int[] {1, 2, 4, 8}) {
      int size = 200;
      CellArray cells = new CellArray(size, bits);
      int[] model = new int[size];
      SplittableRandom random = new SplittableRandom(bits);
      for (int step = 0; step < 20_000; step++) {
        int at = random.nextInt(size);
        model[at] = random.nextInt(1 << bits);
        cells.set(at, model[at]);
        int look = random.nextInt(size);
        assertThat(cells.get(look)).isEqualTo(model[look]);
      }
      for (int value = 0; value < 1 << bits; value++) {
        int expected = value;
        assertThat(cells.count(value))
            .isEqualTo(Arrays.stream(model).filter(v -> v == expected).count());
      }
    }
  }

  @Test
  void twoCountersShareAByteTheFirstInTheLowerHalf() {
    CellArray cells = new CellArray(3, 4);
    cells.set(0, 1);
    cells.set(1, 15);
    cells.set(2, 7);
    ByteBuffer out = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    cells.writeTo(out);
    assertThat(out.array()).containsExactly(0xF1, 7, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void itBecomesTheStandardFilterOfItsKeys() {
    CountingBloomFilter counting = filter(3000);
    BloomFilter standard =
        BloomFilter.builder().hash(HASH).expectedKeys(3000).falsePositiveRate(0.01).build();
    long[] stays = MembershipContractTest.randomHashes(2000, 1);
    long[] goes = MembershipContractTest.randomHashes(1000, 2);
    counting.addHashes(goes, goes.length);
    counting.addHashes(stays, stays.length);
    for (long hash : goes) {
      counting.removeHash(hash);
    }
    standard.addHashes(stays, stays.length);
    assertThat(counting.toBloomFilter().isCompatible(standard)).isTrue();
    assertThat(counting.toBloomFilter().toBytes()).isEqualTo(standard.toBytes());
    assertThat(counting.bitSize()).isEqualTo(4 * standard.bitSize());
  }

  private static CountingBloomFilter filter(int keys) {
    return CountingBloomFilter.builder()
        .hash(HASH)
        .expectedKeys(keys)
        .falsePositiveRate(0.01)
        .build();
  }
}
