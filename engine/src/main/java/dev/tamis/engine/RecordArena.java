package dev.tamis.engine;

import dev.tamis.sstable.ValueForm;
import dev.tamis.storage.LittleEndian;
import java.util.Arrays;

/**
 * Where a memtable keeps its records: byte arrays that are filled from the front and never moved.
 *
 * <p>One writer at a time; readers may read every record whose reference reached them through an
 * acquire load of something the writer released after {@link #append}.
 */
final class RecordArena {
  /*
   * A record, little-endian, begins at a multiple of 8 bytes:
   *
   *   0         8              12      16           18       26
   *   | u64     | u32          | u32   | u16        | 2 x u32 | key | value, or u32: index of |
   *   | seq,kind| value length | older | key length | *       |     | the value's own array   |
   *
   *   seq,kind  sequence << 8 | kind
   *   older     reference of the next older version of the same key; 0 = none
   *   *         only if there is an older version: jump (a reference, see VersionChain) and depth
   *             (number of older versions)
   *
   * A reference is an unsigned int: chunk number << 15 | offset in units of 8 bytes. So it spans
   * 32 GiB, and a leaf of the tree needs four bytes an entry for it. Nothing lies at reference 0.
   *
   * Chunks grow with what is there already, by an eighth, so that a memtable of 4 KiB costs a few
   * KiB and never more than about an eighth of any memtable is unused. They end at 16 bytes under
   * 256 KiB: four of them, headers included, fill a 1 MiB region of G1 exactly, and none is so
   * large that the collector gives it regions of its own (1 MiB chunks would occupy two regions
   * each). A value over 4 KiB gets an array of its own instead of closing a chunk early.
   */
  private static final int UNIT_SHIFT = 3;
  private static final int OFFSET_BITS = 15;
  private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;
  private static final int MAX_CHUNKS = 1 << (32 - OFFSET_BITS);
  private static final int ARRAY_HEADER_BYTES = 16;
  private static final int REFERENCE_BYTES = 4;
  private static final int MAX_CHUNK_BYTES = (256 << 10) - ARRAY_HEADER_BYTES;
  private static final int MIN_CHUNK_BYTES = 512;
  private static final int MAX_FIRST_CHUNK_BYTES = 8 << 10;
  private static final int GROWTH_DIVISOR = 8;

  /** The longest value that is stored inside its record. */
  static final int MAX_INLINE_VALUE_BYTES = 4 << 10;

  private static final int VALUE_LENGTH = 8;
  private static final int OLDER = 12;
  private static final int KEY_LENGTH = 16;
  private static final int FIRST_VERSION_HEADER_BYTES = 18;
  private static final int JUMP = 18;
  private static final int DEPTH = 22;
  private static final int LATER_VERSION_HEADER_BYTES = 26;

  // Volatile: a reader may see an array that replaced the one its reference was published with, and
  // must then see its elements too. The writer stores here once a chunk, not once a record.
  private volatile byte[][] chunks = new byte[4][];
  private volatile byte[][] largeValues = new byte[0][];
  private int chunkCount;
  private int largeValueCount;
  private int tailBytes = 1 << UNIT_SHIFT;
  private int nextChunkBytes;
  private long allocatedBytes = sizeOfArray(4, REFERENCE_BYTES);

  /**
   * An empty arena; nothing is allocated before the first record.
   *
   * @param capacityBytes how much it is expected to hold; decides the size of the first chunk
   */
  RecordArena(long capacityBytes) {
    long first = Math.max(MIN_CHUNK_BYTES, Math.min(MAX_FIRST_CHUNK_BYTES, capacityBytes / 4));
    this.nextChunkBytes = (int) first;
  }

