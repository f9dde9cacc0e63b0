package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.TableProvenance;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.ReadableFile;
import dev.tamis.storage.UnknownFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds out which files of a damaged store to believe; changes nothing.
 *
 * <p>The best witness is a manifest that is whole and whose tables all exist: it tells live tables
 * from obsolete ones. Without {@code CURRENT} the newest such manifest is taken, since one is
 * written with the whole state before {@code CURRENT} names it. With no manifest to believe, every
 * table of this store that has its own name counts. A compaction's outputs get their names before
 * they are recorded, but then all of its inputs are still there and count too.
 */
final class RepairEvidence {
  /** A table to read; {@code known} is what the manifest says of it, or null. */
  record Source(String name, long fileId, long largestSequence, TableFile known) {}

  private final Directory directory;
  private final List<String> names;
  private final List<RepairReport.Loss> losses;
  private final List<String> notes;
  private final Map<Long, TableProvenance> provenances = new TreeMap<>();
  private final List<Source> sources = new ArrayList<>();
  private ManifestReader.Result manifest;
  private VersionEdit.Identity identity;

  RepairEvidence(
      Directory directory, List<String> names, List<RepairReport.Loss> losses, List<String> notes) {
    this.directory = directory;
    this.names = names;
    this.losses = losses;
    this.notes = notes;
  }

  /** Tables to read. */
  List<Source> sources() {
    return sources;
  }

  /** What the manifest says, or what the other files say in its place. */
  ManifestReader.Result manifest() {
    return manifest;
  }

  void collect(VersionEdit.Identity ifUnknown) throws IOException {
    readTables();
    ManifestReader.Result found = findManifest();
    if (found != null) {
      identity = found.identity();
      manifest = found;
      believeManifest(found);
    } else {
      identity = identityWithoutManifest(ifUnknown);
      believeTables();
      manifest = inPlaceOfManifest();
    }
  }

  private void readTables() throws IOException {
    for (String name : names) {
      long number = Math.max(FileNames.tableNumber(name), FileNames.tableTempNumber(name));
      if (number >= 0) {
        try {
          provenances.put(number, TableProvenance.read(directory, name));
        } catch (CorruptionException | UnknownFormatException | EOFException e) {
          notes.add(name + ": " + e.getMessage());
        }
      }
    }
  }

  private ManifestReader.Result findManifest() throws IOException {
    List<CurrentFile> candidates = new ArrayList<>();
    try {
      candidates.add(CurrentFile.read(directory));
    } catch (CorruptionException | NoSuchFileException e) {
      losses.add(new RepairReport.Loss(FileNames.CURRENT, null, null, e.getMessage()));
      names.stream()
          .map(FileNames::manifestNumber)
          .filter(number -> number >= 0)
          .sorted(Comparator.reverseOrder())
          .forEach(number -> candidates.add(new CurrentFile(number, 0, null)));
    }
    for (CurrentFile candidate : candidates) {
      String name = FileNames.manifest(candidate.manifestNumber());
      try {
        CurrentFile named =
            candidate.manifestId() != 0
                ? candidate
                : new CurrentFile(candidate.manifestNumber(), stampedId(name), null);
        ManifestReader.Result read = ManifestReader.read(directory, named);
        String missing = missingTable(read);
        if (missing == null) {
          return read;
        }
        String reason = "not believed, since it names " + missing + ", which is not there";
        if (candidate.manifestId() != 0) {
          losses.add(new RepairReport.Loss(name, null, null, reason));
        } else {
          notes.add(name + ": " + reason);
        }
      } catch (CorruptionException | EOFException | NoSuchFileException e) {
        losses.add(new RepairReport.Loss(name, null, null, e.getMessage()));
      }
    }
    return null;
  }

  private long stampedId(String name) throws IOException {
    byte[] bytes = new byte[24];
    try (ReadableFile file = directory.open(name)) {
      file.readFully(0, ByteBuffer.wrap(bytes));
    }
    return LittleEndian.getLong(bytes, 16);
  }

  /** A table that is named and not there, if there are others the manifest does not know. */
  private String missingTable(ManifestReader.Result read) {
    Set<Long> known = new java.util.HashSet<>();
    String missing = null;
    for (List<TableFile> level : read.levels()) {
      for (TableFile table : level) {
        known.add(table.number());
        if (!names.contains(table.name()) && !names.contains(tempName(table))) {
          missing = table.name();
        }
      }
    }
    boolean others =
        provenances.entrySet().stream()
            .anyMatch(
                table ->
                    !known.contains(table.getKey())
                        && names.contains(FileNames.table(table.getKey()))
                        && isOf(read.identity(), table.getValue()));
    return others ? missing : null;
  }

