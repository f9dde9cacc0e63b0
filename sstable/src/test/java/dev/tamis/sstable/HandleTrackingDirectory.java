package dev.tamis.sstable;

import dev.tamis.storage.AppendableFile;
import dev.tamis.storage.Directory;
import dev.tamis.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the readable handles of another directory, and reads in two halves so that a close can
 * come in between.
 */
final class HandleTrackingDirectory implements Directory {
  private final Directory delegate;
  private final Map<String, AtomicInteger> openOfName = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger opens = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final AtomicInteger mostOpenOfOneName = new AtomicInteger();

  HandleTrackingDirectory(Directory delegate) {
    this.delegate = delegate;
  }

  int open() {
    return open.get();
  }

  int opens() {
    return opens.get();
  }

  int mostOpen() {
    return mostOpen.get();
  }

  int mostOpenOfOneName() {
    return mostOpenOfOneName.get();
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    ReadableFile file = delegate.open(name);
    AtomicInteger ofName = openOfName.computeIfAbsent(name, key -> new AtomicInteger());
    mostOpenOfOneName.accumulateAndGet(ofName.incrementAndGet(), Math::max);
    mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
    opens.incrementAndGet();
    return new TrackedFile(file, ofName);
  }

  private final class TrackedFile implements ReadableFile {
    private final ReadableFile file;
    private final AtomicInteger ofName;
    private volatile boolean closed;

    TrackedFile(ReadableFile file, AtomicInteger ofName) {
      this.file = file;
      this.ofName = ofName;
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void readFully(long position, ByteBuffer destination) throws IOException {
      int half = destination.remaining() / 2;
      ByteBuffer first = destination.slice(destination.position(), half);
      file.readFully(position, first);
      destination.position(destination.position() + half);
      LockSupport.parkNanos(1);
      if (closed) {
        throw new ClosedChannelException();
      }
      file.readFully(position + half, destination);
    }

    @Override
    public void close() throws IOException {
      closed = true;
      open.decrementAndGet();
      ofName.decrementAndGet();
      file.close();
    }
  }

  @Override
  public AppendableFile create(String name) throws IOException {
    return delegate.create(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    delegate.rename(from, to);
  }

  @Override
  public void link(String existing, String link) throws IOException {
    delegate.link(existing, link);
  }

  @Override
  public void delete(String name) throws IOException {
    delegate.delete(name);
  }

  @Override
  public List<String> list() throws IOException {
    return delegate.list();
  }

  @Override
  public long size(String name) throws IOException {
    return delegate.size(name);
  }

  @Override
  public long freeSpace() throws IOException {
    return delegate.freeSpace();
  }

  @Override
  public Closeable lock(String name) throws IOException {
    return delegate.lock(name);
  }

  @Override
  public void sync() throws IOException {
    delegate.sync();
  }

  @Override
  public String toString() {
    return delegate.toString();
  }

  @Override
  public void close() throws IOException {
    delegate.close();
  }
}
