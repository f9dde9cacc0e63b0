package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
  private static final int FILE_BYTES = 4000;
  private static final int THREADS = 8;

  private final CrashDirectory files = new CrashDirectory();
  private final HandleTrackingDirectory directory = new HandleTrackingDirectory(files);

  @Test
  void opensAFileOnceAndReadsFromTheBuffersPosition() throws IOException {
    write(1);
    OpenFiles open = new OpenFiles(directory, 4);
    ByteBuffer destination = ByteBuffer.allocate(20);
    destination.position(5).limit(15);
    open.read("1.sst", 100, destination);
    assertThat(destination.position()).isEqualTo(15);
    destination.clear();
    for (int i = 0; i < 20; i++) {
      assertThat(destination.get(i)).isEqualTo(i < 5 || i >= 15 ? 0 : contentAt(1, 100 + i - 5));
    }
    check(open, 1, 0);
    assertThat(directory.opens()).isEqualTo(1);
    assertThat(open.openCount()).isEqualTo(1);
  }

  @Test
  void theHandleThatWasNotUsedLatelyIsClosed() throws IOException {
    for (int i = 0; i < 5; i++) {
      write(i);
    }
    OpenFiles open = new OpenFiles(directory, 3);
    for (int i = 0; i < 5; i++) {
      check(open, i, 10);
      check(open, 0, 10);
    }
    assertThat(directory.opens()).as("file 0 stays open").isEqualTo(5);
    assertThat(directory.open()).isEqualTo(3);
    assertThat(open.openCount()).isEqualTo(3);
  }

  @Test
  void caseK1_twoHundredFilesEightThreadsAndInterruptsStayWithinTheLimit() throws Exception {
    int fileCount = 200;
    for (int i = 0; i < fileCount; i++) {
      write(i);
    }
    OpenFiles open = new OpenFiles(directory, 16);
    runOnAllThreads(
        thread -> {
          Random random = new Random(thread);
          for (int op = 0; op < 1500; op++) {
            boolean interrupted = random.nextInt(4) == 0;
            if (interrupted) {
              Thread.currentThread().interrupt();
            }
            int file = random.nextInt(random.nextBoolean() ? 10 : fileCount);
            if (random.nextInt(50) == 0) {
              open.forget(name(file));
            }
            check(open, file, random.nextInt(FILE_BYTES - 100));
            assertThat(Thread.interrupted()).as("J5: the flag is kept").isEqualTo(interrupted);
          }
        });
    assertThat(directory.mostOpen()).isBetween(16, 16 + THREADS);
    assertThat(directory.mostOpenOfOneName()).isEqualTo(1);
    assertThat(open.openCount()).isEqualTo(directory.open());
    open.close();
    assertThat(directory.open()).isZero();
    assertThat(open.openCount()).isZero();
  }

  @Test
  void caseJ5_interruptsFromOutsideHarmNoRead() throws Exception {
    for (int i = 0; i < 20; i++) {
      write(i);
    }
    OpenFiles open = new OpenFiles(directory, 4);
    List<Thread> workers = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    AtomicInteger running = new AtomicInteger(4);
    for (int w = 0; w < 4; w++) {
      int seed = w;
      Thread worker =
          new Thread(
              () -> {
                Random random = new Random(seed);
                try {
                  for (int op = 0; op < 1500; op++) {
                    check(open, random.nextInt(20), random.nextInt(FILE_BYTES - 100));
                  }
                } catch (Throwable e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                } finally {
                  running.decrementAndGet();
                }
              },
              "reader-" + w);
      workers.add(worker);
    }
    workers.forEach(Thread::start);
    while (running.get() > 0) {
      workers.forEach(Thread::interrupt);
      LockSupport.parkNanos(1);
    }
    for (Thread worker : workers) {
      worker.join();
    }
    synchronized (failures) {
      assertThat(failures).isEmpty();
    }
    assertThat(directory.mostOpenOfOneName()).isEqualTo(1);
    assertThat(directory.open()).isLessThanOrEqualTo(4);
  }

  @Test
  void eightThreadsShareOneHandleAndAllGetTheirBytes() throws Exception {
    for (int i = 0; i < 8; i++) {
      write(i);
    }
    OpenFiles open = new OpenFiles(directory, 1);
    runOnAllThreads(
        thread -> {
          for (int op = 0; op < 500; op++) {
            check(open, (thread + op) % 8, op);
          }
        });
    assertThat(directory.mostOpen()).isLessThanOrEqualTo(THREADS);
    assertThat(directory.mostOpenOfOneName()).isEqualTo(1);
    assertThat(open.openCount()).isEqualTo(directory.open());
  }

  @Test
  void aReadUnderWaySurvivesForgetAndEndsWhenTheFileIsGone() throws Exception {
    write(1);
    OpenFiles open = new OpenFiles(directory, 4);
    AtomicBoolean deleted = new AtomicBoolean();
    AtomicInteger reads = new AtomicInteger();
    runOnAllThreads(
        thread -> {
          if (thread == 0) {
            for (int i = 0; i < 2000 || reads.get() < 2000; i++) {
              open.forget("1.sst");
              LockSupport.parkNanos(1);
            }
            directory.delete("1.sst");
            open.forget("1.sst");
            deleted.set(true);
            return;
          }
          try {
            while (true) {
              boolean gone = deleted.get();
              check(open, 1, 50);
              reads.incrementAndGet();
              assertThat(gone).as("a read after the file was gone").isFalse();
            }
          } catch (NoSuchFileException expectedOnceDeleted) {
            assertThat(directory.list()).isEmpty();
          }
        });
    assertThat(directory.mostOpenOfOneName()).isEqualTo(1);
    assertThat(directory.open()).isZero();
    assertThat(open.openCount()).isZero();
  }

  @Test
  void failuresPassThroughAndLeaveNoHandleBehind() throws IOException {
    write(1);
    OpenFiles open = new OpenFiles(directory, 1);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> open.read("2.sst", 0, ByteBuffer.allocate(10)))
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageContaining("2.sst");
      assertThat(open.openCount()).isZero();
    }
    assertThatThrownBy(() -> open.read("1.sst", FILE_BYTES - 5, ByteBuffer.allocate(10)))
        .isInstanceOf(EOFException.class);
    check(open, 1, 0);
    write(2);
    check(open, 2, 0);
    open.forget("2.sst");
    open.forget("2.sst");
    open.forget("never-seen");
    assertThat(directory.open()).isZero();
    assertThat(open.openCount()).isZero();
  }

  @Test
  void nothingIsOpenAfterClose() throws Exception {
    for (int i = 0; i < 10; i++) {
      write(i);
    }
    OpenFiles open = new OpenFiles(directory, 5);
    AtomicInteger started = new AtomicInteger();
    runOnAllThreads(
        thread -> {
          if (thread == 0) {
            while (started.get() < 500) {
              LockSupport.parkNanos(1);
            }
            open.close();
            open.close();
            return;
          }
          try {
            for (int op = 0; true; op++) {
              started.incrementAndGet();
              check(open, op % 10, 0);
            }
          } catch (ClosedChannelException expected) {
            assertThat(started.get()).isGreaterThanOrEqualTo(500);
          }
        });
    assertThat(directory.open()).isZero();
    assertThat(open.openCount()).isZero();
    assertThatThrownBy(() -> check(open, 1, 0)).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void aLimitBelowOneIsRefused() {
    assertThatThrownBy(() -> new OpenFiles(directory, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is 0");
  }

  private static String name(int file) {
    return file + ".sst";
  }

  private static byte contentAt(int file, int position) {
    return (byte) (file * 31 + position * 7 + position / 256);
  }

  private void write(int file) {
    byte[] content = new byte[FILE_BYTES];
    for (int i = 0; i < content.length; i++) {
      content[i] = contentAt(file, i);
    }
    files.put(name(file), content);
  }

  private static void check(OpenFiles open, int file, int position) throws IOException {
    ByteBuffer destination = ByteBuffer.allocate(100);
    open.read(name(file), position, destination);
    for (int i = 0; i < 100; i++) {
      if (destination.get(i) != contentAt(file, position + i)) {
        throw new AssertionError("wrong byte of file " + file + " at " + (position + i));
      }
    }
  }

  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void runOnAllThreads(Work work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        results.add(
            executor.submit(
                () -> {
                  work.run(thread);
                  return null;
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
