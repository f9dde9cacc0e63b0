package dev.tamis.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** A reader of a {@link CrashInode}; takes no lock. */
final class CrashReadableFile implements ReadableFile {
  private final CrashDirectory directory;
  private final String name;
  private final CrashInode inode;
  private final int size;
  private volatile boolean closed;

  CrashReadableFile(CrashDirectory directory, String name, CrashInode inode) {
    this.directory = directory;
    this.name = name;
    this.inode = inode;
    this.size = inode.content().size();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void readFully(long position, ByteBuffer destination) throws IOException {
    directory.checkAlive();
    if (closed) {
      throw new ClosedChannelException();
    }
    EndOfFile.checkPosition(name, position);
    CrashInode.Content content = inode.content();
    int end = Math.min(size, content.size());
    int wanted = destination.remaining();
    int there = (int) Math.max(0, Math.min(wanted, end - position));
    if (there > 0) {
      destination.put(content.bytes(), (int) position, there);
    }
    if (there < wanted) {
      throw EndOfFile.at(name, position, wanted, there);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      directory.handleClosed(this);
    }
  }

  @Override
  public String toString() {
    return "read " + name;
  }
}
