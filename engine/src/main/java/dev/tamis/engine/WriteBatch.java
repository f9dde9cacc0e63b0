package dev.tamis.engine;

import java.util.Arrays;
import java.util.Objects;

/**
 * Puts and deletes that are written as one: after a crash all of them are there or none, and no
 * reader sees a part. They apply in the order of the calls, so the last operation on a key wins.
 *
 * <p>Keys and values are copied at the call. A batch may be written any number of times; each time
 * it is applied again. It may be empty. Not for use by several threads, and not to be changed while
 * a write of it is under way.
 */
public final class WriteBatch {
  private static final int INITIAL_BYTES = 256;

  private final long maxBytes;
  private byte[] bytes;
  private int end = BatchFormat.OPERATIONS_OFFSET;
  private int count;

  /** An empty batch of at most 1 GiB encoded. */
  public WriteBatch() {
    this(BatchFormat.MAX_BATCH_BYTES);
  }

  /**
   * An empty batch.
   *
   * @param maxBytes upper limit of {@link #sizeBytes}, from 4 bytes to 1 GiB
   * @throws IllegalArgumentException if the limit is out of range
   */
  public WriteBatch(long maxBytes) {
    if (maxBytes < BatchFormat.COUNT_BYTES || maxBytes > BatchFormat.MAX_BATCH_BYTES) {
      throw new IllegalArgumentException(
          "maxBytes: actual="
              + maxBytes
              + ", expected="
              + BatchFormat.COUNT_BYTES
              + ".."
              + BatchFormat.MAX_BATCH_BYTES);
    }
    this.maxBytes = maxBytes;
    this.bytes = new byte[(int) Math.min(INITIAL_BYTES, BatchFormat.RESERVED_BYTES + maxBytes)];
  }

  /** An empty batch in an array of the right size. */
  private WriteBatch(byte[] bytes) {
    this.maxBytes = BatchFormat.MAX_BATCH_BYTES;
    this.bytes = bytes;
  }

  /**
   * Adds a put.
   *
   * @param key 0 to 65,535 bytes
   * @param value 0 to 268,435,456 bytes
   * @throws IllegalArgumentException if a length or the size of the batch would be over its limit;
   *     the batch is unchanged then and can be written as it is
   */
  public WriteBatch put(byte[] key, byte[] value) {
    checkPut(key, value);
    makeRoom(BatchFormat.putBytes(key.length, value.length));
    end = BatchFormat.writePut(bytes, end, key, value);
    counted();
    return this;
  }

  /**
   * Adds a delete; deleting an absent key is no error.
   *
   * @param key 0 to 65,535 bytes
   * @throws IllegalArgumentException if the length or the size of the batch would be over its
   *     limit; the batch is unchanged then and can be written as it is
   */
  public WriteBatch delete(byte[] key) {
    checkDelete(key);
    makeRoom(BatchFormat.deleteBytes(key.length));
    end = BatchFormat.writeDelete(bytes, end, key);
    counted();
    return this;
  }

  /** A batch of one put, in an array of the right size. */
  static WriteBatch of(byte[] key, byte[] value) {
    checkPut(key, value);
    return sized(BatchFormat.putBytes(key.length, value.length)).put(key, value);
  }

  /** A batch of one delete, in an array of the right size. */
  static WriteBatch ofDelete(byte[] key) {
    checkDelete(key);
    return sized(BatchFormat.deleteBytes(key.length)).delete(key);
  }

  private static WriteBatch sized(long operationBytes) {
    return new WriteBatch(new byte[(int) (BatchFormat.OPERATIONS_OFFSET + operationBytes)]);
  }

  /** Adds all operations of another batch. */
  void append(WriteBatch other) {
    makeRoom(other.operationsLength());
    System.arraycopy(
        other.bytes, BatchFormat.OPERATIONS_OFFSET, bytes, end, other.operationsLength());
    end += other.operationsLength();
    count += other.count;
    BatchFormat.writeCount(bytes, BatchFormat.RESERVED_BYTES, count);
  }

  /** Removes all operations; the memory is kept for the next ones. */
  public void clear() {
    end = BatchFormat.OPERATIONS_OFFSET;
    count = 0;
    BatchFormat.writeCount(bytes, BatchFormat.RESERVED_BYTES, 0);
  }

  /** Number of operations. */
  public int count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** Encoded size in bytes, as it will stand in the log: 4 for an empty batch. */
  public long sizeBytes() {
    return payloadLength();
  }

  /** The array behind; the payload starts at {@link BatchFormat#RESERVED_BYTES}. */
  byte[] array() {
    return bytes;
  }

  /** Bytes of the operations alone, from {@link BatchFormat#OPERATIONS_OFFSET} on. */
  int operationsLength() {
    return end - BatchFormat.OPERATIONS_OFFSET;
  }

  /** Bytes of the payload: count and operations. */
  int payloadLength() {
    return end - BatchFormat.RESERVED_BYTES;
  }

  private void counted() {
    count++;
    BatchFormat.writeCount(bytes, BatchFormat.RESERVED_BYTES, count);
  }

  private void makeRoom(long operationBytes) {
    checkLimit("batch bytes", sizeBytes() + operationBytes, maxBytes);
    long needed = end + operationBytes;
    if (needed > bytes.length) {
      long doubled = Math.min(2L * bytes.length, BatchFormat.RESERVED_BYTES + maxBytes);
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, doubled));
    }
  }

  /** Throws unless a put of these can stand in a batch. */
  static void checkPut(byte[] key, byte[] value) {
    checkDelete(key);
    Objects.requireNonNull(value, "value");
    checkLimit("value bytes", value.length, BatchFormat.MAX_VALUE_BYTES);
  }

  /** Throws unless a delete of this key can stand in a batch. */
  static void checkDelete(byte[] key) {
    Objects.requireNonNull(key, "key");
    checkLimit("key bytes", key.length, BatchFormat.MAX_KEY_BYTES);
  }

  private static void checkLimit(String what, long actual, long limit) {
    if (actual > limit) {
      throw new IllegalArgumentException(what + ": actual=" + actual + ", limit=" + limit);
    }
  }
}
