package dev.tamis.filter.gate;

import java.util.Arrays;

/** A gate's filter for the next start. Immutable. */
public final class SavedFilter {
  private final long position;
  private final byte[] bytes;

  /**
   * A saved filter.
   *
   * @param position of the source at the filter's snapshot
   * @param bytes the filter, as FORMAT.md describes it; with SipHash it contains the secret key
   */
  public SavedFilter(long position, byte[] bytes) {
    this.position = position;
    this.bytes = bytes.clone();
  }

  /** Position of the source at the filter's snapshot. */
  public long position() {
    return position;
  }

  /** The filter's bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Of the same position and bytes. */
  @Override
  public boolean equals(Object other) {
    return other instanceof SavedFilter that
        && position == that.position
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(position) * 31 + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "filter of position " + position + ", " + bytes.length + " bytes";
  }
}
