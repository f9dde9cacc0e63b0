package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.TableContext;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.UnknownFormatException;
import dev.tamis.wal.LogEnd;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Finds out what the files of a store say, and changes nothing in doing so; {@link
 * RecoveredState#bringIntoForce} does that afterwards.
 *
 * <p>The order is the order of trust: {@code CURRENT} names the manifest and its id, the manifest
 * names the tables and their ids and sizes and which logs are needed, and the logs hold what is not
 * in tables. A file that something above refers to and that is missing or different is a {@link
 * CorruptionException}; a file that nothing refers to is an orphan of a crash, or none of ours.
 */
final class Recovery {
  private static final long FIRST_NUMBER = 1;

  private final Environment environment;
  private final Options options;
  private final Directory directory;
  private final Function<KeyHash, TableContext> contexts;
  private final Supplier<MemTable> memtables;

  Recovery(
      Environment environment,
      Options options,
      Function<KeyHash, TableContext> contexts,
      Supplier<MemTable> memtables) {
    this.environment = environment;
    this.options = options;
    this.directory = environment.directory();
    this.contexts = contexts;
    this.memtables = memtables;
  }

  RecoveredState read() throws IOException {
    List<String> names = directory.list();
    long highest = names.stream().mapToLong(FileNames::anyNumber).max().orElse(0);
    if (!names.contains(FileNames.CURRENT)) {
      checkIsNew(names);
      return newStore(names, highest);
    }
    CurrentFile current = CurrentFile.read(directory);
    ManifestReader.Result manifest = ManifestReader.read(directory, current);
    FileNumbers numbers =
        new FileNumbers(Math.max(Math.max(manifest.nextNumber(), FIRST_NUMBER), highest + 1));
    TableContext context = contexts.apply(keyHash(manifest));
    List<String> unfinished = new ArrayList<>();
    Version version = openTables(manifest, context, names, unfinished);
    List<TableOutput> spilled = new ArrayList<>();
    try {
      TableOutputs outputs =
          new TableOutputs(environment, numbers, options.tableOptions(), context.hash());
      ReplayedWrites writes =
          new ReplayedWrites(context.hash(), memtables, options.memtableBytes(), outputs, manifest);
      LogReplay.Result replay =
          new LogReplay(directory, manifest, writes, options.salvageLogs())
              .replay(neededLogs(names, manifest.firstLog()));
      spilled.addAll(replay.tables());
      Sweep sweep = new Sweep(directory, manifest, current, version, unfinished);
      List<String> reasons = new ArrayList<>(replay.reasons());
      if (manifest.end().kind() == LogEnd.Kind.TORN) {
        reasons.add(manifest.name() + ": " + manifest.end().reason());
      }
      sweep.look(names, replay.lastSequence(), reasons);
      return new RecoveredState(
          context,
          numbers,
          manifest.identity(),
          version,
          current.manifestNumber(),
          manifest.flushedSequence(),
          manifest.firstLog(),
          manifest.sealedLogs(),
          manifest.isUnlogged(),
          replay,
          unfinished,
          sweep.obsolete(),
          report(manifest, replay, reasons));
    } catch (IOException | RuntimeException | Error e) {
      spilled.forEach(table -> table.abandon(e));
      Release.all(version.allTables().stream().map(TableFile.Open::table).toList(), e);
      throw e;
    }
  }

  private void checkIsNew(List<String> names) throws IOException {
    for (String name : names) {
      if (FileNames.tableNumber(name) >= 0 || FileNames.logNumber(name) >= 0) {
        throw new CorruptionException(
            FileNames.CURRENT, 0, "store without CURRENT", "the file", "none, but " + name);
      }
    }
    if (!options.createIfMissing()) {
      throw new NoSuchFileException(
          directory + "/" + FileNames.CURRENT, null, "no store here and createIfMissing is off");
    }
  }

  private RecoveredState newStore(List<String> names, long highest) {
    VersionEdit.Identity identity =
        new VersionEdit.Identity(
            environment.newFileId(), KeyHash.XXH64_ID, environment.random().nextLong());
    KeyHash hash = KeyHash.of(identity.hashId(), identity.hashSeed());
    LogReplay.Result nothing =
        new LogReplay.Result(
            memtables.get(),
            List.of(),
            List.of(),
            true,
            0,
            WriteAheadLog.Link.NONE,
            0,
            0,
            0,
            0,
            List.of(),
            List.of());
    List<String> leftovers =
        names.stream()
            .filter(
                name -> FileNames.manifestNumber(name) >= 0 || name.equals(FileNames.CURRENT_TEMP))
            .toList();
    return new RecoveredState(
        contexts.apply(hash),
        new FileNumbers(Math.max(FIRST_NUMBER, highest + 1)),
        identity,
        Version.empty(),
        0,
        0,
        FIRST_NUMBER,
        Map.of(),
        false,
        nothing,
        List.of(),
        leftovers,
        new RecoveryReport(true, true, 0, 0, 0, 0, 0, List.of(), 0));
  }

  private static KeyHash keyHash(ManifestReader.Result manifest) throws UnknownFormatException {
    int id = manifest.identity().hashId();
    if (id != KeyHash.XXH64_ID) {
      throw new UnknownFormatException(manifest.name(), "key hash id", KeyHash.XXH64_ID, id);
    }
    return KeyHash.of(id, manifest.identity().hashSeed());
  }

  private Version openTables(
      ManifestReader.Result manifest,
      TableContext context,
      List<String> names,
      List<String> unfinished)
      throws IOException {
    Map<Long, Table> opened = new HashMap<>();
    VersionEdit edit = new VersionEdit();
    try {
      for (int level = 0; level < Version.LEVELS; level++) {
        for (TableFile file : manifest.levels().get(level)) {
          String name = presentName(file, names, unfinished);
          edit.add(level, file);
          opened.put(
              file.number(), Table.open(context, name, file.fileId(), file.sizeBytes(), true));
        }
      }
      Version version = Version.empty().apply(edit, opened);
      version.check(manifest.name());
      return version;
    } catch (IOException | RuntimeException | Error e) {
      Release.all(opened.values(), e);
      throw e;
    }
  }

  /** A crash may have come between a table's record in the manifest and its renaming. */
  private static String presentName(TableFile file, List<String> names, List<String> unfinished)
      throws CorruptionException {
    if (names.contains(file.name())) {
      return file.name();
    }
    String temp = FileNames.tableTemp(file.number());
    if (names.contains(temp)) {
      unfinished.add(temp);
      return temp;
    }
    throw new CorruptionException(
        file.name(), 0, "table", "a file of " + file.sizeBytes() + " bytes", "no file");
  }

  private static List<Long> neededLogs(List<String> names, long firstLog) {
    return names.stream()
        .map(FileNames::logNumber)
        .filter(number -> number >= firstLog)
        .sorted()
        .toList();
  }

  private static RecoveryReport report(
      ManifestReader.Result manifest, LogReplay.Result replay, List<String> reasons) {
    return new RecoveryReport(
        false,
        replay.isWhole(),
        replay.logs().size(),
        replay.records(),
        replay.operations(),
        replay.droppedBytes() + manifest.end().droppedBytes(),
        replay.droppedRecords() + manifest.end().droppedRecords(),
        List.copyOf(reasons),
        replay.lastSequence());
  }
}
