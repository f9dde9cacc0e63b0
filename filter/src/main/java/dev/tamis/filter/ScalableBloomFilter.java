package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A Bloom filter for a number of keys that nobody knows: it grows, and its rate stays below a
 * bound. Not thread-safe while keys are added.
 */
public final class ScalableBloomFilter implements MutableFilter {
  /*
   * Idea. When a filter has as many keys as it was made for, a larger one is put beside it, and a key
   * may have been added if any of them says so. The rates of the slices, P0, P0 r, P0 r^2, ..., add up
   * to less than P0 / (1 - r), however many there are. This class takes the bound and makes the first
   * slice for bound x (1 - r).
   *
   * Numbers. With slices that double and r = 0.5, growing a thousandfold takes ten slices. The last has
   * nine positions and 13 bits per key more than the first. A filter made for the final number at once
   * has 9.6 bits per key at 1 %; this one 1.5 to 2.5 times that, and each slice costs a look-up.
   *
   * A key that tests positive is not added again, so slices fill by distinct keys. Look-ups begin with
   * the newest slice, which is the largest.
   *
   * Limits. After 64 slices, or when the next would not fit into an array, the last one takes all
   * further keys and is overfilled. If the number of keys is known to a factor of two, a BloomFilter
   * with room is smaller and faster.
   *
   * Paper: Almeida, Baquero, Preguica, Hutchison, "Scalable Bloom filters" (2007).
   */
  static final int TYPE = 4;

  private static final int MAX_SLICES = 64;
  private static final int MAX_GROWTH = 16;
  private static final int PARAMETERS_BYTES = 2 * Double.BYTES;

  private final KeyHash hash;
  private final long expectedKeys;
  private final double firstRate;
  private final int growth;
  private final double tightening;
  private final List<BloomFilter> slices = new ArrayList<>();

  private ScalableBloomFilter(
      FilterBuilder<ScalableBloomFilter> builder, int growth, double tightening) {
    this.hash = builder.hash();
    this.expectedKeys = Math.max(1, builder.expectedKeys());
    double bitsRate = builder.hasRate() ? 0 : rateOf(builder.bitsPerKey());
    this.firstRate = builder.hasRate() ? builder.falsePositiveRate() * (1 - tightening) : bitsRate;
    this.growth = growth;
    this.tightening = tightening;
    slices.add(newSlice(0));
  }

  private ScalableBloomFilter(
      FilterHeader header, double firstRate, double tightening, List<BloomFilter> slices) {
    this.hash = header.hash();
    this.expectedKeys = header.expectedKeys();
    this.firstRate = firstRate;
    this.growth = header.places();
    this.tightening = tightening;
    this.slices.addAll(slices);
  }

  /**
   * A builder of filters whose slices double and whose rates halve. Its number of keys is that of
   * the first slice, its rate the bound for all of them; bits per key are the first slice's.
   */
  public static FilterBuilder<ScalableBloomFilter> builder() {
    return builder(2, 0.5);
  }

  /**
   * A builder.
   *
   * @param growth how many times larger the next slice is, 1 to 16
   * @param tightening how many times lower the next slice's rate is, above 0, below 1
   */
  public static FilterBuilder<ScalableBloomFilter> builder(int growth, double tightening) {
    if (growth < 1 || growth > MAX_GROWTH || !(tightening > 0 && tightening < 1)) {
      throw new IllegalArgumentException(
          "growth and tightening: actual="
              + growth
              + " and "
              + tightening
              + ", expected=1 to 16 and above 0, below 1");
    }
    return FilterBuilder.of(builder -> new ScalableBloomFilter(builder, growth, tightening));
  }

  /**
   * The filter that {@link #toBytes} wrote.
   *
   * @throws FilterFormatException if the bytes are anything else
   */
  public static ScalableBloomFilter fromBytes(byte[] bytes) throws FilterFormatException {
    FilterHeader.Decoded in = FilterHeader.decode(bytes, TYPE);
    FilterHeader header = in.header();
    header.requireCells(MAX_SLICES);
    header.requirePlaces(1, MAX_GROWTH);
    header.requireCellBits(1, 1);
    header.requireNoParameter();
    FilterHeader.require(header.expectedKeys() > 0, "expected keys", "above 0", 0);
    ByteBuffer payload = in.payload();
    FilterHeader.require(
        payload.remaining() >= PARAMETERS_BYTES, "payload", "16 or more", payload.remaining());
    double firstRate = payload.getDouble();
    FilterHeader.require(firstRate > 0 && firstRate < 1, "first rate", "0 to 1", firstRate);
    double tightening = payload.getDouble();
    FilterHeader.require(tightening > 0 && tightening < 1, "tightening", "0 to 1", tightening);
    List<BloomFilter> slices = new ArrayList<>();
    long keyCount = 0;
    for (int i = 0; i < header.cells(); i++) {
      BloomFilter slice = BloomFilter.fromBytes(nextSlice(payload));
      FilterHeader.require(slice.hash().equals(header.hash()), "hash of a slice", "equal", "other");
      keyCount += slice.keyCount();
      slices.add(slice);
    }
    in.requirePayload(0);
    FilterHeader.require(keyCount == header.keyCount(), "key count", keyCount, header.keyCount());
    return new ScalableBloomFilter(header, firstRate, tightening, slices);
  }

