package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * The entries that a compaction writes: a merge of its inputs without what nobody can see.
 *
 * <p>The boundaries are the sequences that readers may stand at: every live snapshot's, and as the
 * last one the newest sequence that was visible when the inputs were picked. A version is kept if
 * it is the newest at or below some boundary. What is newer than the last boundary is kept whole,
 * as a snapshot may still be taken between.
 *
 * <p>A tombstone is dropped if it is at or below the oldest boundary and nothing older of its key
 * can remain below the inputs; what is older inside them is shadowed by it and goes too. Under the
 * same two conditions a put gets sequence 0, which a block stores in no bytes: no reader can tell
 * it apart from anything older, since nothing older is kept.
 *
 * <p>Forward only. Nothing is allocated per entry. After anything was thrown every call throws.
 */
final class SurvivorCursor implements Closeable {
  /** Says whether a key can have an older version that is not among the inputs. */
  @FunctionalInterface
  interface OlderVersions {
    /** True if no table outside the inputs can hold an older version of the key. */
    boolean nothingOlderBelow(byte[] key, int offset, int length);
  }

  private enum Bottom {
    UNASKED,
    YES,
    NO
  }

  private static final int NOTHING = -1;

  private final EntryCursor entries;
  private final long[] boundaries;
  private final OlderVersions olderVersions;
  private byte[] key = new byte[64];
  private int keyLength = NOTHING;
  private int previousStripe;
  private Bottom bottom;
  private boolean started;
  private boolean valid;
  private long outputSequence;
  private long readEntries;
  private long droppedTombstones;
  private long shadowedEntries;
  private Throwable failure;

  /**
   * @param entries the merged inputs; taken over and closed with this
   * @param boundaries ascending: the live snapshots' sequences, then the newest visible one
   * @throws IllegalArgumentException if there is no boundary or they are not ascending
   */
  SurvivorCursor(EntryCursor entries, long[] boundaries, OlderVersions olderVersions) {
    if (boundaries.length == 0) {
      throw new IllegalArgumentException("boundaries: actual=0, expected at least 1");
    }
    for (int i = 1; i < boundaries.length; i++) {
      if (boundaries[i - 1] > boundaries[i]) {
        throw new IllegalArgumentException(
            "boundaries: actual=" + boundaries[i] + " after " + boundaries[i - 1]);
      }
    }
    this.entries = entries;
    this.boundaries = boundaries.clone();
    this.olderVersions = olderVersions;
  }

  /** Moves to the next entry to write; false at the end of the inputs. */
  boolean next() throws IOException {
    if (failure != null) {
      throw new IllegalStateException("the merge failed", failure);
    }
    try {
      findSurvivor();
      return valid;
    } catch (Throwable t) {
      valid = false;
      failure = t;
      throw t;
    }
  }

  /** Requires that {@link #next} was true; good until the next call of it. So for all views. */
  byte[] keyBytes() {
    return current().keyBytes();
  }

  int keyOffset() {
    return current().keyOffset();
  }

  int keyLength() {
    return current().keyLength();
  }

  /** The sequence in the input. */
  long sequence() {
    return current().sequence();
  }

  /** The sequence to write: the input's, or 0. */
  long outputSequence() {
    current();
    return outputSequence;
  }

  int kind() {
    return current().kind();
  }

  byte[] valueBytes() {
    return current().valueBytes();
  }

  int valueOffset() {
    return current().valueOffset();
  }

  int valueLength() {
    return current().valueLength();
  }

  /** Entries of the inputs so far, the current one included. */
  long readEntries() {
    return readEntries;
  }

  /** Tombstones left out because nothing was left for them to hide. */
  long droppedTombstones() {
    return droppedTombstones;
  }

  /** Entries left out because every reader sees a newer one of the key. */
  long shadowedEntries() {
    return shadowedEntries;
  }

  @Override
  public void close() throws IOException {
    valid = false;
    entries.close();
  }

  private void findSurvivor() throws IOException {
    valid = false;
    advance();
    while (entries.isValid()) {
      readEntries++;
      boolean sameKey = isSameKey();
      if (!sameKey) {
        startKey();
      }
      long sequence = entries.sequence();
      int stripe = stripeOf(sequence);
      if (sameKey && stripe == previousStripe && stripe < boundaries.length) {
        shadowedEntries++;
      } else {
        previousStripe = stripe;
        boolean put = isPut();
        boolean last = sequence <= boundaries[0] && isBottom();
        if (put || !last) {
          outputSequence = last ? 0 : sequence;
          valid = true;
          return;
        }
        droppedTombstones++;
      }
      advance();
    }
  }

  private void advance() throws IOException {
    if (started) {
      if (entries.isValid()) {
        entries.next();
      }
    } else {
      started = true;
      entries.seekToFirst();
    }
  }

  /** The first boundary that sees the sequence, or their number if none does. */
  private int stripeOf(long sequence) {
    int low = 0;
    int high = boundaries.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (boundaries[middle] < sequence) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isBottom() {
    if (bottom == Bottom.UNASKED) {
      bottom = olderVersions.nothingOlderBelow(key, 0, keyLength) ? Bottom.YES : Bottom.NO;
    }
    return bottom == Bottom.YES;
  }

  private boolean isPut() {
    int kind = entries.kind();
    if (!EntryKind.isKnown(kind)) {
      throw new IllegalStateException("entry kind: actual=" + kind + ", expected=0 or 1");
    }
    return kind == EntryKind.PUT;
  }

  private boolean isSameKey() {
    int offset = entries.keyOffset();
    return entries.keyLength() == keyLength
        && Arrays.equals(entries.keyBytes(), offset, offset + keyLength, key, 0, keyLength);
  }

  private void startKey() {
    int length = entries.keyLength();
    if (length > key.length) {
      key = new byte[Math.max(length, 2 * key.length)];
    }
    System.arraycopy(entries.keyBytes(), entries.keyOffset(), key, 0, length);
    keyLength = length;
    bottom = Bottom.UNASKED;
  }

  private EntryCursor current() {
    if (!valid) {
      throw new IllegalStateException("there is no current entry");
    }
    return entries;
  }
}
