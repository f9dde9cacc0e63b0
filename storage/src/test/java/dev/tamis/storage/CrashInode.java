package dev.tamis.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One file of a {@link CrashDirectory}: what a reader sees, how much of it is durable, and the
 * writes in between. Bytes below the size never change in place and only the handle that created
 * the file appends, so images and copies share the array.
 *
 * <p>Guarded by the directory's lock, except {@link #content}, which readers read without it.
 */
final class CrashInode {
  /** What a reader sees: the first {@code size} bytes of an array. */
  static final class Content {
    private final byte[] bytes;
    private final int size;

    Content(byte[] bytes, int size) {
      this.bytes = bytes;
      this.size = size;
    }

    byte[] bytes() {
      return bytes;
    }

    int size() {
      return size;
    }
  }

  /** A range that was written by one operation. */
  record Write(int offset, int length, long operation) {
    int end() {
      return offset + length;
    }
  }

  private volatile Content content;
  private int durableSize;
  private final List<Write> unsynced = new ArrayList<>();
  private final List<Write> lost = new ArrayList<>();

  private CrashInode(byte[] bytes, int size, int durableSize) {
    this.content = new Content(bytes, size);
    this.durableSize = durableSize;
  }

  static CrashInode empty() {
    return new CrashInode(new byte[0], 0, 0);
  }

  /** A file whose first {@code size} bytes are durable; the array is shared. */
  static CrashInode durable(byte[] bytes, int size) {
    return new CrashInode(bytes, size, size);
  }

  CrashInode copy() {
    CrashInode copy = new CrashInode(content.bytes, content.size, durableSize);
    copy.unsynced.addAll(unsynced);
    copy.lost.addAll(lost);
    return copy;
  }

  Content content() {
    return content;
  }

  int durableSize() {
    return durableSize;
  }

  /** Writes since the last sync, contiguous and in order. */
  List<Write> unsynced() {
    return unsynced;
  }

  /** Ranges that readers see and that no sync brings to the disk any more. */
  List<Write> lost() {
    return lost;
  }

  void append(byte[] source, int offset, int length, long operation) {
    Content old = content;
    byte[] bytes = old.bytes;
    int size = Math.addExact(old.size, length);
    if (size > bytes.length) {
      long roomy = Math.max(64, Math.min((long) size + (size >> 1), Integer.MAX_VALUE - 8));
      bytes = Arrays.copyOf(bytes, (int) Math.max(size, roomy));
    }
    System.arraycopy(source, offset, bytes, old.size, length);
    unsynced.add(new Write(old.size, length, operation));
    content = new Content(bytes, size);
  }

  void sync() {
    durableSize = content.size;
    unsynced.clear();
  }

  /** A sync that stops in the middle: the first half of the writes reaches the disk. */
  void syncHalf() {
    int half = unsynced.size() / 2;
    if (half > 0) {
      durableSize = unsynced.get(half - 1).end();
      unsynced.subList(0, half).clear();
    }
  }

  /** What a failed sync does: the pages are called clean, readers see them, the disk never will. */
  void loseUnsynced() {
    lost.addAll(unsynced);
    unsynced.clear();
  }

  /** Puts other bytes in place, durably, under the handles that are open. */
  void overwrite(byte[] bytes) {
    content = new Content(bytes, bytes.length);
    durableSize = bytes.length;
    unsynced.clear();
    lost.clear();
  }
}
