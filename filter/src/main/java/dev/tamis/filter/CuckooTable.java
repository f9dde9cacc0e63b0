package dev.tamis.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Buckets of four fingerprints of 7 to 16 bits, packed without gaps; 0 is an empty slot. A bucket
 * is one unaligned load: it begins at a multiple of four bits and has at most 64.
 */
final class CuckooTable {
  static final int SLOTS = 4;
  static final int MIN_FINGERPRINT_BITS = 7;
  static final int MAX_FINGERPRINT_BITS = 16;
  static final int MAX_BUCKETS = (Integer.MAX_VALUE - 1023) / Long.BYTES;

  /** So that the last bucket can be loaded as a long. */
  private static final int PADDING_BYTES = 7;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int buckets;
  private final int fingerprintBits;
  private final long bucketMask;
  private final long lowestBits;
  private final byte[] bytes;

  CuckooTable(long buckets, int fingerprintBits) {
    if (fingerprintBits < MIN_FINGERPRINT_BITS || fingerprintBits > MAX_FINGERPRINT_BITS) {
      throw new IllegalArgumentException(
          "bits of a fingerprint: actual=" + fingerprintBits + ", expected=7 to 16");
    }
    if (buckets < 1 || buckets > MAX_BUCKETS) {
      throw new IllegalArgumentException(
          "buckets of a filter: actual=" + buckets + ", expected=1 to " + MAX_BUCKETS);
    }
    this.buckets = (int) buckets;
    this.fingerprintBits = fingerprintBits;
    this.bucketMask = -1L >>> (Long.SIZE - SLOTS * fingerprintBits);
    long lowest = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
      lowest |= 1L << (slot * fingerprintBits);
    }
    this.lowestBits = lowest;
    this.bytes = new byte[(int) sizeBytes(buckets, fingerprintBits) + PADDING_BYTES];
  }

  /** Bytes of so many buckets, without padding. */
  static long sizeBytes(long buckets, int fingerprintBits) {
    return (buckets * SLOTS * fingerprintBits + 7) / 8;
  }

  int buckets() {
    return buckets;
  }

  long slots() {
    return (long) buckets * SLOTS;
  }

  int fingerprintBits() {
    return fingerprintBits;
  }

  int maxFingerprint() {
    return (1 << fingerprintBits) - 1;
  }

  /** Compares four slots at once: a lane of the difference is 0 if its slot is the fingerprint. */
  boolean contains(int bucket, int fingerprint) {
    long difference = load(bucket) ^ (fingerprint * lowestBits);
    long highestBits = lowestBits << (fingerprintBits - 1);
    return ((difference - lowestBits) & ~difference & highestBits) != 0;
  }

  /** Puts a fingerprint into an empty slot; false if there is none. */
  boolean addTo(int bucket, int fingerprint) {
    return replace(bucket, 0, fingerprint);
  }

  /** Empties one slot that has the fingerprint; false if there is none. */
  boolean removeFrom(int bucket, int fingerprint) {
    return replace(bucket, fingerprint, 0);
  }

  /** Puts a fingerprint into a slot, counted through all buckets, and returns what was there. */
  int swap(int slot, int fingerprint) {
    int bucket = slot / SLOTS;
    int lane = slot % SLOTS;
    int before = lane(load(bucket), lane);
    store(bucket, lane, fingerprint);
    return before;
  }

  long occupied() {
    long count = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      long word = load(bucket);
      for (int lane = 0; lane < SLOTS; lane++) {
        count += lane(word, lane) == 0 ? 0 : 1;
      }
    }
    return count;
  }

  void writeTo(ByteBuffer out) {
    out.put(bytes, 0, bytes.length - PADDING_BYTES);
  }

  /**
   * Reads exactly so many buckets.
   *
   * @throws FilterFormatException if half a byte past the last bucket is not 0
   */
  static CuckooTable readFrom(ByteBuffer in, int buckets, int fingerprintBits)
      throws FilterFormatException {
    CuckooTable table = new CuckooTable(buckets, fingerprintBits);
    in.get(table.bytes, 0, table.bytes.length - PADDING_BYTES);
    int last = table.bytes[table.bytes.length - PADDING_BYTES - 1];
    boolean halfByteLeft = (long) buckets * SLOTS * fingerprintBits % Byte.SIZE != 0;
    FilterHeader.require(
        !halfByteLeft || (last & 0xF0) == 0, "bits past the last one", 0, last & 0xF0);
    return table;
  }

  private boolean replace(int bucket, int before, int after) {
    long word = load(bucket);
    for (int lane = 0; lane < SLOTS; lane++) {
      if (lane(word, lane) == before) {
        store(bucket, lane, after);
        return true;
      }
    }
    return false;
  }

  private int lane(long word, int lane) {
    return (int) (word >>> (lane * fingerprintBits)) & maxFingerprint();
  }

  private long load(int bucket) {
    long firstBit = (long) bucket * SLOTS * fingerprintBits;
    return ((long) LONGS.get(bytes, (int) (firstBit >>> 3)) >>> (firstBit & 7)) & bucketMask;
  }

  private void store(int bucket, int lane, int fingerprint) {
    long firstBit = (long) bucket * SLOTS * fingerprintBits;
    int at = (int) (firstBit >>> 3);
    long shift = (firstBit & 7) + (long) lane * fingerprintBits;
    long word = (long) LONGS.get(bytes, at);
    long cleared = word & ~((long) maxFingerprint() << shift);
    LONGS.set(bytes, at, cleared | ((long) fingerprint << shift));
  }
}
