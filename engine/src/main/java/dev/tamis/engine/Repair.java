package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.MemoryBudget;
import dev.tamis.sstable.OpenFiles;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.TableContext;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.DiskDirectory;
import dev.tamis.storage.UnknownFormatException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes a store that opens out of what can be read of a damaged one.
 *
 * <p>Everything readable, in tables and logs, is merged by key and sequence into new tables of one
 * sorted run, as a full compaction would, and a new manifest names these alone. So it does not
 * matter what the old levels were, sequences decide between versions, and a delete takes effect
 * wherever it was found. The price is that all is rewritten.
 *
 * <p>Nothing of the old store is touched before the new one is in force: a crash leaves the one or
 * the other. Files that held something unreadable have a second name by then, and keep that; all
 * first names are deleted.
 */
final class Repair implements Closeable {
  private final Environment environment;
  private final Directory directory;
  private final Options options;
  private final List<Closeable> owned = new ArrayList<>();
  private final List<RepairReport.Loss> losses = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<String> damaged = new LinkedHashSet<>();
  private final List<Closeable> tables = new ArrayList<>();
  private int tablesRead;

  private Repair(Environment environment, Options options) throws IOException {
    this.environment = environment;
    this.directory = environment.directory();
    this.options = options;
    owned.add(directory.lock(FileNames.LOCK));
  }

  static RepairReport run(Path path, Options options) throws IOException {
    try (Directory directory = DiskDirectory.openExisting(path)) {
      return run(Environment.system(directory), options);
    }
  }

  static RepairReport run(Environment environment, Options options) throws IOException {
    try (Repair repair = new Repair(environment, options)) {
      return repair.run();
    }
  }

  private RepairReport run() throws IOException {
    List<String> names = directory.list();
    if (names.stream().noneMatch(Repair::isOfAStore)) {
      throw new NoSuchFileException(
          directory.toString(), null, "no table, log or manifest of a store here");
    }
    long highest = names.stream().mapToLong(FileNames::anyNumber).max().orElse(0);
    VersionEdit.Identity fresh =
        new VersionEdit.Identity(
            environment.newFileId(), KeyHash.XXH64_ID, environment.random().nextLong());
    RepairEvidence evidence = new RepairEvidence(directory, names, losses, notes);
    evidence.collect(fresh);
    VersionEdit.Identity identity = evidence.manifest().identity();
    KeyHash hash = KeyHash.of(identity.hashId(), identity.hashSeed());
    FileNumbers numbers =
        new FileNumbers(Math.max(highest + 1, Math.max(1, evidence.manifest().nextNumber())));
    OpenFiles files = new OpenFiles(directory, options.maxOpenFiles());
    owned.add(files);
    TableContext context =
        new TableContext(directory, new MemoryBudget(options.cacheBytes()), files, hash);
    TableOutputs outputs = new TableOutputs(environment, numbers, options.tableOptions(), hash);

    LogReplay.Result replay = replay(evidence, hash, outputs);
    long lastSequence = replay.lastSequence();
    List<EntryCursor> cursors = new ArrayList<>();
    for (RepairEvidence.Source source : evidence.sources()) {
      lastSequence = Math.max(lastSequence, source.largestSequence());
      addTable(source, context, cursors);
    }
    TableOutput output =
        outputs.open(options.tableBytes(), FilterChoice.ofLines(options.filterBitsPerKey()));
    List<String> setAside;
    try {
      addReplayed(replay, context, cursors);
      merge(cursors, lastSequence, output);
      damaged.addAll(replay.damaged());
      setAside = DamagedFiles.keep(directory, toKeep(names, evidence));
      bringIntoForce(output.tables(), identity, numbers, lastSequence);
      output.handOver();
      output.giveNames();
      directory.sync();
    } catch (IOException | RuntimeException | Error e) {
      output.abandon(e);
      replay.tables().forEach(spilled -> spilled.abandon(e));
      throw e;
    }
    clear(names, evidence, replay);
    long entries = output.tables().stream().mapToLong(TableFile::entries).sum();
    return new RepairReport(
        tablesRead,
        replay.records(),
        entries,
        lastSequence,
        List.copyOf(losses),
        List.copyOf(notes),
        setAside);
  }

  private static boolean isOfAStore(String name) {
    return FileNames.anyNumber(name) >= 0;
  }

