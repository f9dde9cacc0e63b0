package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.LittleEndian;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Logs mutated at random: splices, flips, insertions, deletions, boundary values in fields. */
class LogFuzzTest {
  private static final int CASES = 20_000;
  private static final int CONSTANT_BYTES = 64 * 1024;
  private static final List<byte[]> WRITTEN = Logs.payloads(12, 70);
  private static final int[] BOUNDARIES = {
    0, 1, -1, 27, 28, 29, 127, 128, 255, 256, 65_535, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE
  };

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private int records;
  private LogEnd end;
  private IOException error;

  @Test
  void caseH9_aMutatedLogGivesAPrefixOrATypedErrorAndAllocatesNoMoreThanItsSize() throws Exception {
    byte[] plain = write(100, false);
    byte[] synced = write(1, false);
    byte[] sealed = write(3, true);
    Seal seal = lastSeal;
    int corrupt = 0;
    int torn = 0;
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] original = List.of(plain, synced, sealed).get(seed % 3);
      byte[] mutated = original;
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        mutated = mutate(mutated, random);
      }
      Seal known = original == sealed ? seal : null;
      long allocated = read(mutated, known);
      String what = "seed " + seed;
      if (error != null) {
        assertThat(error).as(what).isInstanceOf(CorruptionException.class);
        corrupt++;
      } else {
        assertThat(end.validBytes() + end.droppedBytes()).as(what).isEqualTo(mutated.length);
        torn += end.kind() == LogEnd.Kind.TORN ? 1 : 0;
        boolean same = Arrays.equals(mutated, original);
        assertThat(known == null || same).as(what + ": a sealed log that is not itself").isTrue();
      }
      if (seed >= 100) {
        assertThat(allocated).as(what).isLessThan(mutated.length + CONSTANT_BYTES);
      }
    }
    assertThat(corrupt).isGreaterThan(CASES / 4);
    assertThat(torn).isGreaterThan(CASES / 8);
  }

  private Seal lastSeal;

  private byte[] write(int syncEvery, boolean sealIt) throws IOException {
    CrashDirectory dir = new CrashDirectory();
    try (LogWriter writer = Logs.create(dir)) {
      for (int i = 0; i < WRITTEN.size(); i++) {
        Logs.append(writer, i + 1, WRITTEN.get(i));
        if (i % syncEvery == 0) {
          writer.sync();
        }
      }
      if (sealIt) {
        lastSeal = writer.seal();
      }
    }
    return dir.bytes(Logs.NAME);
  }

  /** Reads without keeping anything and returns what the reader allocated. */
  private long read(byte[] file, Seal seal) {
    CrashDirectory dir = new CrashDirectory();
    dir.put(Logs.NAME, file);
    records = 0;
    end = null;
    error = null;
    long before = threads.getCurrentThreadAllocatedBytes();
    try (LogReader reader =
        LogReader.open(dir, Logs.NAME, Logs.MAGIC, Logs.FILE_ID, Logs.NUMBER, seal)) {
      while (reader.next()) {
        checkRecord(reader);
        records++;
      }
      end = reader.end();
    } catch (IOException e) {
      error = e;
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private void checkRecord(LogReader reader) {
    byte[] expected = WRITTEN.get(records);
    int from = reader.payloadOffset();
    int to = from + reader.payloadLength();
    if (reader.sequence() != records + 1
        || !Arrays.equals(reader.buffer(), from, to, expected, 0, expected.length)) {
      throw new AssertionError("record " + records + " is not the one that was written");
    }
  }

  private static byte[] mutate(byte[] file, SplittableRandom random) {
    if (file.length < 8) {
      return Arrays.copyOf(file, file.length + 8);
    }
    byte[] copy = file.clone();
    int at = random.nextInt(file.length - 4);
    int length = 1 + random.nextInt(Math.min(80, file.length - at));
    switch (random.nextInt(6)) {
      case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> LittleEndian.putInt(copy, at, BOUNDARIES[random.nextInt(BOUNDARIES.length)]);
      case 2 -> {
        int from = random.nextInt(file.length - length + 1);
        System.arraycopy(file, from, copy, at, length);
      }
      case 3 -> {
        byte[] inserted = new byte[length];
        random.nextBytes(inserted);
        copy =
            Logs.concat(
                Arrays.copyOf(file, at), inserted, Arrays.copyOfRange(file, at, file.length));
      }
      case 4 ->
          copy =
              Logs.concat(
                  Arrays.copyOf(file, at), Arrays.copyOfRange(file, at + length, file.length));
      default -> Arrays.fill(copy, at, at + length, (byte) 0);
    }
    return copy;
  }
}
