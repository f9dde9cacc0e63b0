package dev.tamis.bench.engine;

import dev.tamis.storage.AppendableFile;
import dev.tamis.storage.Directory;
import dev.tamis.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** A directory that counts the calls that read its files. */
final class CountingDirectory implements Directory {
  private final Directory files;
  private final LongAdder reads = new LongAdder();

  CountingDirectory(Directory files) {
    this.files = files;
  }

  /** Calls of {@link ReadableFile#readFully} so far, on all files. */
  long reads() {
    return reads.sum();
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    return new CountingFile(files.open(name));
  }

  @Override
  public AppendableFile create(String name) throws IOException {
    return files.create(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    files.rename(from, to);
  }

  @Override
  public void link(String existing, String link) throws IOException {
    files.link(existing, link);
  }

  @Override
  public void delete(String name) throws IOException {
    files.delete(name);
  }

  @Override
  public List<String> list() throws IOException {
    return files.list();
  }

  @Override
  public long size(String name) throws IOException {
    return files.size(name);
  }

  @Override
  public long freeSpace() throws IOException {
    return files.freeSpace();
  }

  @Override
  public Closeable lock(String name) throws IOException {
    return files.lock(name);
  }

  @Override
  public void sync() throws IOException {
    files.sync();
  }

  @Override
  public String toString() {
    return files.toString();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }

  private final class CountingFile implements ReadableFile {
    private final ReadableFile file;

    CountingFile(ReadableFile file) {
      this.file = file;
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void readFully(long position, ByteBuffer destination) throws IOException {
      reads.increment();
      file.readFully(position, destination);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