  private LogReplay.Result replay(RepairEvidence evidence, KeyHash hash, TableOutputs outputs)
      throws IOException {
    List<Long> logs =
        evidence.logs().stream().filter(n -> n >= evidence.manifest().firstLog()).toList();
    ReplayedWrites writes =
        new ReplayedWrites(
            hash,
            () -> Store.newMemTable(options),
            options.memtableBytes(),
            outputs,
            evidence.manifest());
    LogReplay.Result replay =
        new LogReplay(directory, evidence.manifest(), writes, true).replay(logs);
    for (String reason : replay.reasons()) {
      if (replay.damaged().isEmpty()) {
        notes.add(reason);
      } else {
        losses.add(new RepairReport.Loss(replay.damaged().get(0), null, null, reason));
      }
    }
    return replay;
  }

  private void addTable(
      RepairEvidence.Source source, TableContext context, List<EntryCursor> cursors)
      throws IOException {
    try {
      Table table =
          Table.open(context, source.name(), source.fileId(), directory.size(source.name()), false);
      tables.add(table);
      tablesRead++;
      cursors.add(
          table.salvageCursor(
              (after, upTo, damage) -> {
                damaged.add(source.name());
                losses.add(new RepairReport.Loss(source.name(), after, upTo, damage.getMessage()));
              }));
    } catch (CorruptionException | UnknownFormatException | EOFException e) {
      damaged.add(source.name());
      TableFile known = source.known();
      losses.add(
          new RepairReport.Loss(
              source.name(),
              known == null ? null : known.smallest(),
              known == null ? null : known.largest(),
              e.getMessage()));
    }
  }

  private void addReplayed(LogReplay.Result replay, TableContext context, List<EntryCursor> cursors)
      throws IOException {
    cursors.add(replay.memtable().cursor());
    for (TableOutput spilled : replay.tables()) {
      for (TableFile file : spilled.tables()) {
        Table table =
            Table.open(
                context,
                FileNames.tableTemp(file.number()),
                file.fileId(),
                file.sizeBytes(),
                false);
        tables.add(table);
        cursors.add(table.cursor(false));
      }
    }
  }

  /** No snapshot outlives a process, and nothing lies below: the newest value of each key stays. */
  private void merge(List<EntryCursor> cursors, long lastSequence, TableOutput output)
      throws IOException {
    try (SurvivorCursor survivors =
        new SurvivorCursor(
            new MergingCursor(cursors.toArray(EntryCursor[]::new)),
            new long[] {lastSequence},
            (key, offset, length) -> true)) {
      output.addAll(survivors, new Cancellation());
    }
    output.finish();
  }

  private void bringIntoForce(
      List<TableFile> written,
      VersionEdit.Identity identity,
      FileNumbers numbers,
      long lastSequence)
      throws IOException {
    VersionEdit whole = new VersionEdit();
    int level = levelFor(written.stream().mapToLong(TableFile::sizeBytes).sum());
    written.forEach(table -> whole.add(level, table));
    whole.identity = identity;
    whole.flushedSequence = lastSequence;
    try (Manifest manifest = new Manifest(environment, numbers, 0)) {
      whole.firstLog = numbers.next();
      manifest.append(whole, whole);
      manifest.promise();
    }
  }

  /** The first level below 0 that may hold so much. */
  private int levelFor(long bytes) {
    long most = options.levelBaseBytes();
    int level = 1;
    while (bytes > most && level < Version.LEVELS - 1) {
      most *= options.levelRatio();
      level++;
    }
    return level;
  }

  private List<String> toKeep(List<String> names, RepairEvidence evidence) {
    return names.stream()
        .filter(
            name ->
                damaged.contains(name)
                    || evidence.isUnknown(name)
                    || losses.stream().anyMatch(loss -> loss.file().equals(name)))
        .filter(name -> !evidence.isForeign(name) && isOfAStore(name))
        .toList();
  }

  /** Deletes the files of the old store under their own names. */
  private void clear(List<String> names, RepairEvidence evidence, LogReplay.Result replay)
      throws IOException {
    close(tables);
    for (TableOutput spilled : replay.tables()) {
      for (TableFile file : spilled.tables()) {
        directory.delete(FileNames.tableTemp(file.number()));
      }
    }
    CurrentFile current = CurrentFile.read(directory);
    for (String name : names) {
      boolean isManifest = FileNames.manifestNumber(name) >= 0;
      boolean isOurs =
          FileNames.tableNumber(name) >= 0
              || FileNames.logNumber(name) >= 0
              || FileNames.tableTempNumber(name) >= 0
              || (isManifest && FileNames.manifestNumber(name) != current.manifestNumber());
      if (evidence.isForeign(name)) {
        notes.add(name + ": of another store, left alone");
      } else if (isOurs) {
        directory.delete(name);
      }
    }
    directory.sync();
  }

  private static void close(List<Closeable> parts) throws IOException {
    while (!parts.isEmpty()) {
      parts.remove(parts.size() - 1).close();
    }
  }

  @Override
  public void close() throws IOException {
    close(tables);
    close(owned);
  }
}
