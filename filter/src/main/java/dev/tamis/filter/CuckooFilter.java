package dev.tamis.filter;

/**
 * A filter of fingerprints that can remove keys, in a third of a counting filter's memory. Not
 * thread-safe while keys are added or removed.
 *
 * <p>It can be full: {@link #addHash} then throws {@link FilterFullException} and loses nothing.
 */
public final class CuckooFilter implements DeletableFilter {
  /*
   * Idea. A key is a fingerprint of f bits in one of two buckets of four slots. If both are full, a
   * fingerprint moves to its other bucket, which is found from the bucket and the fingerprint alone:
   * other = (H(fingerprint) - bucket) mod buckets, its own inverse for any number of buckets.
   *
   * Numbers. Buckets fill to 95 %. A look-up compares eight slots: rate 1 - (1 - 2^-f)^(8 x load), at
   * most 8/2^f. Bits per key f / 0.95, beside the standard Bloom filter's and the blocked one's:
   *
   *   rate     f     cuckoo    standard    blocked
   *   3 %      8       8.4        7.3         7.9
   *   1 %     10      10.5        9.6        10.1
   *   0.1 %   13      13.7       14.4        15.7
   *
   * So below about 0.3 % it is smaller than a Bloom filter even without deletes, at two cache misses.
   *
   * Full. An addition moves at most 2,000 fingerprints. If that was not enough, the moves are taken back
   * one by one, so that no key is lost, and the caller is told.
   *
   * Limits. The same key at most eight times, all its slots; keys added twice or more make it full
   * earlier. Rates from 0.012 % (16 bits) to 5.9 % (7 bits: with fewer, fingerprints have too few other
   * buckets to move to). No union, and the bytes depend on the order of additions. Removing a key that was
   * never added but tests positive removes another key with the same fingerprint and buckets.
   *
   * Paper: Fan, Andersen, Kaminsky, Mitzenmacher, "Cuckoo filter: practically better than Bloom" (2014).
   */
  static final int TYPE = 5;

  private static final double DESIGN_LOAD = 0.95;
  private static final int MAX_MOVES = 2000;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final KeyHash hash;
  private final long expectedKeys;
  private final CuckooTable table;
  private int[] movedFrom;
  private long keyCount;
  private int dice = 1;

  private CuckooFilter(FilterBuilder<CuckooFilter> builder) {
    this.hash = builder.hash();
    this.expectedKeys = builder.expectedKeys();
    int fingerprintBits =
        builder.hasRate()
            ? fingerprintBitsFor(builder.falsePositiveRate())
            : (int) (builder.bitsPerKey() * DESIGN_LOAD);
    // One more: tables of a few buckets do not fill as evenly.
    long buckets = 1 + BloomSizing.bits(expectedKeys, 1 / (DESIGN_LOAD * CuckooTable.SLOTS));
    this.table = new CuckooTable(buckets, fingerprintBits);
  }

  private CuckooFilter(FilterHeader header, CuckooTable table) {
    this.hash = header.hash();
    this.expectedKeys = header.expectedKeys();
    this.table = table;
    this.keyCount = header.keyCount();
    this.dice = header.parameter();
  }

  /** A builder. Fingerprints have 7 to 16 bits: 7.4 bits per key or more, 0.012 % or more. */
  public static FilterBuilder<CuckooFilter> builder() {
    return FilterBuilder.of(CuckooFilter::new);
  }

  /**
   * The filter that {@link #toBytes} wrote.
   *
   * @throws FilterFormatException if the bytes are anything else
   */
  public static CuckooFilter fromBytes(byte[] bytes) throws FilterFormatException {
    FilterHeader.Decoded in = FilterHeader.decode(bytes, TYPE);
    FilterHeader header = in.header();
    header.requireCells(CuckooTable.MAX_BUCKETS);
    header.requirePlaces(2, 2);
    header.requireCellBits(CuckooTable.MIN_FINGERPRINT_BITS, CuckooTable.MAX_FINGERPRINT_BITS);
    FilterHeader.require(header.parameter() != 0, "parameter", "not 0", header.parameter());
    in.requirePayload(CuckooTable.sizeBytes(header.cells(), header.cellBits()));
    CuckooTable table = CuckooTable.readFrom(in.payload(), (int) header.cells(), header.cellBits());
    FilterHeader.require(
        table.occupied() == header.keyCount(), "key count", table.occupied(), header.keyCount());
    return new CuckooFilter(header, table);
  }

