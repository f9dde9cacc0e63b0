package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A history that two processes can agree on without sharing anything: what a writer does in its
 * n-th step follows from the writer and n. One process writes and acknowledges step by step; the
 * other knows from the last acknowledged number what the store must hold, exactly but for the one
 * step that each writer may have finished without having said so.
 */
final class AcknowledgedWrites {
  static final int WRITERS = 4;
  static final int BATCH_KEYS = 10;
  private static final int SINGLE_KEYS = 40;

  private AcknowledgedWrites() {}

  /** Small enough that logs rotate, memtables flush and levels merge all the time. */
  static Options options() {
    return Options.builder()
        .memtableBytes(4 << 10)
        .blockBytes(256)
        .partitionBytes(256)
        .cacheBytes(64 << 10)
        .maxOpenFiles(8)
        .level0Tables(2)
        .levelRatio(2)
        .levelBaseBytes(8 << 10)
        .tableBytes(4 << 10)
        .build();
  }

  /** Carries out one step: a put, a delete, or a batch that sets ten keys to the same value. */
  static void write(Db db, int writer, long step) throws IOException {
    WriteBatch batch = new WriteBatch();
    operations(writer, step)
        .forEach(
            (key, value) -> {
              if (value.isEmpty()) {
                batch.delete(key.getBytes(UTF_8));
              } else {
                batch.put(key.getBytes(UTF_8), value.getBytes(UTF_8));
              }
            });
    db.write(batch, mix(writer, step) % 6 == 0 ? Durability.SYNC : Durability.BUFFERED);
  }

  /** What a writer's keys are after its first {@code steps} steps. */
  static Map<String, String> expected(int writer, long steps) {
    Map<String, String> state = new TreeMap<>();
    // A key keeps nothing from long ago: each is set or removed within a few hundred steps.
    for (long step = Math.max(1, steps - 4000); step <= steps; step++) {
      apply(state, operations(writer, step));
    }
    return state;
  }

  /** The state one step later. */
  static void apply(Map<String, String> state, Map<String, String> operations) {
    operations.forEach(
        (key, value) -> {
          if (value.isEmpty()) {
            state.remove(key);
          } else {
            state.put(key, value);
          }
        });
  }

  /** Keys with their new values; the empty value stands for a delete. */
  static Map<String, String> operations(int writer, long step) {
    long random = mix(writer, step);
    Map<String, String> operations = new TreeMap<>();
    int kind = (int) Math.floorMod(random >>> 8, 10L);
    if (kind < 2) {
      for (int i = 0; i < BATCH_KEYS; i++) {
        operations.put(key(writer, "batch", i), value(step, random));
      }
    } else {
      String key = key(writer, "single", (int) Math.floorMod(random >>> 16, (long) SINGLE_KEYS));
      operations.put(key, kind == 2 ? "" : value(step, random));
    }
    return operations;
  }

  /** Everything in a store, read by a cursor and compared with what gets say. */
  static Map<String, String> contents(Db db) throws IOException {
    Map<String, String> found = new TreeMap<>();
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor = db.cursor()) {
      for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
        keys.add(cursor.key());
        found.put(new String(cursor.key(), UTF_8), new String(cursor.value(), UTF_8));
      }
    }
    for (byte[] key : keys) {
      byte[] value = db.get(key);
      String scanned = found.get(new String(key, UTF_8));
      if (value == null || !new String(value, UTF_8).equals(scanned)) {
        throw new IllegalStateException("get and scan differ at " + new String(key, UTF_8));
      }
    }
    return found;
  }

  /** The part of a store's contents that is one writer's. */
  static Map<String, String> partOf(int writer, Map<String, String> contents) {
    Map<String, String> part = new TreeMap<>();
    contents.forEach(
        (key, value) -> {
          if (key.startsWith("writer" + writer + "/")) {
            part.put(key, value);
          }
        });
    return part;
  }

  private static String key(int writer, String kind, int number) {
    return String.format(Locale.ROOT, "writer%d/%s/%03d", writer, kind, number);
  }

  private static String value(long step, long random) {
    int padding = (int) Math.floorMod(random >>> 24, 120L);
    return step + "/" + "x".repeat(padding);
  }

  private static long mix(int writer, long step) {
    long z = (writer + 1) * 0x9E3779B97F4A7C15L + step * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
