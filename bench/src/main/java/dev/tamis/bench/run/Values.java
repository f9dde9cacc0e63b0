package dev.tamis.bench.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * Values that compress by a given ratio, as db_bench makes them: pieces of a pool, in which every
 * 100 bytes begin with random ones that are then repeated. The first eight bytes of a value are the
 * number of its key, little-endian, so that a reader can tell cheaply whether it got the right one;
 * a shorter value holds as much of it as fits.
 */
final class Values {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int PIECE_BYTES = 100;
  private static final int POOL_BYTES = 1 << 20;

  private final byte[] pool;

  /**
   * @param largestBytes of any value
   * @param compressionRatio size after compression for each byte before
   */
  Values(int largestBytes, double compressionRatio, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    pool = new byte[POOL_BYTES + largestBytes];
    int randomBytes = Math.max(1, (int) (PIECE_BYTES * compressionRatio));
    byte[] piece = new byte[randomBytes];
    for (int start = 0; start < pool.length; start += PIECE_BYTES) {
      random.nextBytes(piece);
      for (int i = 0; i < PIECE_BYTES && start + i < pool.length; i++) {
        pool[start + i] = piece[i % randomBytes];
      }
    }
  }

  /** A source for one thread. */
  Source source(SplittableRandom random) {
    return new Source(random.nextInt(POOL_BYTES));
  }

  /** Whether a value begins with the number of its key, as far as it is long enough. */
  static boolean belongsTo(byte[] value, long number) {
    if (value.length >= Long.BYTES) {
      return (long) LONG.get(value, 0) == number;
    }
    for (int i = 0; i < value.length; i++) {
      if (value[i] != (byte) (number >>> (Byte.SIZE * i))) {
        return false;
      }
    }
    return true;
  }

  /** Fills values, one after another; not for several threads. */
  final class Source {
    private int position;

    private Source(int position) {
      this.position = position;
    }

    /** Makes an array the next value of a key. */
    void fill(byte[] value, long number) {
      System.arraycopy(pool, position, value, 0, value.length);
      position = (position + value.length) % POOL_BYTES;
      if (value.length >= Long.BYTES) {
        LONG.set(value, 0, number);
        return;
      }
      for (int i = 0; i < value.length; i++) {
        value[i] = (byte) (number >>> (Byte.SIZE * i));
      }
    }
  }
}
