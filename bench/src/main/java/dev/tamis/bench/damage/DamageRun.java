package dev.tamis.bench.damage;

import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.StoreDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Damages a copy of the store in one place after the other, and counts what became of it. Every
 * copy gets a directory of its own, so one that hangs is left behind without harm.
 */
final class DamageRun {
  private static final long HANG_SECONDS = 10;
  private static final String MANIFEST = "MANIFEST";

  /** What is counted together. */
  record Group(String fileKind, String damage) {}

  /** A change of one file. */
  private interface Change {
    /** The content of the file after change {@code i}, or null for no file. */
    byte[] content(int i);
  }

  private final SmallStore store;
  private final SmallStore sibling;
  private final Path scratch;
  private final Map<Group, EnumMap<Outcome, Long>> counts = new LinkedHashMap<>();
  private ExecutorService reader = newReader();
  private long copies;

  /**
   * @param sibling a store of the same keys made apart, whose files have the same names
   */
  DamageRun(SmallStore store, SmallStore sibling, Path scratch) {
    this.store = store;
    this.sibling = sibling;
    this.scratch = scratch;
  }

  /**
   * Every bit of every file flipped, every file cut to every length, every file missing, every file
   * replaced by the sibling's of that name.
   *
   * @param bitStride 1 for every bit, else every so manieth one
   */
  Map<Group, EnumMap<Outcome, Long>> run(int bitStride, Progress progress) throws IOException {
    try {
      for (String file : store.fileNames()) {
        byte[] bytes = store.bytes(file);
        int bits = (Byte.SIZE * bytes.length + bitStride - 1) / bitStride;
        damage(file, "bit flipped", bits, i -> flipped(bytes, i * bitStride), progress);
        int cuts = (bytes.length + bitStride - 1) / bitStride;
        damage(file, "cut short", cuts, i -> Arrays.copyOf(bytes, i * bitStride), progress);
        damage(file, "missing", 1, i -> null, progress);
        if (sibling.fileNames().contains(file)) {
          damage(file, "of another store", 1, i -> sibling.bytes(file), progress);
        }
      }
    } finally {
      reader.shutdownNow();
    }
    return counts;
  }

  private void damage(String file, String name, int count, Change change, Progress progress)
      throws IOException {
    EnumMap<Outcome, Long> outcomes =
        counts.computeIfAbsent(new Group(kind(file), name), group -> new EnumMap<>(Outcome.class));
    try (Progress.Step step = progress.begin(file + ", " + name, count)) {
      for (int i = 0; i < count; i++) {
        outcomes.merge(tryOne(file, change.content(i)), 1L, Long::sum);
        step.advanceTo(i + 1);
      }
    }
  }

  private Outcome tryOne(String file, byte[] content) throws IOException {
    Path directory = scratch.resolve("copy-" + copies++);
    Files.createDirectory(directory);
    store.write(directory, file, content);
    Future<Outcome> reading = reader.submit(() -> store.read(directory));
    try {
      Outcome outcome = reading.get(HANG_SECONDS, TimeUnit.SECONDS);
      StoreDirectory.deleteTree(directory);
      return outcome;
    } catch (TimeoutException e) {
      reader.shutdownNow();
      reader = newReader();
      return Outcome.HANG;
    } catch (ExecutionException e) {
      throw new IllegalStateException("reading a damaged copy", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static byte[] flipped(byte[] bytes, int bit) {
    byte[] copy = bytes.clone();
    copy[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
    return copy;
  }

  /** What a file is, by the names that LSM engines give. */
  private static String kind(String file) {
    if (file.endsWith(".sst") || file.endsWith(".ldb")) {
      return "table";
    }
    if (file.endsWith(".log")) {
      return "log";
    }
    return file.startsWith(MANIFEST) ? MANIFEST : file;
  }

  private static ExecutorService newReader() {
    return Executors.newSingleThreadExecutor(
        body -> {
          Thread thread = new Thread(body, "tamis-bench-damage");
          thread.setDaemon(true);
          return thread;
        });
  }
}
