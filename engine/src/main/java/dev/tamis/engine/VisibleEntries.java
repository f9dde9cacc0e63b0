package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import java.io.IOException;
import java.util.Arrays;

/**
 * What a reader at one sequence sees of internal entries inside bounds: per key the newest version
 * at or below the sequence, and nothing if that is a tombstone. The algorithm of {@link Cursor},
 * which adds the guards.
 *
 * <p>Moving forward, the entries below stand at the entry that is shown. Moving backward they must
 * have passed all versions of the key to know the newest visible one, so key and value are kept in
 * buffers and the entries stand before the key.
 *
 * <p>Work per key is bounded: after {@link #STEPS_BEFORE_SEEK} versions of one key, or at a value
 * too large to copy on the chance that it is the newest visible one, a seek goes straight to the
 * version wanted. Tombstones of different keys are passed in one pass. A change of direction is a
 * seek away from all versions of the key shown: below may stand entries written after this cursor
 * was made, next to the place, which plain steps would have to tell apart.
 */
final class VisibleEntries {
  private enum Position {
    NONE,
    AT_ENTRY,
    BEFORE_SAVED
  }

  /** Larger than any sequence: the log has 56 bits for it. */
  private static final long BEFORE_ALL_VERSIONS = (1L << 56) - 1;

  private static final long OLDEST_VERSION = 0;
  private static final int STEPS_BEFORE_SEEK = 8;
  private static final int MAX_COPIED_VALUE_BYTES = 64 << 10;
  private static final int NOTHING = -1;

  private final EntryCursor entries;
  private final long sequence;
  private final byte[] lower;
  private final byte[] upper;
  private Position position = Position.NONE;
  private byte[] savedKey = new byte[64];
  private int savedKeyLength = NOTHING;
  private byte[] savedValue = new byte[0];
  private int savedValueLength;

  /**
   * @param lower inclusive, null = open
   * @param upper exclusive, null = open
   */
  VisibleEntries(EntryCursor entries, long sequence, byte[] lower, byte[] upper) {
    this.entries = entries;
    this.sequence = sequence;
    this.lower = lower;
    this.upper = upper;
  }

  boolean isValid() {
    return position != Position.NONE;
  }

  void seekToFirst() throws IOException {
    forget();
    if (lower == null) {
      entries.seekToFirst();
    } else {
      entries.seek(lower, 0, lower.length, sequence);
    }
    findForward(false);
  }

  void seekToLast() throws IOException {
    forget();
    if (upper == null) {
      entries.seekToLast();
    } else {
      entries.seekBefore(upper, 0, upper.length, BEFORE_ALL_VERSIONS);
    }
    findBackward();
  }

  /** Moves to the first entry at or after the key. */
  void seek(byte[] key) throws IOException {
    forget();
    byte[] from = lower != null && Arrays.compareUnsigned(key, lower) < 0 ? lower : key;
    entries.seek(from, 0, from.length, sequence);
    findForward(false);
  }

  /** Moves to the last entry at or before the key. */
  void seekFloor(byte[] key) throws IOException {
    if (upper != null && Arrays.compareUnsigned(key, upper) >= 0) {
      seekToLast();
      return;
    }
    forget();
    if (lower != null && Arrays.compareUnsigned(key, lower) < 0) {
      return;
    }
    entries.seek(key, 0, key.length, sequence);
    if (entries.isValid() && compareKey(key) == 0 && isPut()) {
      position = Position.AT_ENTRY;
    } else {
      entries.seekBefore(key, 0, key.length, BEFORE_ALL_VERSIONS);
      findBackward();
    }
  }

  /** Requires: {@link #isValid}; so for all below. */
  void next() throws IOException {
    if (position == Position.AT_ENTRY) {
      saveKey();
      entries.next();
    } else {
      entries.seek(savedKey, 0, savedKeyLength, OLDEST_VERSION);
    }
    findForward(true);
  }

  void previous() throws IOException {
    if (position == Position.AT_ENTRY) {
      saveKey();
      entries.seekBefore(savedKey, 0, savedKeyLength, BEFORE_ALL_VERSIONS);
    }
    findBackward();
  }

  byte[] keyBytes() {
    return isSaved() ? savedKey : entries.keyBytes();
  }

  int keyOffset() {
    return isSaved() ? 0 : entries.keyOffset();
  }

  int keyLength() {
    return isSaved() ? savedKeyLength : entries.keyLength();
  }

