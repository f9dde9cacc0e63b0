package dev.tamis.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Files in memory whose pages of zeros take no room, so that some gigabytes of them can be written
 * and read. For one thread; nothing fails and nothing is lost.
 */
public final class SparseDirectory implements Directory {
  private static final int PAGE_BYTES = 64 << 10;
  private static final byte[] ZEROS = new byte[PAGE_BYTES];

  private static final class Pages {
    final List<byte[]> pages = new ArrayList<>();
    long size;

    void append(byte[] source, int offset, int length) {
      int done = 0;
      while (done < length) {
        int inPage = (int) (size % PAGE_BYTES);
        if (inPage == 0) {
          pages.add(ZEROS);
        }
        int piece = Math.min(length - done, PAGE_BYTES - inPage);
        int from = offset + done;
        if (!Arrays.equals(source, from, from + piece, ZEROS, 0, piece)) {
          int last = pages.size() - 1;
          if (pages.get(last) == ZEROS) {
            pages.set(last, new byte[PAGE_BYTES]);
          }
          System.arraycopy(source, from, pages.get(last), inPage, piece);
        }
        size += piece;
        done += piece;
      }
    }
  }

  private final Map<String, Pages> files = new HashMap<>();

  @Override
  public AppendableFile create(String name) throws IOException {
    Pages file = new Pages();
    if (files.putIfAbsent(FileName.checked(name), file) != null) {
      throw new FileAlreadyExistsException(name);
    }
    return new AppendableFile() {
      @Override
      public void append(byte[] source, int offset, int length) {
        file.append(source, offset, length);
      }

      @Override
      public long size() {
        return file.size;
      }

      @Override
      public void sync() {}

      @Override
      public void close() {}
    };
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    Pages file = existing(name);
    long size = file.size;
    return new ReadableFile() {
      @Override
      public long size() {
        return size;
      }

      @Override
      public void readFully(long position, ByteBuffer destination) throws IOException {
        EndOfFile.checkPosition(name, position);
        int wanted = destination.remaining();
        if (position + wanted > size) {
          throw EndOfFile.at(name, position, wanted, (int) Math.max(0, size - position));
        }
        long at = position;
        while (destination.hasRemaining()) {
          int inPage = (int) (at % PAGE_BYTES);
          int piece = Math.min(destination.remaining(), PAGE_BYTES - inPage);
          destination.put(file.pages.get((int) (at / PAGE_BYTES)), inPage, piece);
          at += piece;
        }
      }

      @Override
      public void close() {}
    };
  }

  private Pages existing(String name) throws NoSuchFileException {
    Pages file = files.get(name);
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return file;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    files.put(FileName.checked(to), existing(from));
    files.remove(from);
  }

  @Override
  public void link(String existing, String link) throws IOException {
    if (files.putIfAbsent(FileName.checked(link), existing(existing)) != null) {
      throw new FileAlreadyExistsException(link);
    }
  }

  @Override
  public void delete(String name) throws IOException {
    existing(name);
    files.remove(name);
  }

  @Override
  public List<String> list() {
    return files.keySet().stream().sorted().toList();
  }

  @Override
  public long size(String name) throws IOException {
    return existing(name).size;
  }

  @Override
  public long freeSpace() {
    return Long.MAX_VALUE;
  }

  @Override
  public Closeable lock(String name) {
    return () -> {};
  }

  @Override
  public void sync() {}

  @Override
  public void close() {}
}
