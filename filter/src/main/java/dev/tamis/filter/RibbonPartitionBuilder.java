package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Builds filter partitions that are ribbons, one after the other. Not thread-safe.
 *
 * <p>A ribbon lets 0.78 % of absent keys pass at 7.5 bits per key, cache lines 1.05 % at 10; but
 * its probe takes two or three times as long and building it ten times. So it is for tables that
 * live long and are asked last. Two things make a partition cache lines all the same, of the size
 * the ribbon would have had: that these have the lower rate, as with fewer than about eighty keys,
 * where the ribbon's rounding up to blocks costs too much; and that no attempt to solve the ribbon
 * succeeded, which does not happen to keys of a good hash.
 */
public final class RibbonPartitionBuilder implements PartitionBuilder {
  /**
   * Bits per key of a partition for each bit of fingerprint, about: what partitions of 1,000 to
   * 8,000 keys need. {@link RibbonBuilder} has the numbers.
   */
  public static final double SLOTS_PER_KEY = 1.07;

  /** The most keys a partition should get: more need more slots for each, and time to solve. */
  public static final int MAX_USEFUL_KEYS = 8192;

  private final KeyHash hash;
  private final RibbonBuilder ribbon;

  /** A builder without keys; the hash's id and seed go into the header. */
  public RibbonPartitionBuilder(KeyHash hash) {
    this(hash, new RibbonBuilder(hash));
  }

  RibbonPartitionBuilder(KeyHash hash, RibbonBuilder ribbon) {
    this.hash = hash;
    this.ribbon = ribbon;
  }

  /** Fingerprint bits that so many bits per key buy, 1 to 32: the rate is 2 to the minus that. */
  public static int columns(double bitsPerKey) {
    long columns = Math.round(bitsPerKey / SLOTS_PER_KEY);
    return (int) Math.max(1, Math.min(RibbonFilter.MAX_COLUMNS, columns));
  }

  @Override
  public void add(long keyHash) {
    ribbon.addHash(keyHash);
  }

  @Override
  public int keyCount() {
    return ribbon.keyCount();
  }

  @Override
  public void reset() {
    ribbon.reset();
  }

  /**
   * {@inheritDoc}
   *
   * @param bitsPerKey about how much to spend; see {@link #columns}
   */
  @Override
  public byte[] build(double bitsPerKey, int crcSalt) {
    int columns = columns(bitsPerKey);
    int lines = FilterPartition.linesOf(ribbon.slots() / RibbonFilter.BLOCK_SLOTS, columns);
    double lineRate = BloomMath.splitLineRate(keyCount(), lines);
    RibbonFilter solved = lineRate <= StrictMath.pow(2, -columns) ? null : ribbon.solve(columns);
    return solved == null ? buildLines(lines, crcSalt) : encode(solved, crcSalt);
  }

  private byte[] encode(RibbonFilter solved, int crcSalt) {
    FilterPartition.Header header = FilterPartition.Header.ofRibbon(hash, solved);
    byte[] bytes = new byte[FilterPartition.HEADER_BYTES + header.lineCount() * SplitLine.BYTES];
    solved.rows().duplicate().get(bytes, FilterPartition.HEADER_BYTES, solved.rows().capacity());
    FilterPartition.writeHeader(bytes, header, crcSalt);
    probeAgain(bytes, header);
    return bytes;
  }

  private void probeAgain(byte[] bytes, FilterPartition.Header header) {
    ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    ribbon.forEachHash(
        keyHash -> {
          if (!header.mightContain(view, FilterPartition.HEADER_BYTES, keyHash)) {
            throw new IllegalStateException("a key is missing in the partition just built");
          }
        });
  }

  private byte[] buildLines(int lines, int crcSalt) {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(hash);
    ribbon.forEachHash(builder::add);
    return builder.buildLines(lines, crcSalt);
  }
}
