package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What all filters without false negatives promise. */
class MembershipContractTest {
  private static final int[] SIZES = {
    0, 1, 2, 3, 7, 63, 64, 65, 100, 511, 512, 513, 1000, 4096, 10_000
  };

  private static final KeyHash[] HASHES = {
    KeyHash.xxh64(0), KeyHash.xxh64(-5), KeyHash.sipHash13(7, 8), KeyHash.sipHash24(-1, 9)
  };

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a1_noKeyOfAnyFamilyIsEverDenied(FilterKind kind) {
    for (KeyFamily family : KeyFamily.values()) {
      for (int wanted : SIZES) {
        // More would repeat keys, which a cuckoo filter takes a few times only.
        int size = family == KeyFamily.ALL_ZERO ? Math.min(2000, wanted) : wanted;
        KeyHash hash = HASHES[size % HASHES.length];
        long[] hashes = new long[size];
        for (int i = 0; i < size; i++) {
          hashes[i] = hash.hash(family.key(i));
        }
        MembershipFilter filter = kind.make(hashes, size, 0.01, hash);
        for (int i = 0; i < size; i++) {
          if (!filter.mightContainHash(hashes[i])) {
            assertThat(i).as("%s, %s keys of %s: denied", kind, size, family).isEqualTo(-1);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a1_noneOfManyKeysIsDeniedAtAnyRate(FilterKind kind) {
    for (double rate : new double[] {0.3, 0.02, 0.0005}) {
      int size = Math.min(TestScale.of(100_000, 10_000_000), RibbonBuilder.MAX_KEYS);
      long[] hashes = randomHashes(size, 12);
      MembershipFilter filter = kind.make(hashes, size, rate, HASHES[0]);
      boolean[] answers = new boolean[size];
      assertThat(filter.mightContainHashes(hashes, size, answers)).as("%s", rate).isEqualTo(size);
      assertThat(answers).doesNotContain(false);
    }
  }

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a1_emptyLongAndRepeatedKeysAreFoundInEveryForm(FilterKind kind) {
    KeyHash hash = HASHES[3];
    byte[] longKey = new byte[65_536];
    Arrays.fill(longKey, (byte) 0x80);
    byte[][] keys = {{}, {0}, {-1}, longKey, "ключ-鍵-🔑".getBytes(StandardCharsets.UTF_8)};
    long[] hashes = new long[3 * keys.length];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = hash.hash(keys[i % keys.length]); // each three times
    }
    MembershipFilter filter = kind.make(hashes, hashes.length, 0.001, hash);
    for (byte[] key : keys) {
      assertThat(filter.mightContain(key)).isTrue();
      assertThat(filter.mightContain(ByteBuffer.wrap(key))).isTrue();
      ByteBuffer direct = ByteBuffer.allocateDirect(key.length).put(key).flip();
      assertThat(filter.mightContain(direct)).isTrue();
    }
    assertThat(filter.mightContain("ключ-鍵-🔑")).isTrue();
    assertThat(filter.mightContain("")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void anEmptyFilterDeniesAlmostEverything(FilterKind kind) {
    MembershipFilter filter = kind.make(new long[0], 0, 0.01, HASHES[0]);
    int positives = 0;
    for (long hash : randomHashes(1000, 3)) {
      positives += filter.mightContainHash(hash) ? 1 : 0;
    }
    // A ribbon's table is all zeros and matches the fingerprint 0; all others are certain.
    assertThat(positives).isLessThanOrEqualTo(kind == FilterKind.RIBBON ? 25 : 0);
    assertThat(filter.keyCount()).isZero();
    assertThat(filter.cardinality().keys()).isZero();
    assertThat(filter.fillRatio()).isZero();
  }

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a3_designedAndActualRateAgreeWithWhatIsMeasured(FilterKind kind) {
    int size = 50_000;
    double asked = 0.01;
    long[] hashes = randomHashes(size, 99);
    MembershipFilter filter = kind.make(hashes, size, asked, HASHES[1]);
    assertThat(filter.expectedKeys()).isEqualTo(size);
    // A scalable filter does not count keys that tested positive.
    assertThat(filter.keyCount()).isBetween(size * 99L / 100, (long) size);
    assertThat(filter.overfilled()).isFalse();
    assertThat(filter.expectedFpr()).isBetween(asked * 0.45, asked * 1.01);
    assertThat(filter.currentFpr() / filter.expectedFpr()).isBetween(0.95, 1.05);
    assertThat(filter.fillRatio()).isBetween(0.2, 0.96);
    assertThat(filter.hashCount()).isPositive();
    assertThat(filter.bitSize() / (double) size).isBetween(7.0, 40.0);
    long queries = 500_000;
    long positives = 0;
    for (long hash : randomHashes((int) queries, 1234)) {
      positives += filter.mightContainHash(hash) ? 1 : 0;
    }
    BinomialGate.assertFits(kind.name(), positives, queries, filter.currentFpr(), 0.005);
  }

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a5_theNumberOfKeysIsEstimatedFromTheCells(FilterKind kind) {
    int size = 120_000;
    MembershipFilter filter = kind.make(randomHashes(size, 5), size, 0.01, HASHES[0]);
    Cardinality estimate = filter.cardinality();
    assertThat(estimate.keys()).isBetween(size * 0.995, size * 1.005);
    assertThat(estimate.standardError()).isBetween(0.0, size * 0.002);
    assertThat(estimate.saturated()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a8_bytesGiveTheSameFilterAndTheSameBytesBack(FilterKind kind) throws Exception {
    for (int size : SIZES) {
      KeyHash hash = HASHES[size % HASHES.length];
      long[] hashes = randomHashes(size, 8);
      MembershipFilter filter = kind.make(hashes, size, 0.02, hash);
      byte[] bytes = filter.toBytes();
      assertThat(bytes[FilterHeader.TYPE_OFFSET]).isEqualTo((byte) kind.type);
      MembershipFilter again = MembershipFilter.fromBytes(bytes);
      assertThat(again.toBytes()).isEqualTo(bytes);
      assertThat(again.hash()).isEqualTo(hash);
      assertThat(again.keyCount()).isEqualTo(filter.keyCount());
      assertThat(again.expectedKeys()).isEqualTo(filter.expectedKeys());
      assertThat(again.currentFpr()).isEqualTo(filter.currentFpr());
      for (long h : hashes) {
        assertThat(again.mightContainHash(h)).isTrue();
      }
      for (long h : randomHashes(500, 77)) {
        assertThat(again.mightContainHash(h)).isEqualTo(filter.mightContainHash(h));
      }
      assertThat(kind.make(hashes, size, 0.02, hash).toBytes()).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a16_askingAllocatesNothing(FilterKind kind) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] hashes = randomHashes(10_000, 4);
    MembershipFilter filter = kind.make(hashes, hashes.length, 0.01, HASHES[2]);
    boolean[] answers = new boolean[hashes.length];
    byte[] key = new byte[16];
    long positives = ask(filter, hashes, answers, key); // loads classes
    long before = threads.getCurrentThreadAllocatedBytes();
    positives += ask(filter, hashes, answers, key);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(positives).isPositive();
    // One object of 16 bytes per probe would be 320,000.
    assertThat(allocated).isLessThan(20_000);
  }

  @Test
  void stringsAreUtf8WhateverThePlatformUses() {
    KeyHash hash = KeyHash.xxh64(4);
    for (String text : new String[] {"", "a", "é", "ключ", "鍵", "🔑", "\u0000"}) {
      assertThat(hash.hash(text)).isEqualTo(hash.hash(text.getBytes(StandardCharsets.UTF_8)));
    }
    assertThat(hash.hash("\uD83D")).isEqualTo(hash.hash("?"));
  }

  static long[] randomHashes(int count, long seed) {
    return new SplittableRandom(seed).longs(count).toArray();
  }

  private static long ask(MembershipFilter filter, long[] hashes, boolean[] answers, byte[] key) {
    long positives = filter.mightContainHashes(hashes, hashes.length, answers);
    for (int i = 0; i < 10_000; i++) {
      key[i & 15] = (byte) i;
      positives += filter.mightContain(key) ? 1 : 0;
    }
    return positives;
  }
}
