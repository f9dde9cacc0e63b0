package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Hashing, adding and probing leave no garbage. */
class AllocationTest {
  private static final int PROBES = 100_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final KeyHash hash = KeyHash.xxh64(11);
  private final byte[] key = new byte[24];
  private final ByteBuffer directKey = ByteBuffer.allocateDirect(24);
  private final ByteBuffer lines =
      ByteBuffer.allocateDirect(1000 * SplitLine.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final byte[] heapLines = new byte[1000 * SplitLine.BYTES];
  private final ConcurrentLineFilter memtableFilter = new ConcurrentLineFilter(10_000, 10);

  @Test
  void a16_fromTheKeyToTheAnswerNothingIsAllocated() {
    long positives = run(); // loads classes and links call sites
    long before = threads.getCurrentThreadAllocatedBytes();
    positives += run();
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(positives).isPositive();
    // One object of 16 bytes per probe would be 1.6 million.
    assertThat(allocated).isLessThan(PROBES / 10);
  }

  private long run() {
    long positives = 0;
    for (int i = 0; i < PROBES; i++) {
      key[i & 15] = (byte) i;
      directKey.put(i & 15, (byte) i);
      long h = hash.hash(key, 0, 24) ^ hash.hash(directKey);
      SplitLine.add(heapLines, 0, 1000, h);
      memtableFilter.add(h);
      positives += SplitLine.mightContain(lines, 0, 1000, h) ? 1 : 0;
      positives += memtableFilter.mightContain(h) ? 1 : 0;
      positives += KeyHash.fingerprint(h) & 1;
    }
    return positives;
  }
}
