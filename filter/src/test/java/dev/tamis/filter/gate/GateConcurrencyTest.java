package dev.tamis.filter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commits, questions, readers and rebuilds at the same time; oracle: what was acknowledged. */
class GateConcurrencyTest {
  private static final int WRITERS = 2;
  private static final int KEYS_EACH = 15_000;

  @Test
  @Timeout(60)
  void anAcknowledgedKeyIsNeverDenied() throws Exception {
    MapSource source = new MapSource();
    MembershipGate gate =
        MembershipGate.builder(source).maxRecentKeys(KEYS_EACH).negativeCache(64).build();
    AtomicIntegerArray acknowledged = new AtomicIntegerArray(WRITERS);
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong denied = new AtomicLong();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        int writer = w;
        writers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < KEYS_EACH; i++) {
                    String key = writer + "-" + i;
                    gate.commit(MapSource.bytes(key), bytes -> source.put(key));
                    acknowledged.set(writer, i + 1);
                  }
                  return null;
                }));
      }
      List<Future<?>> others = new ArrayList<>();
      others.add(
          threads.submit(
              () -> {
                while (!done.get()) {
                  gate.rebuild();
                }
                return null;
              }));
      for (int r = 0; r < 2; r++) {
        int writer = r;
        others.add(
            threads.submit(
                () -> {
                  GateReader reader = gate.openReader();
                  for (long n = 0; !done.get(); n++) {
                    int count = acknowledged.get(writer);
                    if (n % 100 == 0) {
                      reader.refresh();
                    }
                    if (count > 0) {
                      byte[] newest = MapSource.bytes(writer + "-" + (count - 1));
                      byte[] some = MapSource.bytes(writer + "-" + (n * 7919 % count));
                      boolean all =
                          gate.mightContain(newest)
                              && gate.mightContain(some)
                              && reader.mightContain(newest)
                              && reader.mightContain(some)
                              && gate.find(newest, source::read) != null;
                      denied.addAndGet(all ? 0 : 1);
                    }
                    gate.find(MapSource.bytes(writer + "-" + (count + 3)), source::read);
                  }
                  reader.close();
                  return null;
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      done.set(true);
      for (Future<?> other : others) {
        other.get();
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
    assertThat(denied.get()).isZero();
    gate.rebuild();
    for (int w = 0; w < WRITERS; w++) {
      for (int i = 0; i < KEYS_EACH; i++) {
        assertThat(gate.mightContain(MapSource.bytes(w + "-" + i))).isTrue();
      }
    }
    assertThat(gate.status().recentKeys()).isZero();
    assertThat(gate.versions().readersBefore(Long.MAX_VALUE)).isZero();
  }
}