  byte[] valueBytes() {
    return isSaved() ? savedValue : entries.valueBytes();
  }

  int valueOffset() {
    return isSaved() ? 0 : entries.valueOffset();
  }

  int valueLength() {
    return isSaved() ? savedValueLength : entries.valueLength();
  }

  void close() throws IOException {
    position = Position.NONE;
    entries.close();
  }

  private boolean isSaved() {
    return position == Position.BEFORE_SAVED;
  }

  private void forget() {
    position = Position.NONE;
    savedKeyLength = NOTHING;
  }

  /**
   * Goes on to the first visible put, from the current entry on.
   *
   * @param passSaved whether all versions of the saved key are to be passed
   */
  private void findForward(boolean passSaved) throws IOException {
    boolean passing = passSaved;
    int steps = 0;
    position = Position.NONE;
    while (entries.isValid()) {
      boolean visible = entries.sequence() <= sequence;
      if (isSavedKey()) {
        if (passing || !visible) {
          steps++;
          if (steps < STEPS_BEFORE_SEEK) {
            entries.next();
          } else {
            entries.seek(savedKey, 0, savedKeyLength, passing ? OLDEST_VERSION : sequence);
            steps = 0;
          }
          continue;
        }
      } else {
        if (upper != null && compareKey(upper) >= 0) {
          return;
        }
        steps = 0;
      }
      if (visible && isPut()) {
        position = Position.AT_ENTRY;
        return;
      }
      passing = visible;
      saveKey();
      entries.next();
    }
  }

  /** Goes back to the last visible put, from the current entry, the oldest version of its key. */
  private void findBackward() throws IOException {
    position = Position.NONE;
    while (entries.isValid()) {
      if (lower != null && compareKey(lower) < 0) {
        return;
      }
      saveKey();
      savedValueLength = NOTHING;
      if (passVersionsBackward()) {
        if (savedValueLength != NOTHING) {
          position = Position.BEFORE_SAVED;
          return;
        }
      } else {
        entries.seek(savedKey, 0, savedKeyLength, sequence);
        if (entries.isValid() && isSavedKey() && isPut()) {
          position = Position.AT_ENTRY;
          return;
        }
        entries.seekBefore(savedKey, 0, savedKeyLength, BEFORE_ALL_VERSIONS);
      }
    }
  }

  /**
   * Steps back over the versions of the saved key and saves the value of the newest visible one;
   * false if it gave up because they are too many or too large.
   */
  private boolean passVersionsBackward() throws IOException {
    for (int steps = 0; steps < STEPS_BEFORE_SEEK; steps++) {
      if (entries.sequence() <= sequence) {
        if (!isPut()) {
          savedValueLength = NOTHING;
        } else if (entries.valueLength() > MAX_COPIED_VALUE_BYTES) {
          return false;
        } else {
          saveValue();
        }
      }
      entries.previous();
      if (!entries.isValid() || !isSavedKey()) {
        return true;
      }
    }
    return false;
  }

  private boolean isPut() {
    int kind = entries.kind();
    if (!EntryKind.isKnown(kind)) {
      throw new IllegalStateException("entry kind: actual=" + kind + ", expected=0 or 1");
    }
    return kind == EntryKind.PUT;
  }

  private boolean isSavedKey() {
    int offset = entries.keyOffset();
    return entries.keyLength() == savedKeyLength
        && Arrays.equals(
            entries.keyBytes(), offset, offset + savedKeyLength, savedKey, 0, savedKeyLength);
  }

  private int compareKey(byte[] key) {
    int offset = entries.keyOffset();
    return Arrays.compareUnsigned(
        entries.keyBytes(), offset, offset + entries.keyLength(), key, 0, key.length);
  }

  private void saveKey() {
    int length = entries.keyLength();
    if (length > savedKey.length) {
      savedKey = new byte[Math.max(length, 2 * savedKey.length)];
    }
    System.arraycopy(entries.keyBytes(), entries.keyOffset(), savedKey, 0, length);
    savedKeyLength = length;
  }

  private void saveValue() {
    int length = entries.valueLength();
    if (length > savedValue.length) {
      savedValue = new byte[Math.max(length, 2 * savedValue.length)];
    }
    System.arraycopy(entries.valueBytes(), entries.valueOffset(), savedValue, 0, length);
    savedValueLength = length;
  }
}
