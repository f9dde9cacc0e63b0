package dev.tamis.micro;

import dev.tamis.storage.AppendableFile;
import dev.tamis.storage.Directory;
import dev.tamis.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A directory whose syncs do nothing: the processor's work is measured, not the device's. */
final class UnsyncedDirectory implements Directory {
  private final Directory files;

  UnsyncedDirectory(Directory files) {
    this.files = files;
  }

  @Override
  public AppendableFile create(String name) throws IOException {
    return new UnsyncedFile(files.create(name));
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    return files.open(name);
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
  public void sync() {}

  @Override
  public String toString() {
    return files.toString();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }

  private static final class UnsyncedFile implements AppendableFile {
    private final AppendableFile file;

    UnsyncedFile(AppendableFile file) {
      this.file = file;
    }

    @Override
    public void append(byte[] source, int offset, int length) throws IOException {
      file.append(source, offset, length);
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void sync() {}

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
