package dev.tamis.filter;

/**
 * Remembers the recent part of an endless stream in constant memory: "was this seen lately?" Not
 * thread-safe.
 *
 * <p><b>It forgets, so it denies keys that were added:</b> false negatives are its purpose. It
 * therefore is no {@link MembershipFilter}, and nothing that must not hide a key can be given one.
 */
public final class StableBloomFilter {
  /*
   * Idea. Each position of a key is a cell of two bits, set to 3 when the key is added. Before that,
   * P other cells, in a row from a random place, are decremented. What is not seen again fades, and
   * the part of cells at 0 settles at a value that does not depend on the stream's length:
   *
   *     z = (1 / (1 + 1 / (P (1/k - 1/m))))^3,   rate = (1 - z)^k
   *
   * Choice. The window is the number of distinct keys after which a key is still found with a
   * probability of 95 %: all of its k cells must have been decremented less than three times, which
   * happens to each with a mean of P x window / m times. k is about half of a Bloom filter's.
   *
   * Numbers. For 1 %: k = 3, P = 36, and 134 bits for each key of the window: remembering exactly the
   * latest is expensive. Beyond the window keys fade slowly: half of them are found at 3 windows.
   *
   * Limits. If a window of one to two times n keys will do, two BloomFilters in turn, the older one
   * dropped when the newer is full, take 21 bits per key at the same rate and never deny a key of the
   * window. This class is for streams whose state must never jump, and where memory is fixed first.
   *
   * Paper: Deng, Rafiei, "Approximately detecting duplicates for streaming data using stable Bloom
   * filters" (2006).
   */
  static final int TYPE = 7;

  static final int CELL_BITS = 2;
  static final int FRESH = 3;

  /** Part of the keys at the end of the window that may be forgotten. */
  private static final double FORGOTTEN = 0.05;

  private static final int MAX_HASH_COUNT = 16;
  private static final double LN_2 = StrictMath.log(2);

  private final KeyHash hash;
  private final long windowKeys;
  private final int hashCount;
  private final int faded;
  private final CellArray cells;
  private long keyCount;
  private long dice = 1;

  private StableBloomFilter(FilterBuilder<StableBloomFilter> builder) {
    this.hash = builder.hash();
    this.windowKeys = Math.max(1, builder.expectedKeys());
    long cellCount;
    if (builder.hasRate()) {
      double rate = builder.falsePositiveRate();
      double bestHashCount = -StrictMath.log(rate) / LN_2 / 2;
      this.hashCount = (int) Math.max(1, Math.min(MAX_HASH_COUNT, Math.round(bestHashCount)));
      double fadedPerKey = fadedFor(rate, hashCount);
      cellCount = BloomSizing.bits(windowKeys, fadedPerKey / fadesInWindow(hashCount));
      this.faded = (int) Math.ceil(fadedPerKey);
    } else {
      double cellsPerKey = builder.bitsPerKey() / CELL_BITS;
      this.hashCount = bestHashCount(cellsPerKey);
      cellCount = BloomSizing.bits(windowKeys, cellsPerKey);
      this.faded = (int) Math.max(1, Math.floor(cellsPerKey * fadesInWindow(hashCount)));
    }
    this.cells = new CellArray(Math.max(cellCount, Math.max(faded, hashCount + 1)), CELL_BITS);
  }

  private StableBloomFilter(FilterHeader header, long dice, CellArray cells) {
    this.hash = header.hash();
    this.windowKeys = header.expectedKeys();
    this.hashCount = header.places();
    this.faded = header.parameter();
    this.keyCount = header.keyCount();
    this.dice = dice;
    this.cells = cells;
  }

  /**
   * A builder; the expected keys are the window, the rate is the one that the filter settles at.
   */
  public static FilterBuilder<StableBloomFilter> builder() {
    return FilterBuilder.of(StableBloomFilter::new);
  }

  /**
   * The filter that {@link #toBytes} wrote.
   *
   * @throws FilterFormatException if the bytes are anything else
   */
  public static StableBloomFilter fromBytes(byte[] bytes) throws FilterFormatException {
    FilterHeader.Decoded in = FilterHeader.decode(bytes, TYPE);
    FilterHeader header = in.header();
    header.requireCells(CellArray.maxSize(CELL_BITS));
    header.requirePlaces(1, MAX_HASH_COUNT);
    header.requireCellBits(CELL_BITS, CELL_BITS);
    FilterHeader.require(
        header.parameter() >= 1 && header.parameter() <= header.cells(),
        "parameter",
        "1 to " + header.cells(),
        header.parameter());
    FilterHeader.require(header.expectedKeys() > 0, "expected keys", "above 0", 0);
    in.requirePayload(Long.BYTES + CellArray.sizeBytes(header.cells(), CELL_BITS));
    long dice = in.payload().getLong();
    FilterHeader.require(dice != 0, "state", "not 0", 0);
    return new StableBloomFilter(
        header, dice, CellArray.readFrom(in.payload(), header.cells(), CELL_BITS));
  }

