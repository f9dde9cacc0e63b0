package dev.tamis.storage;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A directory in memory that knows what a power cut would take. It keeps two sets of names, the
 * ones seen and the ones on disk, with the operations between them in order; and per file the bytes
 * seen, the durable part, and the writes between those.
 *
 * <p>{@link #crash} makes a new directory out of what is left and leaves this one alone, so one
 * history can be crashed under every model and seed. {@link #crashAt} makes the n-th write-type
 * operation (create, append, sync of a file, rename, link, delete, sync of the directory, the
 * making of a lock file) the last.
 *
 * <p>Safe for use by several threads.
 */
public final class CrashDirectory implements Directory {
  private final ReentrantLock lock = new ReentrantLock();
  private final CrashNames names;
  private final Map<String, Closeable> locks = new TreeMap<>();
  private final Set<Object> handles = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Number of the last write-type operation; goes on counting in copies, for the global order. */
  private long clock;

  private final long clockAtBirth;
  private long crashAt = Long.MAX_VALUE;
  private CrashPoint crashPoint = CrashPoint.BEFORE;
  private volatile SimulatedCrash crashed;
  private volatile long freeSpaceBytes = 1L << 40;

  private interface Action<T> {
    T run() throws IOException;
  }

  /** An empty directory. */
  public CrashDirectory() {
    this(new CrashNames(), 0);
  }

  private CrashDirectory(CrashNames names, long clock) {
    this.names = names;
    this.clock = clock;
    this.clockAtBirth = clock;
  }

  /**
   * What a crash right now would leave, as a new directory without handles, locks or hooks. Also
   * works after {@link SimulatedCrash}.
   */
  public CrashDirectory crash(CrashModel model, long seed) {
    if (model == CrashModel.KEEP_ALL) {
      return copy();
    }
    lock.lock();
    try {
      return new CrashDirectory(names.afterPowerCut(model, seed), 0);
    } finally {
      lock.unlock();
    }
  }

  /** The same files, with the same parts unsynced; without handles, locks or hooks. */
  public CrashDirectory copy() {
    lock.lock();
    try {
      return new CrashDirectory(names.copy(), clock);
    } finally {
      lock.unlock();
    }
  }

  /** Write-type operations that were begun on this instance; refused ones don't count. */
  public long operations() {
    lock.lock();
    try {
      return clock - clockAtBirth;
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #crashAt(long, CrashPoint)} with {@link CrashPoint#BEFORE}. */
  public void crashAt(long operation) {
    crashAt(operation, CrashPoint.BEFORE);
  }

  /**
   * Makes the write-type operation with this number (1 is the first of this instance) throw {@link
   * SimulatedCrash}, and every call on this directory and its handles after it; only {@code close}
   * returns quietly.
   */
  public void crashAt(long operation, CrashPoint point) {
    lock.lock();
    try {
      crashAt = clockAtBirth + operation;
      crashPoint = point;
    } finally {
      lock.unlock();
    }
  }

  /** What a reader sees in a file; also after a crash. */
  public byte[] bytes(String name) throws IOException {
    lock.lock();
    try {
      CrashInode.Content content = names.existing(name).content();
      return Arrays.copyOf(content.bytes(), content.size());
    } finally {
      lock.unlock();
    }
  }

  /** Replaces the bytes of a file durably, also under handles that are open: rot. */
  public void overwrite(String name, byte[] content) throws IOException {
    lock.lock();
    try {
      names.existing(name).overwrite(content.clone());
    } finally {
      lock.unlock();
    }
  }

  /** Puts a file there durably, replacing one with that name; handles keep the old one. */
  public void put(String name, byte[] content) {
    FileName.checked(name);
    lock.lock();
    try {
      names.putDurably(name, CrashInode.durable(content.clone(), content.length));
    } finally {
      lock.unlock();
    }
  }

  /** The handles and locks that are open, each as kind and name, sorted: {@code read 7.sst}. */
  public List<String> openHandles() {
    lock.lock();
    try {
      return handles.stream().map(Object::toString).sorted().toList();
    } finally {
      lock.unlock();
    }
  }

  /** What {@link #freeSpace} answers from now on; appends do not use it up. */
  public void setFreeSpace(long bytes) {
    freeSpaceBytes = bytes;
  }

  @Override
  public AppendableFile create(String name) throws IOException {
    FileName.checked(name);
    return alive(
        () -> {
          names.checkFree(name);
          begin();
          CrashInode inode = CrashInode.empty();
          names.change(null, name, inode, clock);
          end();
          return opened(new CrashAppendableFile(this, name, inode));
        });
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    FileName.checked(name);
    return alive(() -> opened(new CrashReadableFile(this, name, names.existing(name))));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    FileName.checked(from);
    FileName.checked(to);
    alive(
        () -> {
          CrashInode inode = names.existing(from);
          begin();
          // POSIX: two names of one file stay as they are.
          if (!names.contains(to) || names.existing(to) != inode) {
            names.change(from, to, inode, clock);
          }
          return end();
        });
  }

  @Override
  public void link(String existing, String link) throws IOException {
    FileName.checked(existing);
    FileName.checked(link);
    alive(
        () -> {
          CrashInode inode = names.existing(existing);
          names.checkFree(link);
          begin();
          names.change(null, link, inode, clock);
          return end();
        });
  }

  @Override
  public void delete(String name) throws IOException {
    FileName.checked(name);
    alive(
        () -> {
          CrashInode inode = names.existing(name);
          begin();
          names.change(name, null, inode, clock);
          return end();
        });
  }

  @Override
  public List<String> list() throws IOException {
    return alive(names::list);
  }

  @Override
  public long size(String name) throws IOException {
    FileName.checked(name);
    return alive(() -> (long) names.existing(name).content().size());
  }

  @Override
  public long freeSpace() {
    checkAlive();
    return freeSpaceBytes;
  }

  @Override
  public Closeable lock(String name) throws IOException {
    FileName.checked(name);
    return alive(
        () -> {
          if (locks.containsKey(name)) {
            throw new StoreLockedException(toString(), "this process");
          }
          if (!names.contains(name)) {
            begin();
            names.change(null, name, CrashInode.empty(), clock);
            end();
          }
          HeldLock held = opened(new HeldLock(name));
          locks.put(name, held);
          return held;
        });
  }

  @Override
  public void sync() throws IOException {
    alive(
        () -> {
          begin();
          if (!diesInside()) {
            names.sync();
          }
          return end();
        });
  }

  @Override
  public String toString() {
    return "memory";
  }

  /** Does nothing: files and locks belong to their handles. */
  @Override
  public void close() {}

  void append(CrashInode inode, byte[] source, int offset, int length) throws IOException {
    alive(
        () -> {
          begin();
          // Any cut is as good as another, as long as neighbours of a sweep get different ones.
          int written = diesInside() ? (int) (clock * 31 % (length + 1L)) : length;
          inode.append(source, offset, written, clock);
          return end();
        });
  }

  void sync(CrashInode inode) throws IOException {
    alive(
        () -> {
          begin();
          if (diesInside()) {
            inode.syncHalf();
          } else {
            inode.sync();
          }
          return end();
        });
  }

  void loseUnsynced(CrashInode inode) {
    lock.lock();
    try {
      inode.loseUnsynced();
    } finally {
      lock.unlock();
    }
  }

  void handleClosed(Object handle) {
    lock.lock();
    try {
      handles.remove(handle);
    } finally {
      lock.unlock();
    }
  }

  void checkAlive() {
    SimulatedCrash crash = crashed;
    if (crash != null) {
      // A new one each time: try-with-resources can't add an exception to itself.
      throw new SimulatedCrash(crash.operation());
    }
  }

  private <T> T alive(Action<T> action) throws IOException {
    lock.lock();
    try {
      checkAlive();
      return action.run();
    } finally {
      lock.unlock();
    }
  }

  private <T> T opened(T handle) {
    handles.add(handle);
    return handle;
  }

  private void begin() {
    clock++;
    if (clock == crashAt && crashPoint == CrashPoint.BEFORE) {
      die();
    }
  }

  private Void end() {
    if (clock == crashAt) {
      die();
    }
    return null;
  }

  private boolean diesInside() {
    return clock == crashAt && crashPoint == CrashPoint.INSIDE;
  }

  private void die() {
    crashed = new SimulatedCrash(clock - clockAtBirth);
    throw crashed;
  }

  private final class HeldLock implements Closeable {
    private final String name;

    HeldLock(String name) {
      this.name = name;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        locks.remove(name, this);
        handles.remove(this);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public String toString() {
      return "lock " + name;
    }
  }
}