  private void believeManifest(ManifestReader.Result read) {
    Set<Long> known = new java.util.HashSet<>();
    for (List<TableFile> level : read.levels()) {
      for (TableFile table : level) {
        known.add(table.number());
        if (names.contains(table.name()) || names.contains(tempName(table))) {
          String name = names.contains(table.name()) ? table.name() : tempName(table);
          sources.add(new Source(name, table.fileId(), table.largestSequence(), table));
        } else {
          losses.add(
              new RepairReport.Loss(
                  table.name(), table.smallest(), table.largest(), "the file is missing"));
        }
      }
    }
    read.sealedLogs()
        .forEach(
            (number, seal) -> {
              if (!names.contains(FileNames.log(number))) {
                losses.add(
                    new RepairReport.Loss(
                        FileNames.log(number), null, null, "the file is missing"));
              }
            });
    provenances.forEach(
        (number, table) -> {
          // What the manifest should know and does not: its end has been lost.
          if (!known.contains(number)
              && names.contains(FileNames.table(number))
              && isOf(read.identity(), table)
              && table.largestSequence() > read.flushedSequence()) {
            sources.add(
                new Source(FileNames.table(number), table.fileId(), table.largestSequence(), null));
          }
        });
  }

  private void believeTables() {
    provenances.forEach(
        (number, table) -> {
          String name = FileNames.table(number);
          if (!names.contains(name)) {
            return;
          }
          if (isOf(identity, table)) {
            sources.add(new Source(name, table.fileId(), table.largestSequence(), null));
          }
        });
    for (String name : names) {
      long number = FileNames.tableNumber(name);
      if (number >= 0 && !provenances.containsKey(number)) {
        losses.add(new RepairReport.Loss(name, null, null, "the end of the file can't be read"));
      }
    }
  }

  /** Whether a file is a table of another store, by its own word. */
  boolean isForeign(String name) {
    TableProvenance table = provenances.get(FileNames.tableNumber(name));
    return table != null && !isOf(manifest.identity(), table);
  }

  /** Whether a table is there whose end can't be read, so that nothing is known of it. */
  boolean isUnknown(String name) {
    long number = FileNames.tableNumber(name);
    return number >= 0 && !provenances.containsKey(number);
  }

  private static boolean isOf(VersionEdit.Identity identity, TableProvenance table) {
    return table.hashId() == identity.hashId() && table.hashSeed() == identity.hashSeed();
  }

  private static String tempName(TableFile table) {
    return FileNames.tableTemp(table.number());
  }

  /** The store id from a log, the hash from most of the tables. */
  private VersionEdit.Identity identityWithoutManifest(VersionEdit.Identity ifUnknown)
      throws IOException {
    Map<Long, Integer> votes = new HashMap<>();
    provenances.values().forEach(table -> votes.merge(table.hashSeed(), 1, Integer::sum));
    long seed =
        votes.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(ifUnknown.hashSeed());
    long storeId = ifUnknown.storeId();
    for (long number : logs()) {
      String name = FileNames.log(number);
      try {
        storeId = WriteAheadLog.storeId(stampedId(name), number);
        break;
      } catch (EOFException e) {
        notes.add(name + ": too short for a log");
      }
    }
    return new VersionEdit.Identity(storeId, KeyHash.XXH64_ID, seed);
  }

  private ManifestReader.Result inPlaceOfManifest() {
    List<List<TableFile>> noLevels = new ArrayList<>();
    for (int level = 0; level < Version.LEVELS; level++) {
      noLevels.add(List.of());
    }
    // Memtables are flushed in order, each with all of its log.
    long flushed = sources.stream().mapToLong(Source::largestSequence).max().orElse(0);
    return new ManifestReader.Result(
        "no manifest",
        identity,
        noLevels,
        flushed,
        0,
        logs().stream().mapToLong(number -> number).min().orElse(0),
        Map.of(),
        false,
        false,
        null);
  }

  /** Numbers of the logs there are, ascending. */
  List<Long> logs() {
    return names.stream().map(FileNames::logNumber).filter(n -> n >= 0).sorted().toList();
  }
}
