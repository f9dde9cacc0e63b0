package dev.tamis.engine;

import dev.tamis.sstable.Table;
import dev.tamis.sstable.TableContext;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.wal.Seal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The current view, the versions somebody still reads, and the one way to get from a version to the
 * next: write the edit to the manifest, make the next view visible, then delete what nobody needs.
 *
 * <p>Two locks. {@code editLock} is held across the manifest's writes and orders the edits; {@code
 * viewLock} is held for a few instructions and guards the view and the reference counts. A get
 * takes neither: it reads {@link #view()} and, if a table was closed under it, takes the view
 * again.
 */
final class VersionSet {
  private final Directory directory;
  private final TableContext tables;
  private final Manifest manifest;
  private final FileNumbers numbers;
  private final StoreHealth health;
  private final StoreCounters counters;
  private final ObsoleteFiles obsolete;
  private final VersionEdit.Identity identity;
  private final ReentrantLock editLock = new ReentrantLock();
  private final ReentrantLock viewLock = new ReentrantLock();

  /** In how many counted versions each table is. Under viewLock. */
  private final Map<TableFile.Open, Integer> holders = new HashMap<>();

  private volatile ReadView view;
  private long flushedSequence;
  private long firstLog;
  private Map<Long, Seal> sealedLogs;
  private boolean isUnlogged;

  VersionSet(
      Environment environment,
      Manifest manifest,
      StoreHealth health,
      StoreCounters counters,
      RecoveredState recovered) {
    this.directory = environment.directory();
    this.tables = recovered.context();
    this.manifest = manifest;
    this.numbers = recovered.numbers();
    this.health = health;
    this.counters = counters;
    this.obsolete = new ObsoleteFiles(directory, () -> !health.isReadOnly() && view != null);
    this.identity = recovered.identity();
    this.flushedSequence = recovered.flushedSequence();
    this.firstLog = recovered.firstLog();
    this.sealedLogs = new TreeMap<>(recovered.sealedLogs());
    this.isUnlogged = recovered.isUnlogged();
    this.view = new ReadView(recovered.replay().memtable(), List.of(), recovered.version());
    retain(view.version());
    pinFiltersOfUpperLevels(view.version());
  }

  /** What to read now; {@code null} once the store is closed. */
  ReadView view() {
    return view;
  }

  /** Reads something of the current version while no other takes its place. */
  <T> T inCurrentVersion(Function<Version, T> question) {
    viewLock.lock();
    try {
      return question.apply(view == null ? Version.empty() : view.version());
    } finally {
      viewLock.unlock();
    }
  }

  /** The current view, whose version's files stay until {@link #unpin}. */
  ReadView pin() {
    viewLock.lock();
    try {
      ReadView current = view;
      if (current == null) {
        throw new IllegalStateException("store is closed");
      }
      current.version().references++;
      return current;
    } finally {
      viewLock.unlock();
    }
  }

  void unpin(Version version) {
    List<TableFile.Open> unused;
    viewLock.lock();
    try {
      unused = release(version);
      if (view == null) {
        // Closed: the tables are closed too, and the directory may be somebody else's by now. The
        // next open removes the files.
        return;
      }
    } finally {
      viewLock.unlock();
    }
    obsolete.drop(unused);
  }

  /** Puts a new memtable in front of the active one. */
  void freeze(MemTable next) {
    viewLock.lock();
    try {
      view = view.freeze(next);
    } finally {
      viewLock.unlock();
    }
  }

  /** Names the tables that were written, and applies the edit that adds them. */
  void publish(TableOutput output, VersionEdit edit, MemTable flushed) throws IOException {
    output.giveNames();
    try {
      directory.sync();
    } catch (IOException | RuntimeException | Error e) {
      // Not to be tried again: the next sync may succeed without having made these names durable.
      health.fail(e);
      throw e;
    }
    apply(edit, flushed);
    output.handOver();
  }

  /**
   * Removes what was written, if nothing can refer to it: after a failure that leaves the disk's
   * state uncertain it stays, and the next open decides.
   */
  void abandon(TableOutput output, Throwable failure) {
    if (health.isReadOnly()) {
      output.stop(failure);
    } else {
      output.abandon(failure);
    }
  }

  /**
   * Makes an edit durable and then visible. A failure before the manifest was touched changes
   * nothing; one after it makes the store read-only.
   *
   * @param flushed a memtable whose content the edit adds, or {@code null}
   */
  void apply(VersionEdit edit, MemTable flushed) throws IOException {
    editLock.lock();
    try {
      health.checkWritable();
      List<Table> opened = new ArrayList<>();
      Version next;
      try {
        next = view.version().apply(edit, readersOfAdded(edit, opened));
        checkDisjoint(next);
        recordOrFail(edit, next);
      } catch (IOException | RuntimeException | Error e) {
        Release.all(opened, e);
        throw e;
      }
      try {
        install(next, flushed);
      } catch (RuntimeException | Error e) {
        // The manifest names the new tables: nobody may take them for refuse.
        health.fail(e);
        throw e;
      }
    } finally {
      editLock.unlock();
    }
  }

  /** A wrong merge must not get into the manifest: no later open would accept it. */
  private static void checkDisjoint(Version next) {
    try {
      next.check("version to be recorded");
    } catch (CorruptionException e) {
      throw new IllegalStateException("edit would make tables overlap", e);
    }
  }

  private void install(Version next, MemTable flushed) {
    List<TableFile.Open> unused;
    viewLock.lock();
    try {
      ReadView before = view;
      retain(next);
      view = before.install(next, flushed);
      counters.versionChanged(before.version(), next);
      unused = release(before.version());
    } finally {
      viewLock.unlock();
    }
    pinFiltersOfUpperLevels(next);
    obsolete.drop(unused);
    obsolete.delete(manifest.takeReplaced());
  }

  /**
   * Records whether tables may hold what no log does, which decides how the next open takes a table
   * that nothing refers to. Leftovers of the time before are gone for good first.
   */
  void setUnlogged(boolean unlogged) throws IOException {
    if (unlogged != isUnlogged) {
      directory.sync();
      VersionEdit edit = new VersionEdit();
      edit.unlogged = unlogged;
      apply(edit, null);
    }
  }

  /** Records in the manifest that the store is closed and which logs are whole, and seals it. */
  void seal(Map<Long, Seal> logs) throws IOException {
    editLock.lock();
    try {
      if (!logs.isEmpty()) {
        VersionEdit edit = new VersionEdit();
        edit.sealedLogs.putAll(logs);
        edit.nextNumber = numbers.next();
        record(edit, view.version());
      }
      manifest.seal();
      obsolete.delete(manifest.takeReplaced());
    } finally {
      editLock.unlock();
    }
  }

  /** Takes the view away from readers; the tables' memory and handles are released. */
  void close() throws IOException {
    List<TableFile.Open> open;
    viewLock.lock();
    try {
      open = new ArrayList<>(holders.keySet());
      view = null;
    } finally {
      viewLock.unlock();
    }
    open.forEach(table -> obsolete.close(table.table()));
    manifest.close();
  }

  /** What nobody reads any more. */
  ObsoleteFiles obsolete() {
    return obsolete;
  }

  /**
   * Readers of the tables an edit adds: kept where a table only changes its level, else opened.
   *
   * @param opened gets the latter, also if one can't be opened
   */
  private Map<Long, Table> readersOfAdded(VersionEdit edit, List<Table> opened) throws IOException {
    Map<Long, Table> readers = new HashMap<>();
    view.version().allTables().forEach(open -> readers.put(open.file().number(), open.table()));
    for (VersionEdit.Added addition : edit.added) {
      TableFile file = addition.table();
      if (!readers.containsKey(file.number())) {
        Table table = Table.open(tables, file.name(), file.fileId(), file.sizeBytes(), true);
        opened.add(table);
        readers.put(file.number(), table);
      }
    }
    return readers;
  }

  private void recordOrFail(VersionEdit edit, Version next) throws IOException {
    try {
      record(edit, next);
    } catch (IOException | RuntimeException | Error e) {
      health.fail(e);
      throw e;
    }
  }

  private void record(VersionEdit edit, Version next) throws IOException {
    edit.nextNumber = numbers.next();
    if (edit.flushedSequence >= 0) {
      flushedSequence = edit.flushedSequence;
    }
    if (edit.firstLog >= 0) {
      firstLog = edit.firstLog;
      sealedLogs.keySet().removeIf(number -> number < firstLog);
    }
    sealedLogs.putAll(edit.sealedLogs);
    if (edit.unlogged != null) {
      isUnlogged = edit.unlogged;
    }
    VersionEdit whole = next.snapshot();
    whole.identity = identity;
    whole.flushedSequence = flushedSequence;
    whole.firstLog = firstLog;
    whole.sealedLogs.putAll(sealedLogs);
    whole.unlogged = isUnlogged ? true : null;
    manifest.append(edit, whole);
    if (!edit.removed.isEmpty() || edit.firstLog >= 0) {
      manifest.promise();
    }
  }

  /** Filters above the deepest level are asked by nearly every read and stay in memory. */
  private static void pinFiltersOfUpperLevels(Version version) {
    int deepest = version.deepestLevel();
    for (int level = 0; level < Version.LEVELS; level++) {
      boolean pinned = level == 0 || level < deepest;
      version.tables(level).forEach(open -> open.table().setPinFilters(pinned));
    }
  }

  private void retain(Version version) {
    version.references = 1;
    version.allTables().forEach(open -> holders.merge(open, 1, Integer::sum));
  }

  /** Drops one reference and returns the tables that no counted version holds any more. */
  private List<TableFile.Open> release(Version version) {
    if (--version.references > 0) {
      return List.of();
    }
    List<TableFile.Open> unused = new ArrayList<>();
    for (TableFile.Open open : version.allTables()) {
      if (holders.merge(open, -1, Integer::sum) == 0) {
        holders.remove(open);
        unused.add(open);
      }
    }
    return unused;
  }
}
