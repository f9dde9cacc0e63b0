package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What a point read costs the garbage collector, measured on its thread. */
class GetAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int KEYS = 5_000;
  private static final int ROUNDS = 20;
  private static final int VALUE_BYTES = 100;

  /** The array's head and the padding to a multiple of 8, with and without compressed pointers. */
  private static final int MOST_OVERHEAD_BYTES = 24;

  /** What the measuring itself may allocate, and a compiler thread's hand-over now and then. */
  private static final long SLACK_BYTES = 2_000;

  @Test
  void ofAnAbsentKeyAllocatesNothingAndOfAPresentOneOnlyTheResult() throws Exception {
    try (Db db = SmallStores.open(new CrashDirectory(), 1, Options.defaults())) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(2L * i), new byte[VALUE_BYTES]);
      }
      assertAllocation(db, "in the memtable");
      db.flush();
      assertAllocation(db, "in a table");
      db.compact(null, null);
      assertAllocation(db, "after a compaction");
    }
  }

  private static void assertAllocation(Db db, String where) throws IOException {
    byte[][] present = new byte[KEYS][];
    byte[][] absent = new byte[KEYS][];
    for (int i = 0; i < KEYS; i++) {
      present[i] = key(2L * i);
      absent[i] = key(2L * i + 1);
    }
    long least = Long.MAX_VALUE;
    long leastAbsent = Long.MAX_VALUE;
    // The first rounds fill the cache and warm the compiler up; the cheapest one is the steady
    // state.
    for (int round = 0; round < ROUNDS; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      int found = found(db, present);
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
      assertThat(found).as(where).isEqualTo(KEYS);
      before = THREADS.getCurrentThreadAllocatedBytes();
      found = found(db, absent);
      leastAbsent = Math.min(leastAbsent, THREADS.getCurrentThreadAllocatedBytes() - before);
      assertThat(found).as(where).isZero();
    }
    assertThat(least)
        .as("present, " + where)
        .isBetween(
            (long) KEYS * VALUE_BYTES,
            (long) KEYS * (VALUE_BYTES + MOST_OVERHEAD_BYTES) + SLACK_BYTES);
    assertThat(leastAbsent).as("absent, " + where).isLessThan(SLACK_BYTES);
  }

  private static int found(Db db, byte[][] keys) throws IOException {
    int found = 0;
    for (byte[] key : keys) {
      if (db.get(key) != null) {
        found++;
      }
    }
    return found;
  }

  private static byte[] key(long number) {
    return ByteBuffer.allocate(16).putLong(number).array();
  }
}
