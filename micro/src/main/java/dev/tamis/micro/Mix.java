package dev.tamis.micro;

/**
 * Random numbers that follow from their index: no state to wait for, no table that takes the cache
 * from what is measured. Two to three nanoseconds each, and neighbours overlap.
 */
public final class Mix {
  private Mix() {}

  /** SplitMix64's finalizer (Steele, Lea, Flood 2014): a bijection, so distinct stays distinct. */
  public static long of(long index) {
    long z = index * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** A number from 0 to {@code bound - 1} out of a random one. */
  public static int below(int bound, long random) {
    return (int) (((random >>> 32) * bound) >>> 32);
  }
}
