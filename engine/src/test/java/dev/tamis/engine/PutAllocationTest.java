package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a put costs the garbage collector: what the memtable keeps, and nothing on the way. */
class PutAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int KEYS = 2_000;
  private static final int WARM_UP_ROUNDS = 50;
  private static final int ROUNDS = 50;
  private static final int VALUE_BYTES = 100;

  /** A later version's header, key and value, rounded up to 8. */
  private static final long RECORD_BYTES = 26 + 16 + VALUE_BYTES + 2;

  /** A share of the end of a chunk. */
  private static final long OVERHEAD_BYTES = 16;

  @Test
  void ofAPutIsWhatTheMemtableKeeps(@TempDir Path directory) throws Exception {
    byte[][] keys = new byte[KEYS][];
    for (int i = 0; i < KEYS; i++) {
      keys[i] = ByteBuffer.allocate(16).putLong(i).array();
    }
    byte[] value = new byte[VALUE_BYTES];
    long allocated;
    try (Db db = Db.open(directory, Options.defaults())) {
      // Overwriting splits no leaf.
      putAll(db, keys, value, WARM_UP_ROUNDS);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      putAll(db, keys, value, ROUNDS);
      allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated / (ROUNDS * KEYS)).isLessThanOrEqualTo(RECORD_BYTES + OVERHEAD_BYTES);
  }

  private static void putAll(Db db, byte[][] keys, byte[] value, int rounds) throws IOException {
    for (int round = 0; round < rounds; round++) {
      for (byte[] key : keys) {
        db.put(key, value);
      }
    }
  }
}
