package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads as users: they must not hold on to their carriers while they wait for us. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadsTest {
  private static final int THREADS = 10_000;
  private static final int OPERATIONS = 10;
  private static final String PINNED = "jdk.VirtualThreadPinned";

  @Test
  void caseJ6_tenThousandVirtualThreads(@TempDir Path directory) throws Exception {
    List<RecordedEvent> pinnings;
    try (Db db = Db.open(directory.resolve("store"), SmallStores.tiny().build());
        Recording recording = new Recording()) {
      recording.enable(PINNED).withThreshold(Duration.ofMillis(20)).withStackTrace();
      recording.start();
      // A thread that waits for a class to be loaded is pinned, whoever's class it is.
      use(db, 0);
      ExecutorService users = virtualThreads();
      List<Future<?>> ends = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int first = thread;
        ends.add(users.submit(() -> use(db, first)));
      }
      Watchdog.watch(
          () -> "virtual threads",
          () -> {
            for (Future<?> end : ends) {
              end.get();
            }
          });
      users.shutdown();
      recording.stop();
      Path events = directory.resolve("events.jfr");
      recording.dump(events);
      pinnings = RecordingFile.readAllEvents(events);
      for (int thread = 0; thread < THREADS; thread++) {
        for (int i = 0; i < OPERATIONS; i += 2) {
          assertThat(SmallStores.get(db, key(thread, i))).isEqualTo("v" + i);
        }
      }
    }
    assertThat(pinnings).noneMatch(VirtualThreadsTest::isOurs);
  }

  private static Void use(Db db, int thread) throws Exception {
    for (int i = 0; i < OPERATIONS; i += 2) {
      boolean synced = (thread + i) % 100 == 0;
      SmallStores.put(db, key(thread, i), "v" + i, synced ? Durability.SYNC : Durability.BUFFERED);
      if (!("v" + i).equals(SmallStores.get(db, key(thread, i)))) {
        throw new AssertionError(key(thread, i) + " is not what was written");
      }
    }
    return null;
  }

  private static String key(int thread, int i) {
    return SmallStores.key(thread) + "-" + i;
  }

  private static boolean isOurs(RecordedEvent event) {
    if (event.getStackTrace() == null) {
      return false;
    }
    for (RecordedFrame frame : event.getStackTrace().getFrames()) {
      if (frame.getMethod().getType().getName().startsWith("dev.tamis.")) {
        return true;
      }
    }
    return false;
  }

  /** By reflection, since the tests are compiled for 17. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    Method factory = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
    return (ExecutorService) factory.invoke(null);
  }
}
