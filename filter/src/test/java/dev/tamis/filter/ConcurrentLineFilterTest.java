package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class ConcurrentLineFilterTest {
  @Test
  void anEmptyFilterDeniesEverything() {
    ConcurrentLineFilter filter = new ConcurrentLineFilter(0, 10);
    assertThat(filter.sizeBytes()).isEqualTo(64);
    for (long hash : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(filter.mightContain(hash)).isFalse();
    }
  }

  @Test
  void itAnswersLikeThePartitionOfTheSameKeys() {
    SplittableRandom random = new SplittableRandom(6);
    int keys = 2000;
    int lines = FilterPartitionBuilder.lineCount(keys, 8);
    ConcurrentLineFilter filter = new ConcurrentLineFilter(keys, 8);
    assertThat(filter.sizeBytes()).isEqualTo(64L * lines);
    byte[] bytes = new byte[lines * SplitLine.BYTES];
    for (int i = 0; i < keys; i++) {
      long hash = random.nextLong();
      filter.add(hash);
      SplitLine.add(bytes, 0, lines, hash);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int positives = 0;
    for (int i = 0; i < 100_000; i++) {
      long hash = random.nextLong();
      boolean answer = filter.mightContain(hash);
      assertThat(answer).isEqualTo(SplitLine.mightContain(buffer, 0, lines, hash));
      positives += answer ? 1 : 0;
    }
    assertThat(positives).isPositive();
  }

  @Test
  void moreKeysThanExpectedAreStillFound() {
    ConcurrentLineFilter filter = new ConcurrentLineFilter(100, 10);
    for (long i = 0; i < 10_000; i++) {
      filter.add(i * 0x9E3779B97F4A7C15L);
    }
    for (long i = 0; i < 10_000; i++) {
      assertThat(filter.mightContain(i * 0x9E3779B97F4A7C15L)).isTrue();
    }
  }

  @Test
  void a15_writersOfTheSameLineLoseNoBit() throws Exception {
    int writers = 4;
    int keysEach = 20;
    int rounds = 300;
    List<ConcurrentLineFilter> filters = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      filters.add(new ConcurrentLineFilter(1, 10)); // one line for all
    }
    CyclicBarrier start = new CyclicBarrier(writers);
    ExecutorService executor = Executors.newFixedThreadPool(writers);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int w = 0; w < writers; w++) {
        int writer = w;
        running.add(
            executor.submit(
                () -> {
                  for (int round = 0; round < rounds; round++) {
                    start.await(30, TimeUnit.SECONDS);
                    for (int i = 0; i < keysEach; i++) {
                      filters.get(round).add(hashOf(round, writer, i));
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> future : running) {
        future.get(60, TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
    for (int round = 0; round < rounds; round++) {
      for (int writer = 0; writer < writers; writer++) {
        for (int i = 0; i < keysEach; i++) {
          assertThat(filters.get(round).mightContain(hashOf(round, writer, i)))
              .as("round %s writer %s key %s", round, writer, i)
              .isTrue();
        }
      }
    }
  }

  @Test
  void a15_aPublishedKeyIsFoundWhileOthersAreAdded() throws Exception {
    int writers = 2;
    int readers = 2;
    int keysEach = 50_000;
    ConcurrentLineFilter filter = new ConcurrentLineFilter(writers * keysEach, 10);
    AtomicIntegerArray published = new AtomicIntegerArray(writers);
    ExecutorService executor = Executors.newFixedThreadPool(writers + readers);
    try {
      List<Future<Integer>> running = new ArrayList<>();
      for (int w = 0; w < writers; w++) {
        int writer = w;
        running.add(
            executor.submit(
                () -> {
                  for (int i = 0; i < keysEach; i++) {
                    filter.add(hashOf(0, writer, i));
                    published.setRelease(writer, i + 1);
                  }
                  return 0;
                }));
      }
      for (int r = 0; r < readers; r++) {
        SplittableRandom random = new SplittableRandom(r);
        running.add(executor.submit(() -> countDenied(filter, published, keysEach, random)));
      }
      for (Future<Integer> future : running) {
        assertThat(future.get(60, TimeUnit.SECONDS)).as("published keys denied").isZero();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void nonsenseSizesAreRefused() {
    assertThatThrownBy(() -> new ConcurrentLineFilter(-1, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ConcurrentLineFilter(1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static int countDenied(
      ConcurrentLineFilter filter,
      AtomicIntegerArray published,
      int keysEach,
      SplittableRandom random) {
    int denied = 0;
    for (int probes = 0; probes < 4 * keysEach; probes++) {
      int writer = probes % published.length();
      int upTo = published.getAcquire(writer);
      if (upTo > 0) {
        // Half of the probes ask for the newest key.
        int i = probes % 4 < 2 ? upTo - 1 : random.nextInt(upTo);
        denied += filter.mightContain(hashOf(0, writer, i)) ? 0 : 1;
      }
    }
    return denied;
  }

  private static long hashOf(int round, int writer, int i) {
    long x = ((long) round << 40) + ((long) writer << 32) + i;
    x = (x + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    return (x ^ (x >>> 31)) * 0x94D049BB133111EBL;
  }
}