  /**
   * Writes a record and returns its reference. The caller publishes it.
   *
   * @param older the newest version of the same key so far, 0 if there is none
   */
  int append(
      byte[] key,
      int keyOffset,
      int keyLength,
      long sequence,
      int kind,
      byte[] value,
      int valueOffset,
      int valueLength,
      int older) {
    boolean inline = valueLength <= MAX_INLINE_VALUE_BYTES;
    int headerBytes = older == 0 ? FIRST_VERSION_HEADER_BYTES : LATER_VERSION_HEADER_BYTES;
    int recordBytes = headerBytes + keyLength + (inline ? valueLength : Integer.BYTES);
    int largeValue = inline ? 0 : addLargeValue(value, valueOffset, valueLength);
    reserve(recordBytes);
    byte[] chunk = chunks[chunkCount - 1];
    int at = tailBytes;
    LittleEndian.putLong(chunk, at, sequence << Byte.SIZE | kind);
    LittleEndian.putInt(chunk, at + VALUE_LENGTH, valueLength);
    LittleEndian.putInt(chunk, at + OLDER, older);
    LittleEndian.putU16(chunk, at + KEY_LENGTH, keyLength);
    if (older != 0) {
      LittleEndian.putInt(chunk, at + JUMP, VersionChain.jumpOfNewVersion(this, older));
      LittleEndian.putInt(chunk, at + DEPTH, depth(older) + 1);
    }
    System.arraycopy(key, keyOffset, chunk, at + headerBytes, keyLength);
    if (inline) {
      System.arraycopy(value, valueOffset, chunk, at + headerBytes + keyLength, valueLength);
    } else {
      LittleEndian.putInt(chunk, at + headerBytes + keyLength, largeValue);
    }
    tailBytes = at + alignUp(recordBytes);
    return (chunkCount - 1) << OFFSET_BITS | at >>> UNIT_SHIFT;
  }

  /** Bytes allocated so far: chunks with their unused ends, large values, and their directories. */
  long allocatedBytes() {
    return allocatedBytes;
  }

  /** The array that holds the record at {@code ref}. */
  byte[] chunk(int ref) {
    return chunks[ref >>> OFFSET_BITS];
  }

  /** Where in {@link #chunk} the record's key begins. */
  int keyOffset(byte[] chunk, int ref) {
    int at = offset(ref);
    return at
        + (LittleEndian.getInt(chunk, at + OLDER) == 0
            ? FIRST_VERSION_HEADER_BYTES
            : LATER_VERSION_HEADER_BYTES);
  }

  int keyLength(byte[] chunk, int ref) {
    return LittleEndian.getU16(chunk, offset(ref) + KEY_LENGTH);
  }

  long sequence(int ref) {
    return LittleEndian.getLong(chunk(ref), offset(ref)) >>> Byte.SIZE;
  }

  int kind(int ref) {
    return chunk(ref)[offset(ref)] & 0xFF;
  }

  /** The next older version of the same key, 0 if there is none. */
  int older(int ref) {
    return LittleEndian.getInt(chunk(ref), offset(ref) + OLDER);
  }

  /** A version further down the chain. Requires: the record has an older version. */
  int jump(int ref) {
    return LittleEndian.getInt(chunk(ref), offset(ref) + JUMP);
  }

  /** Number of older versions of the same key. */
  int depth(int ref) {
    byte[] chunk = chunk(ref);
    int at = offset(ref);
    return LittleEndian.getInt(chunk, at + OLDER) == 0 ? 0 : LittleEndian.getInt(chunk, at + DEPTH);
  }

  int valueLength(int ref) {
    return LittleEndian.getInt(chunk(ref), offset(ref) + VALUE_LENGTH);
  }

  /** The array that holds the record's value: its chunk, or an array of its own. */
  byte[] valueBytes(int ref) {
    byte[] chunk = chunk(ref);
    if (valueLength(ref) <= MAX_INLINE_VALUE_BYTES) {
      return chunk;
    }
    int keyEnd = keyOffset(chunk, ref) + keyLength(chunk, ref);
    return largeValues[LittleEndian.getInt(chunk, keyEnd)];
  }