  @Override
  public boolean addHash(long keyHash) {
    if (mightContainHash(keyHash)) {
      return false;
    }
    BloomFilter newest = newest();
    if (newest.keyCount() >= newest.expectedKeys() && canGrow()) {
      newest = newSlice(slices.size());
      slices.add(newest);
    }
    newest.addHash(keyHash);
    return true;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    for (int i = slices.size() - 1; i >= 0; i--) {
      if (slices.get(i).mightContainHash(keyHash)) {
        return true;
      }
    }
    return false;
  }

  /** The rate stays below this while there is room for slices. */
  public double falsePositiveBound() {
    return Math.min(1, firstRate / (1 - tightening));
  }

  /** How many filters there are. */
  public int sliceCount() {
    return slices.size();
  }

  @Override
  public KeyHash hash() {
    return hash;
  }

  /** The number of keys of the first slice. */
  @Override
  public long expectedKeys() {
    return expectedKeys;
  }

  /** Keys that were certainly new when they were added. */
  @Override
  public long keyCount() {
    return slices.stream().mapToLong(BloomFilter::keyCount).sum();
  }

  /** Whether the last slice has more keys than it was made for, because no other could be added. */
  @Override
  public boolean overfilled() {
    return newest().overfilled();
  }

  @Override
  public double expectedFpr(long keys) {
    double denied = 1;
    long left = keys;
    for (int i = 0; left > 0 && i < MAX_SLICES; i++) {
      long size = sliceKeys(i);
      boolean last = i == MAX_SLICES - 1;
      long inSlice = last ? left : Math.min(left, size);
      double bitsPerKey = BloomSizing.standardBitsPerKey(sliceRate(i));
      denied *=
          1
              - BloomSizing.standardRate(
                  BloomSizing.bits(size, bitsPerKey),
                  BloomSizing.standardHashCount(bitsPerKey),
                  inSlice);
      left -= inSlice;
    }
    return 1 - denied;
  }

  @Override
  public double currentFpr() {
    double denied = 1;
    for (BloomFilter slice : slices) {
      denied *= 1 - slice.currentFpr();
    }
    return 1 - denied;
  }

  @Override
  public double fillRatio() {
    double set = 0;
    for (BloomFilter slice : slices) {
      set += slice.fillRatio() * slice.bitSize();
    }
    return set / bitSize();
  }

  @Override
  public long bitSize() {
    return slices.stream().mapToLong(BloomFilter::bitSize).sum();
  }

  /** Positions of a key in all slices together. */
  @Override
  public int hashCount() {
    return slices.stream().mapToInt(BloomFilter::hashCount).sum();
  }

  @Override
  public Cardinality cardinality() {
    double keys = 0;
    double error = 0;
    boolean saturated = false;
    for (BloomFilter slice : slices) {
      Cardinality part = slice.cardinality();
      keys += part.keys();
      error = Math.hypot(error, part.standardError());
      saturated |= part.saturated();
    }
    return new Cardinality(keys, error, saturated);
  }

  @Override
  public byte[] toBytes() {
    List<byte[]> parts = slices.stream().map(BloomFilter::toBytes).toList();
    long size = PARAMETERS_BYTES + parts.stream().mapToLong(p -> Integer.BYTES + p.length).sum();
    FilterHeader header =
        new FilterHeader(TYPE, hash, keyCount(), expectedKeys, parts.size(), growth, 1, 0);
    return header.encode(
        Math.toIntExact(size),
        out -> {
          out.putDouble(firstRate).putDouble(tightening);
          parts.forEach(part -> out.putInt(part.length).put(part));
        });
  }

  private static byte[] nextSlice(ByteBuffer payload) throws FilterFormatException {
    FilterHeader.require(
        payload.remaining() >= Integer.BYTES, "payload", "4 or more", payload.remaining());
    int length = payload.getInt();
    FilterHeader.require(
        length >= 0 && length <= payload.remaining(),
        "length of a slice",
        "0 to " + payload.remaining(),
        length);
    byte[] slice = new byte[length];
    payload.get(slice);
    return slice;
  }

  private BloomFilter newest() {
    return slices.get(slices.size() - 1);
  }

  private boolean canGrow() {
    double bits =
        sliceKeys(slices.size()) * BloomSizing.standardBitsPerKey(sliceRate(slices.size()));
    return slices.size() < MAX_SLICES && bits <= BitArray.MAX_SIZE;
  }

  private BloomFilter newSlice(int index) {
    return BloomFilter.builder()
        .hash(hash)
        .expectedKeys(sliceKeys(index))
        .falsePositiveRate(sliceRate(index))
        .build();
  }

  private long sliceKeys(int index) {
    return (long) Math.min(1L << 40, expectedKeys * StrictMath.pow(growth, index));
  }

  private double sliceRate(int index) {
    return firstRate * StrictMath.pow(tightening, index);
  }

  private static double rateOf(double bitsPerKey) {
    return StrictMath.exp(-bitsPerKey * StrictMath.log(2) * StrictMath.log(2));
  }
}
