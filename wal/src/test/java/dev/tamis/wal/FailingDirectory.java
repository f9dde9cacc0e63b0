package dev.tamis.wal;

import dev.tamis.storage.AppendableFile;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.Directory;
import dev.tamis.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A directory whose n-th read, append or sync of a file fails, once, and that lets a test act while
 * a sync is under way. Unlike the port's rule its handles forget a failure, so that what is
 * remembered is the log's own doing.
 */
final class FailingDirectory implements Directory {
  final CrashDirectory memory;
  int failingRead = -1;
  int failingAppend = -1;
  int failingSync = -1;
  int writes;
  Runnable duringSync = () -> {};
  private int reads;
  private int appends;
  private int syncs;

  FailingDirectory(CrashDirectory memory) {
    this.memory = memory;
  }

  @Override
  public AppendableFile create(String name) throws IOException {
    AppendableFile file = memory.create(name);
    return new AppendableFile() {
      @Override
      public void append(byte[] source, int offset, int length) throws IOException {
        writes++;
        if (++appends == failingAppend) {
          file.append(source, offset, length / 2);
          throw new IOException("append failed on purpose");
        }
        file.append(source, offset, length);
      }

      @Override
      public long size() {
        return file.size();
      }

      @Override
      public void sync() throws IOException {
        writes++;
        if (++syncs == failingSync) {
          throw new IOException("sync failed on purpose");
        }
        duringSync.run();
        file.sync();
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    ReadableFile file = memory.open(name);
    return new ReadableFile() {
      @Override
      public long size() {
        return file.size();
      }

      @Override
      public void readFully(long position, ByteBuffer destination) throws IOException {
        if (++reads == failingRead) {
          throw new IOException("read failed on purpose");
        }
        file.readFully(position, destination);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  @Override
  public void rename(String from, String to) throws IOException {
    memory.rename(from, to);
  }

  @Override
  public void link(String existing, String link) throws IOException {
    memory.link(existing, link);
  }

  @Override
  public void delete(String name) throws IOException {
    memory.delete(name);
  }

  @Override
  public List<String> list() throws IOException {
    return memory.list();
  }

  @Override
  public long size(String name) throws IOException {
    return memory.size(name);
  }

  @Override
  public long freeSpace() throws IOException {
    return memory.freeSpace();
  }

  @Override
  public Closeable lock(String name) throws IOException {
    return memory.lock(name);
  }

  @Override
  public void sync() throws IOException {
    memory.sync();
  }

  @Override
  public String toString() {
    return memory.toString();
  }

  @Override
  public void close() throws IOException {
    memory.close();
  }
}