  /**
   * Adds a key by its hash.
   *
   * @throws FilterFullException if there is no place for it; nothing has changed then
   */
  @Override
  public boolean addHash(long keyHash) {
    int fingerprint = fingerprint(keyHash);
    int first = bucket(keyHash);
    int second = other(first, fingerprint);
    boolean fresh = !table.contains(first, fingerprint) && !table.contains(second, fingerprint);
    if (!table.addTo(first, fingerprint) && !table.addTo(second, fingerprint)) {
      move((roll() & 1) == 0 ? first : second, fingerprint);
    }
    keyCount++;
    return fresh;
  }

  @Override
  public boolean removeHash(long keyHash) {
    int fingerprint = fingerprint(keyHash);
    int first = bucket(keyHash);
    if (!table.removeFrom(first, fingerprint)
        && !table.removeFrom(other(first, fingerprint), fingerprint)) {
      return false;
    }
    keyCount--;
    return true;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    int fingerprint = fingerprint(keyHash);
    int first = bucket(keyHash);
    return table.contains(first, fingerprint)
        || table.contains(other(first, fingerprint), fingerprint);
  }

  @Override
  public KeyHash hash() {
    return hash;
  }

  @Override
  public long expectedKeys() {
    return expectedKeys;
  }

  /** Keys added less keys removed; exact. */
  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public double expectedFpr(long keys) {
    return rate(Math.min(1, (double) keys / table.slots()));
  }

  @Override
  public double currentFpr() {
    return rate(fillRatio());
  }

  /** Part of the slots that is in use. */
  @Override
  public double fillRatio() {
    return (double) keyCount / table.slots();
  }

  @Override
  public long bitSize() {
    return table.slots() * table.fingerprintBits();
  }

  /** Always 2, the buckets of a key. */
  @Override
  public int hashCount() {
    return 2;
  }

  /** The exact number of keys, repeated ones included. */
  @Override
  public Cardinality cardinality() {
    return Cardinality.exactly(keyCount);
  }

  @Override
  public byte[] toBytes() {
    FilterHeader header =
        new FilterHeader(
            TYPE, hash, keyCount, expectedKeys, table.buckets(), 2, table.fingerprintBits(), dice);
    return header.encode(
        (int) CuckooTable.sizeBytes(table.buckets(), table.fingerprintBits()), table::writeTo);
  }

  /** Makes room in a full bucket by moving fingerprints on, or undoes all moves and throws. */
  private void move(int start, int newcomer) {
    if (movedFrom == null) {
      movedFrom = new int[MAX_MOVES];
    }
    int bucket = start;
    int homeless = newcomer;
    for (int moves = 0; moves < MAX_MOVES; moves++) {
      int slot = bucket * CuckooTable.SLOTS + (roll() & (CuckooTable.SLOTS - 1));
      homeless = table.swap(slot, homeless);
      movedFrom[moves] = slot;
      bucket = other(bucket, homeless);
      if (table.addTo(bucket, homeless)) {
        return;
      }
    }
    for (int moves = MAX_MOVES - 1; moves >= 0; moves--) {
      homeless = table.swap(movedFrom[moves], homeless);
    }
    throw new FilterFullException(keyCount, table.slots());
  }

  private int bucket(long keyHash) {
    return (int) (((keyHash >>> 32) * table.buckets()) >>> 32);
  }

  /** 1 to 2^f - 1 from the lower half of the hash; 0 is an empty slot. */
  private int fingerprint(long keyHash) {
    long mixed = ((keyHash & 0xFFFFFFFFL) * MIX) >>> 32;
    return 1 + (int) ((mixed * table.maxFingerprint()) >>> 32);
  }

  private int other(int bucket, int fingerprint) {
    int mirrored = (int) ((((fingerprint * MIX) >>> 32) * table.buckets()) >>> 32);
    int other = mirrored - bucket;
    return other < 0 ? other + table.buckets() : other;
  }

  /** A chain of xorshift; the same additions give the same table everywhere. */
  private int roll() {
    dice ^= dice << 13;
    dice ^= dice >>> 17;
    dice ^= dice << 5;
    return dice >>> 8;
  }

  private double rate(double load) {
    double differs = Math.log1p(-1.0 / table.maxFingerprint());
    return -Math.expm1(differs * 2 * CuckooTable.SLOTS * load);
  }

  private static int fingerprintBitsFor(double rate) {
    double values = 2 * CuckooTable.SLOTS * DESIGN_LOAD / rate;
    return Math.max(
        CuckooTable.MIN_FINGERPRINT_BITS,
        (int) Math.ceil(StrictMath.log(values) / StrictMath.log(2)));
  }
}
