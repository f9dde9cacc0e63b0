package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.ValueForm;
import dev.tamis.storage.Directory;
import dev.tamis.storage.StoreLockedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * An ordered key-value store in a directory. Keys are 0 to 65,535 bytes, compared unsigned; values
 * are 0 to 256 MiB. Safe for any number of threads: reads take no lock, writes are committed in one
 * order, in groups.
 *
 * <p>A write is visible to everybody as soon as it is in the log, and the call returns when its
 * {@link Durability} is reached. After a crash the store holds a prefix of the write order: there
 * are no holes, and a batch is there wholly or not at all. A write whose call threw is there wholly
 * or not at all as well, and only reopening tells.
 *
 * <p>What went wrong is said: bytes that are not what was written are a {@link
 * dev.tamis.storage.CorruptionException}, never a wrong or missing answer; a failure that leaves
 * the disk's state uncertain makes the store read-only ({@link ReadOnlyException}) until it is
 * opened again. After {@link #close} every call throws {@link IllegalStateException}. A null key,
 * value or option is a {@link NullPointerException}; a key or value over its limit an {@link
 * IllegalArgumentException}, and nothing has changed then.
 *
 * <p>{@code engine/DESIGN.md} follows a get, a write and an open step by step.
 */
public final class Db implements Closeable {
  private final Store store;
  private final VersionSet versions;
  private final CommitQueue commits;
  private final LongSupplier visibleSequence;
  private final KeyHash hash;
  private final StoreCounters counters;

  /**
   * @param visibleSequence sequence of the last operation that reads may see
   */
  Db(Store store, LongSupplier visibleSequence) {
    this.store = store;
    this.visibleSequence = visibleSequence;
    this.versions = store.versions;
    this.commits = store.commits;
    this.hash = store.hash;
    this.counters = store.counters;
  }

  /**
   * Opens the store in a directory; makes one where there is none, unless {@link
   * Options.Builder#createIfMissing} is off.
   *
   * @throws StoreLockedException if it is open already, here or in another process
   * @throws dev.tamis.storage.CorruptionException if a file is damaged or missing; nothing has been
   *     changed then
   */
  public static Db open(Path directory, Options options) throws IOException {
    return of(StoreOpening.open(directory, options));
  }

  /** Opens the store in a directory of any kind; the directory is not closed with the store. */
  public static Db open(Directory directory, Options options) throws IOException {
    return open(Environment.system(directory), options);
  }

  static Db open(Environment environment, Options options) throws IOException {
    return of(StoreOpening.open(environment, options));
  }

  /**
   * Makes a store that opens out of what can be read of a damaged one: every table and log is read
   * as far as it goes, the newest version of each key is kept, and deletes stay deletes. It works
   * without {@code CURRENT} and without a manifest. What could not be read is in the report, and
   * the files that held it are kept as {@code *.damaged}. Everything is rewritten, so it takes as
   * long as a full compaction and as much free space as the store. A crash leaves the old store or
   * the repaired one. Try {@link #open} first: a store that opens needs no repair.
   *
   * @throws StoreLockedException if the store is open
   * @throws NoSuchFileException if there is none
   */
  public static RepairReport repair(Path directory, Options options) throws IOException {
    return Repair.run(directory, options);
  }

  static RepairReport repair(Environment environment, Options options) throws IOException {
    return Repair.run(environment, options);
  }

  private static Db of(Store store) {
    return new Db(store, store.commits::visibleSequence);
  }

  /** The newest value of a key, or {@code null} if there is none. The array is the caller's. */
  public byte[] get(byte[] key) throws IOException {
    return read(key, null, ValueForm.COPY, true);
  }

  /** The value a key had when a snapshot was taken, or {@code null} if it had none. */
  public byte[] get(byte[] key, Snapshot snapshot) throws IOException {
    return read(key, Objects.requireNonNull(snapshot, "snapshot"), ValueForm.COPY, true);
  }

  /** The value of a key, read in a certain way. */
  public byte[] get(byte[] key, ReadOptions options) throws IOException {
    return read(key, options.snapshot(), ValueForm.COPY, options.isUsingFilters());
  }

  /**
   * Copies the newest value of a key into an array, from its start on: as much as fits.
   *
   * @return the value's length, which may be more than the array's; -1 if there is none
   */
  public int get(byte[] key, byte[] destination) throws IOException {
    return readInto(key, ValueForm.into(Objects.requireNonNull(destination, "destination")));
  }

  /**
   * Copies the newest value of a key into a buffer, from its position on: as much as fits. The
   * position moves behind what was copied.
   *
   * @return the value's length, which may be more than the buffer had left; -1 if there is none
   * @throws java.nio.ReadOnlyBufferException if the buffer cannot be written
   */
  public int get(byte[] key, ByteBuffer destination) throws IOException {
    return readInto(key, ValueForm.into(Objects.requireNonNull(destination, "destination")));
  }

  /** Whether a key has a value. Costs less than to get it: nothing is copied. */
  public boolean contains(byte[] key) throws IOException {
    return contains(key, ReadOptions.DEFAULT);
  }

  /** Whether a key has a value, read in a certain way. */
  public boolean contains(byte[] key, ReadOptions options) throws IOException {
    return read(key, options.snapshot(), ValueForm.PRESENCE, options.isUsingFilters()) != null;
  }

  private int readInto(byte[] key, ValueForm destination) throws IOException {
    return read(key, null, destination, true) == null ? -1 : destination.length();
  }

  private byte[] read(byte[] key, Snapshot snapshot, ValueForm form, boolean useFilters)
      throws IOException {
    counters.gets.increment();
    long keyHash = hash.hash(key);
    while (true) {
      ReadView view = openView();
      // After the view: the other way round, a compaction published in between could have dropped
      // the version that is the newest at this sequence.
      long sequence = sequenceFor(snapshot);
      try {
        byte[] found = view.getFromMemory(key, keyHash, sequence, form, useFilters, counters);
        if (found == null) {
          found = view.version().get(key, keyHash, sequence, form, useFilters, counters);
        }
        return found == Table.TOMBSTONE ? null : found;
      } catch (ClosedChannelException | NoSuchFileException e) {
        throwIfCurrent(view, e);
      }
    }
  }

  /**
   * The newest values of many keys, all as of one moment, in the order of the keys: {@code null}
   * where there is none. A key may be there twice. Keys are sorted first, which costs more than it
   * brings where filters and blocks are in the processor's cache: single gets are faster then.
   */
  public List<byte[]> multiGet(List<byte[]> keys) throws IOException {
    return multiGet(keys, ReadOptions.DEFAULT);
  }

  /** The values of many keys, read in a certain way. */
  public List<byte[]> multiGet(List<byte[]> keys, ReadOptions options) throws IOException {
    MultiGet multiGet = new MultiGet(keys, hash);
    counters.gets.add(keys.size());
    while (true) {
      ReadView view = openView();
      long sequence = sequenceFor(options.snapshot());
      try {
        return multiGet.read(view, sequence, options.isUsingFilters(), counters);
      } catch (ClosedChannelException | NoSuchFileException e) {
        throwIfCurrent(view, e);
      }
    }
  }

  private long sequenceFor(Snapshot snapshot) {
    return snapshot == null ? visibleSequence.getAsLong() : snapshot.sequenceFor(store.snapshots);
  }

  /**
   * Unless a compaction has replaced a table of this view, which nobody else needed: read again.
   */
  private <E extends IOException> void throwIfCurrent(ReadView view, E failure) throws E {
    if (view.version() == openView().version()) {
      throw failure;
    }
  }

  /** Sets a key, {@link Durability#BUFFERED}. */
  public void put(byte[] key, byte[] value) throws IOException {
    put(key, value, Durability.BUFFERED);
  }

  /** Sets a key. */
  public void put(byte[] key, byte[] value, Durability durability) throws IOException {
    check(durability);
    await(commits.put(key, value), durability);
  }

  /** Removes a key, {@link Durability#BUFFERED}; one that is absent is no error. */
  public void delete(byte[] key) throws IOException {
    delete(key, Durability.BUFFERED);
  }

  /** Removes a key; one that is absent is no error. */
  public void delete(byte[] key, Durability durability) throws IOException {
    check(durability);
    await(commits.delete(key), durability);
  }

  /** Applies a batch, {@link Durability#BUFFERED}. */
  public void write(WriteBatch batch) throws IOException {
    write(batch, Durability.BUFFERED);
  }

  /**
   * Applies the operations of a batch in their order, all or none, visible at once. The batch is
   * not changed and can be written again. An empty batch with {@link Durability#SYNC} is a {@link
   * #sync}.
   *
   * @throws IllegalArgumentException if it is to be synced and the store has no log
   * @throws ReadOnlyException if the store takes no writes any more
   * @throws dev.tamis.storage.DiskFullException if there is no space left
   */
  public void write(WriteBatch batch, Durability durability) throws IOException {
    check(durability);
    await(commits.commit(Objects.requireNonNull(batch, "batch")), durability);
  }

  /**
   * When this returns, every write that returned before the call survives a power cut. Without a
   * log it is a {@link #flush}.
   */
  public void sync() throws IOException {
    openView();
    store.sync();
  }

  /** The state at this moment, for later reads; close it, or compaction keeps what it sees. */
  public Snapshot snapshot() {
    openView();
    return store.snapshots.take(visibleSequence);
  }

  /** A cursor over all keys as they are at this moment. It has to be closed. */
  public Cursor cursor() {
    return cursor(ReadOptions.DEFAULT, null, null);
  }

  /**
   * A cursor over a range of keys, at this moment or at a snapshot. It has to be closed.
   *
   * @param lower smallest key, inclusive, or {@code null} for no bound; copied
   * @param upper upper bound, exclusive, or {@code null} for no bound; copied
   * @throws IllegalArgumentException if {@code upper} is below {@code lower}
   */
  public Cursor cursor(ReadOptions options, byte[] lower, byte[] upper) {
    return store.cursors.open(options, lower, upper);
  }

  /** Writes everything that is in memory to tables, and returns when it is there. */
  public void flush() throws IOException {
    openView();
    store.flush();
  }

  /**
   * Merges all tables that overlap a range into the deepest level, so that overwritten versions and
   * deletes are gone unless a snapshot needs them. Flushes first.
   *
   * @param from smallest key, inclusive, or {@code null} for no bound
   * @param to largest key, inclusive, or {@code null} for no bound
   */
  public void compact(byte[] from, byte[] to) throws IOException {
    if (from != null && to != null && KeyOrder.compare(from, to) > 0) {
      throw new IllegalArgumentException("compact: from is above to");
    }
    openView();
    store.flush();
    store.compactions.compact(from == null ? null : from.clone(), to == null ? null : to.clone());
  }

  /**
   * Returns when no flush and no compaction runs or is due: the levels have the shape that they
   * keep until something is written. What is in memory, and not full, stays there.
   *
   * @throws IOException if the work that is due fails
   */
  public void awaitQuiet() throws IOException {
    openView();
    store.awaitQuiet();
  }

  /**
   * Reads every table through and checks every checksum, the order of keys, that levels don't
   * overlap, that every key passes its own filter, the counts, and that the files the manifest
   * names are there. Reads and writes go on meanwhile.
   */
  public VerifyReport verify() {
    openView();
    return StoreVerifier.verify(versions);
  }

  /** Totals since the store was opened. */
  public Stats stats() {
    openView();
    return store.stats();
  }

  /** How the store is doing; works after {@link #close} too. */
  public Health health() {
    return store.describeHealth();
  }

  /** The levels of the tree, from 0 to the deepest that holds a table. */
  public List<LevelInfo> levels() {
    openView();
    return store.versions.inCurrentVersion(version -> LevelSummary.of(version, counters));
  }

  /** The tables, level by level: level 0 newest first, the others in key order. */
  public List<TableInfo> tables() {
    openView();
    return store.versions.inCurrentVersion(TableInfo::of);
  }

  /** What opening this store has found. */
  public RecoveryReport recoveryReport() {
    return store.recoveryReport;
  }

  /**
   * Lets writes that have begun finish, makes everything durable, marks the logs as whole, and
   * releases files, threads, memory and the lock. It does not flush, since the next open reads the
   * logs, unless the store keeps none. Open cursors become unusable. Idempotent.
   *
   * @throws IOException if something could not be made durable; everything is released all the same
   */
  @Override
  public void close() throws IOException {
    store.close();
  }

  /** The parts behind, for those in this package who look into a store; also after close. */
  Store store() {
    return store;
  }

  private void check(Durability durability) {
    Objects.requireNonNull(durability, "durability");
    if (durability == Durability.SYNC && !store.logged) {
      throw new IllegalArgumentException(
          "durability: actual=SYNC, expected=BUFFERED in a store without a log; flush makes writes"
              + " durable");
    }
  }

  private void await(long sequence, Durability durability) throws IOException {
    if (durability == Durability.SYNC) {
      store.logSync.await(sequence);
    }
  }

  private ReadView openView() {
    ReadView view = versions.view();
    if (view == null) {
      throw new IllegalStateException("store is closed");
    }
    return view;
  }
}
