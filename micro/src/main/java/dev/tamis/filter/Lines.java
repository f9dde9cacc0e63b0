package dev.tamis.filter;

import dev.tamis.micro.Mix;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Filter lines in aligned direct memory, loaded with 51 keys each: 10 bits per key.
 *
 * <p>Only 1,024 lines are built, and a large filter holds copies of them. Which bits are set
 * decides nothing about the time as long as the density is right and the line asked for is a random
 * one; and to set four hundred million keys would take longer than to measure.
 *
 * <p>Four million hashes are asked in turn, so that no predictor can learn the answers and the
 * lines of a large filter are gone from every cache before they are asked again. The array itself
 * is read in order, which costs a probe the eighth part of a line that the processor has fetched
 * ahead.
 */
@State(Scope.Thread)
public class Lines {
  static final int MAX_BATCH = 32;

  private static final int KEYS_PER_LINE = 51;
  private static final int BUILT_LINES = 1024;
  private static final int HASHES = 1 << 22;

  /** 64 KiB lie in the cache nearest to the core or the next; 512 MiB in no cache. */
  @Param({"65536", "536870912"})
  public int filterBytes;

  ByteBuffer lines;
  int lineCount;
  private final long[] present = new long[HASHES];
  private final long[] absent = new long[HASHES];
  private int next;

  @Setup
  public void build() {
    lineCount = filterBytes / SplitLine.BYTES;
    if (Integer.bitCount(lineCount) != 1 || lineCount < BUILT_LINES) {
      throw new IllegalArgumentException("lines: actual=" + lineCount + ", expected a power of 2");
    }
    byte[] built = new byte[BUILT_LINES * SplitLine.BYTES];
    for (int line = 0; line < BUILT_LINES; line++) {
      for (int i = 0; i < KEYS_PER_LINE; i++) {
        SplitLine.add(built, line * SplitLine.BYTES, 1, keyHash(line, i));
      }
    }
    lines =
        ByteBuffer.allocateDirect(filterBytes + SplitLine.BYTES)
            .alignedSlice(SplitLine.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < filterBytes; at += built.length) {
      lines.put(at, built);
    }
    for (int i = 0; i < HASHES; i++) {
      long random = Mix.of(i);
      absent[i] = Mix.of(random);
      int line = Mix.below(lineCount, random);
      present[i] = keyHash(line % BUILT_LINES, (int) (random & 0xFFFF) % KEYS_PER_LINE);
      // The upper half of a hash chooses the line.
      long upper = ((long) line << 32) / lineCount;
      present[i] = upper << 32 | (present[i] & 0xFFFFFFFFL);
      requirePresent(present[i]);
    }
  }

  /** Key {@code i} of a built line; only the lower half counts within the line. */
  private static long keyHash(int line, int i) {
    return Mix.of((long) line * KEYS_PER_LINE + i);
  }

  private void requirePresent(long hash) {
    if (!SplitLine.mightContain(lines, 0, lineCount, hash)) {
      throw new IllegalStateException("a key that was added is missing");
    }
  }

  long[] present() {
    return present;
  }

  long[] absent() {
    return absent;
  }

  /** Index of the first hash of the next batch. */
  int advance(int batch) {
    int first = next;
    next = (first + batch) & (HASHES - 1);
    return first;
  }
}
