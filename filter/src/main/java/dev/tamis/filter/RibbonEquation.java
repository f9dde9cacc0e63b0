package dev.tamis.filter;

/**
 * What a key asks of a ribbon's table: from {@code start}, the rows whose coefficient is 1 xor to
 * the fingerprint. All three come from the key's hash and the number of the attempt. Stateless.
 */
final class RibbonEquation {
  private static final long ATTEMPT = 0x9E3779B97F4A7C15L;
  private static final long MIX = 0xBF58476D1CE4E5B9L;
  private static final long MIX_AGAIN = 0x94D049BB133111EBL;

  private RibbonEquation() {}

  /** The hash of one attempt; a bijection, so that equal hashes stay the only equal ones. */
  static long mix(long hash, int attempt) {
    long x = hash + (attempt + 1) * ATTEMPT;
    x = (x ^ (x >>> 30)) * MIX;
    x = (x ^ (x >>> 27)) * MIX_AGAIN;
    return x ^ (x >>> 31);
  }

  /** The first of the 64 rows, so that the last one is within the blocks. */
  static int start(long mixed, int blocks) {
    long starts = (long) (blocks - 1) * RibbonFilter.BLOCK_SLOTS + 1;
    return (int) (((mixed >>> 32) * starts) >>> 32);
  }

  /** 64 coefficients; the first is always 1, which makes elimination one step per row. */
  static long coefficients(long mixed) {
    long x = (mixed ^ (mixed >>> 32)) * MIX;
    return (x ^ (x >>> 29)) | 1;
  }

  /** So many bits, from a product of their own. */
  static int fingerprint(long mixed, int columns) {
    return (int) ((mixed * ATTEMPT) >>> (Long.SIZE - columns));
  }
}
