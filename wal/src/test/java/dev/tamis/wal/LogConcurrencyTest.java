package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LogConcurrencyTest {
  private static final int RECORDS = 5000;

  @Test
  void aRecordAppendedDuringASyncNeitherWaitsForItNorCountsAsSynced() throws Exception {
    FaultDirectory dir = new FaultDirectory(new CrashDirectory());
    ExecutorService appender = Executors.newSingleThreadExecutor();
    try (LogWriter writer = Logs.create(dir)) {
      Logs.append(writer, 1, new byte[5]);
      long before = writer.size();
      Runnable appending =
          () ->
              assertThat(
                      appender.submit(
                          () -> {
                            Logs.append(writer, 2, new byte[6]);
                            return writer.size();
                          }))
                  .succeedsWithin(Duration.ofSeconds(30))
                  .isEqualTo(before + 34);
      dir.add(FaultRule.on(FaultOperation.SYNC, Logs.NAME).run(appending));
      writer.sync();
      assertThat(writer.syncedUpTo()).isEqualTo(before);
      writer.sync();
      assertThat(writer.syncedUpTo()).isEqualTo(before + 34);
    } finally {
      appender.shutdown();
    }
  }

  @Test
  void oneThreadAppendsWhileAnotherSyncsAndPromises() throws Exception {
    CrashDirectory dir = new CrashDirectory();
    List<byte[]> written = Logs.payloads(RECORDS, 60);
    ExecutorService syncer = Executors.newSingleThreadExecutor();
    AtomicBoolean done = new AtomicBoolean();
    List<CrashDirectory> images = new ArrayList<>();
    List<Long> promises = new ArrayList<>();
    CountDownLatch firstImage = new CountDownLatch(1);
    try (LogWriter writer = Logs.create(dir)) {
      dir.sync();
      Future<?> syncs =
          syncer.submit(
              () -> {
                while (!done.get()) {
                  writer.sync();
                  long synced = writer.syncedUpTo();
                  writer.promise();
                  if (images.size() < 20) {
                    images.add(dir.crash(CrashModel.DROP_ALL, 1));
                    promises.add(synced);
                    firstImage.countDown();
                  }
                }
                return null;
              });
      for (int i = 0; i < RECORDS; i++) {
        Logs.append(writer, i + 1, written.get(i));
        if (i == RECORDS / 2) {
          assertThat(firstImage.await(30, TimeUnit.SECONDS)).isTrue();
        }
      }
      done.set(true);
      syncs.get();
      writer.sync();
      assertThat(writer.syncedUpTo()).isEqualTo(writer.size()).isEqualTo(dir.size(Logs.NAME));
    } finally {
      done.set(true);
      syncer.shutdown();
    }

    Logs.Outcome outcome = Logs.read(dir, null);
    assertThat(outcome.isClean()).isTrue();
    assertThat(outcome.payloads()).hasSize(RECORDS);
    Logs.assertPrefix(outcome, written, "all");
    for (int i = 0; i < images.size(); i++) {
      Logs.Outcome image = Logs.read(images.get(i), null);
      Logs.assertPrefix(image, written, "image " + i);
      assertThat(image.end().validBytes()).isGreaterThanOrEqualTo(promises.get(i));
    }
    assertThat(images).isNotEmpty();
  }
}
