package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A15: filters built with {@link FilterBuilder#concurrent()}. */
class ConcurrentAddTest {
  private static final int WRITERS = TestScale.of(4, 8);
  private static final int READERS = TestScale.of(2, 8);
  private static final int KEYS_EACH = TestScale.of(15_000, 3_000_000);

  static Stream<Supplier<MutableFilter>> filtersOfAFewWords() {
    return Stream.of(
        () -> BlockedBloomFilter.builder().expectedKeys(1).bitsPerKey(10).concurrent().build(),
        () -> BloomFilter.builder().expectedKeys(40).bitsPerKey(10).concurrent().build());
  }

  static Stream<Supplier<MutableFilter>> filters() {
    return Stream.of(
        () ->
            BlockedBloomFilter.builder()
                .expectedKeys((long) WRITERS * KEYS_EACH)
                .bitsPerKey(10)
                .concurrent()
                .build(),
        () ->
            BloomFilter.builder()
                .expectedKeys((long) WRITERS * KEYS_EACH)
                .bitsPerKey(10)
                .concurrent()
                .build());
  }

  @ParameterizedTest
  @MethodSource("filtersOfAFewWords")
  void a15_writersOfTheSameWordsLoseNoBit(Supplier<MutableFilter> maker) throws Exception {
    int rounds = 300;
    int keysEach = 10;
    List<MutableFilter> filters = Stream.generate(maker).limit(rounds).toList();
    CyclicBarrier start = new CyclicBarrier(WRITERS);
    ExecutorService executor = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        int writer = w;
        running.add(
            executor.submit(
                () -> {
                  for (MutableFilter filter : filters) {
                    start.await(60, TimeUnit.SECONDS);
                    for (int i = 0; i < keysEach; i++) {
                      filter.addHash(hashOf(writer, i));
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> future : running) {
        future.get(600, TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
    for (MutableFilter filter : filters) {
      assertThat(filter.keyCount()).isEqualTo((long) WRITERS * keysEach);
      for (int writer = 0; writer < WRITERS; writer++) {
        for (int i = 0; i < keysEach; i++) {
          assertThat(filter.mightContainHash(hashOf(writer, i))).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("filters")
  void a15_aPublishedKeyIsFoundWhileOthersAreAdded(Supplier<MutableFilter> maker) throws Exception {
    MutableFilter filter = maker.get();
    AtomicIntegerArray published = new AtomicIntegerArray(WRITERS);
    ExecutorService executor = Executors.newFixedThreadPool(WRITERS + READERS);
    try {
      List<Future<Integer>> running = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        int writer = w;
        running.add(
            executor.submit(
                () -> {
                  for (int i = 0; i < KEYS_EACH; i++) {
                    filter.addHash(hashOf(writer, i));
                    published.setRelease(writer, i + 1);
                  }
                  return 0;
                }));
      }
      for (int r = 0; r < READERS; r++) {
        SplittableRandom random = new SplittableRandom(r);
        running.add(executor.submit(() -> denied(filter, published, 4 * KEYS_EACH, random)));
      }
      for (Future<Integer> future : running) {
        assertThat(future.get(600, TimeUnit.SECONDS)).as("published keys denied").isZero();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(filter.keyCount()).isEqualTo((long) WRITERS * KEYS_EACH);
  }

  private static int denied(
      MutableFilter filter, AtomicIntegerArray published, int probes, SplittableRandom random) {
    int denied = 0;
    for (int i = 0; i < probes; i++) {
      int writer = i % WRITERS;
      int upTo = published.getAcquire(writer);
      if (upTo > 0) {
        int key = random.nextBoolean() ? upTo - 1 : random.nextInt(upTo);
        denied += filter.mightContainHash(hashOf(writer, key)) ? 0 : 1;
      }
    }
    return denied;
  }

  private static long hashOf(int writer, int key) {
    return RibbonEquation.mix(((long) writer << 32) + key, 0);
  }
}
