package dev.tamis.storage;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;

/** The handle that created a {@link CrashInode}. */
final class CrashAppendableFile implements AppendableFile {
  private final CrashDirectory directory;
  private final String name;
  private final CrashInode inode;
  private volatile boolean closed;

  CrashAppendableFile(CrashDirectory directory, String name, CrashInode inode) {
    this.directory = directory;
    this.name = name;
    this.inode = inode;
  }

  @Override
  public void append(byte[] source, int offset, int length) throws IOException {
    checkOpen();
    Objects.checkFromIndexSize(offset, length, source.length);
    directory.append(inode, source, offset, length);
  }

  @Override
  public long size() {
    return inode.content().size();
  }

  @Override
  public void sync() throws IOException {
    checkOpen();
    directory.sync(inode);
  }

  /** What a failing sync does to the unsynced bytes; see {@link CrashInode#loseUnsynced}. */
  void loseUnsynced() {
    directory.loseUnsynced(inode);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      directory.handleClosed(this);
    }
  }

  private void checkOpen() throws IOException {
    directory.checkAlive();
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public String toString() {
    return "append " + name;
  }
}