  /**
   * Adds a key by its hash and lets older ones fade.
   *
   * @return whether it looked new
   */
  public boolean addHash(long keyHash) {
    boolean fresh = !seenLatelyHash(keyHash);
    fade();
    long walk = keyHash;
    long step = Probes.firstStep(keyHash);
    for (int i = 0; i < hashCount; i++) {
      cells.set(Probes.place(walk, cells.size()), FRESH);
      walk += step;
      step += Probes.change(i);
    }
    keyCount++;
    return fresh;
  }

  /** Adds a key; see {@link #addHash}. */
  public boolean add(byte[] key) {
    return addHash(hash.hash(key));
  }

  /** Adds the text's UTF-8 bytes as a key; see {@link #addHash}. */
  public boolean add(String key) {
    return addHash(hash.hash(key));
  }

  /** Whether a key of this hash was probably added lately. Neither answer is certain. */
  public boolean seenLatelyHash(long keyHash) {
    long walk = keyHash;
    long step = Probes.firstStep(keyHash);
    for (int i = 0; i < hashCount; i++) {
      if (cells.get(Probes.place(walk, cells.size())) == 0) {
        return false;
      }
      walk += step;
      step += Probes.change(i);
    }
    return true;
  }

  /** Whether the key was probably added lately. Neither answer is certain. */
  public boolean seenLately(byte[] key) {
    return seenLatelyHash(hash.hash(key));
  }

  /** Whether the text's UTF-8 bytes were probably added lately. Neither answer is certain. */
  public boolean seenLately(String key) {
    return seenLatelyHash(hash.hash(key));
  }

  /** The hash that makes this filter's hashes from keys. */
  public KeyHash hash() {
    return hash;
  }

  /** After so many further distinct keys, a key is still found with a probability of 95 %. */
  public long windowKeys() {
    return windowKeys;
  }

  /** Keys added, ever. */
  public long keyCount() {
    return keyCount;
  }

  /** The rate that the filter settles at: absent or long forgotten keys that look seen. */
  public double expectedFpr() {
    return StrictMath.pow(1 - settledZeros(faded, hashCount, cells.size()), hashCount);
  }

  /** The rate of the actual cells. */
  public double currentFpr() {
    return Math.pow(fillRatio(), hashCount);
  }

  /** Part of the cells that are not 0. */
  public double fillRatio() {
    return 1 - (double) cells.count(0) / cells.size();
  }

  /** Size in bits of the cells. */
  public long bitSize() {
    return cells.size() * CELL_BITS;
  }

  /** How many cells a key has. */
  public int hashCount() {
    return hashCount;
  }

  /** How many cells one addition decrements. */
  public int fadedPerKey() {
    return faded;
  }

  /** Distinct keys that would set as many cells, were none decremented: those not yet forgotten. */
  public Cardinality cardinality() {
    return Cardinality.ofCells(cells.size() - cells.count(0), cells.size(), hashCount);
  }

  /** The filter's bytes, as FORMAT.md describes them, with the state of its random choices. */
  public byte[] toBytes() {
    FilterHeader header =
        new FilterHeader(
            TYPE, hash, keyCount, windowKeys, cells.size(), hashCount, CELL_BITS, faded);
    return header.encode(
        Long.BYTES + cells.sizeBytes(),
        out -> {
          out.putLong(dice);
          cells.writeTo(out);
        });
  }

  private void fade() {
    dice ^= dice << 13;
    dice ^= dice >>> 7;
    dice ^= dice << 17;
    long cell = Probes.place(dice, cells.size());
    for (int i = 0; i < faded; i++) {
      int value = cells.get(cell);
      if (value > 0) {
        cells.set(cell, value - 1);
      }
      cell = cell + 1 == cells.size() ? 0 : cell + 1;
    }
  }

  private static double settledZeros(double faded, int hashCount, long cells) {
    double ratio = 1 / (faded * (1.0 / hashCount - 1.0 / cells));
    return StrictMath.pow(1 / (1 + ratio), FRESH);
  }

  /** Decrements per key that settle at a rate, of very many cells. */
  private static double fadedFor(double rate, int hashCount) {
    double zeros = 1 - StrictMath.pow(rate, 1.0 / hashCount);
    return hashCount / (StrictMath.pow(zeros, -1.0 / FRESH) - 1);
  }

  /** How often a cell may be decremented on average within the window. */
  private static double fadesInWindow(int hashCount) {
    double perCell = 1 - StrictMath.pow(1 - FORGOTTEN, 1.0 / hashCount);
    double low = 0;
    double high = FRESH;
    for (int i = 0; i < 60; i++) {
      double mean = (low + high) / 2;
      double lessThanThree = StrictMath.exp(-mean) * (1 + mean + mean * mean / 2);
      if (1 - lessThanThree > perCell) {
        high = mean;
      } else {
        low = mean;
      }
    }
    return low;
  }

  private static int bestHashCount(double cellsPerKey) {
    int best = 1;
    double least = 1;
    for (int count = 1; count <= MAX_HASH_COUNT; count++) {
      double zeros = settledZeros(cellsPerKey * fadesInWindow(count), count, Long.MAX_VALUE);
      double rate = StrictMath.pow(1 - zeros, count);
      if (rate < least) {
        best = count;
        least = rate;
      }
    }
    return best;
  }
}