  /** Where in {@link #valueBytes} the value begins. */
  int valueOffset(int ref) {
    if (valueLength(ref) > MAX_INLINE_VALUE_BYTES) {
      return 0;
    }
    byte[] chunk = chunk(ref);
    return keyOffset(chunk, ref) + keyLength(chunk, ref);
  }

  /** The value in some form. */
  byte[] takeValue(int ref, ValueForm form) {
    int from = valueOffset(ref);
    return form.take(valueBytes(ref), from, from + valueLength(ref));
  }

  /** Whether the record's key is the given one. */
  boolean keyEquals(int ref, byte[] key, int offset, int length) {
    byte[] chunk = chunk(ref);
    if (keyLength(chunk, ref) != length) {
      return false;
    }
    int at = keyOffset(chunk, ref);
    return Arrays.equals(chunk, at, at + length, key, offset, offset + length);
  }

  /** Compares the record's key with the given one. */
  int compareKey(int ref, byte[] key, int offset, int length) {
    byte[] chunk = chunk(ref);
    int at = keyOffset(chunk, ref);
    return Arrays.compareUnsigned(
        chunk, at, at + keyLength(chunk, ref), key, offset, offset + length);
  }

  /** Compares the keys of two records. */
  int compareKeys(int ref, int otherRef) {
    byte[] other = chunk(otherRef);
    return compareKey(ref, other, keyOffset(other, otherRef), keyLength(other, otherRef));
  }

  /** Bytes of an array of the given length on a 64-bit JVM with compressed references. */
  static long sizeOfArray(int length, int elementBytes) {
    return alignUp(ARRAY_HEADER_BYTES + (long) length * elementBytes);
  }

  private static int offset(int ref) {
    return (ref & OFFSET_MASK) << UNIT_SHIFT;
  }

  private static int alignUp(int bytes) {
    return (bytes + 7) & -8;
  }

  private static long alignUp(long bytes) {
    return (bytes + 7) & -8;
  }

  private void reserve(int recordBytes) {
    if (chunkCount > 0 && tailBytes + recordBytes <= chunks[chunkCount - 1].length) {
      return;
    }
    if (chunkCount == MAX_CHUNKS) {
      throw new IllegalStateException(
          "memtable is full: chunks=" + chunkCount + ", bytes=" + allocatedBytes);
    }
    // The first record of the arena leaves the unit of reference 0 free.
    int start = chunkCount == 0 ? 1 << UNIT_SHIFT : 0;
    int chunkBytes = Math.max(nextChunkBytes, alignUp(start + recordBytes));
    byte[] chunk = new byte[chunkBytes];
    byte[][] directory = withRoom(chunks, chunkCount);
    directory[chunkCount] = chunk;
    chunks = directory;
    chunkCount++;
    tailBytes = start;
    allocatedBytes += sizeOfArray(chunkBytes, 1);
    long eighth = alignUp(allocatedBytes / GROWTH_DIVISOR);
    nextChunkBytes = (int) Math.min(MAX_CHUNK_BYTES, Math.max(nextChunkBytes, eighth));
  }

  private int addLargeValue(byte[] value, int offset, int length) {
    byte[] copy = Arrays.copyOfRange(value, offset, offset + length);
    byte[][] directory = withRoom(largeValues, largeValueCount);
    directory[largeValueCount] = copy;
    largeValues = directory;
    allocatedBytes += sizeOfArray(length, 1);
    return largeValueCount++;
  }

  private byte[][] withRoom(byte[][] directory, int used) {
    if (used < directory.length) {
      return directory;
    }
    int length = Math.max(4, used + used / 2);
    allocatedBytes +=
        sizeOfArray(length, REFERENCE_BYTES) - sizeOfArray(directory.length, REFERENCE_BYTES);
    return Arrays.copyOf(directory, length);
  }
}
