package dev.tamis.engine;

import dev.tamis.sstable.TableProvenance;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.UnknownFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks at the files that nothing refers to and decides which are leftovers of a crash. Only those
 * are deleted: names that are not ours, tables of another store and tables that can't be read are
 * left alone, and their numbers are not used again.
 *
 * <p>A table of this store that holds newer writes than everything recovered can't be a leftover: a
 * table is written only after its logs were synced, so either the manifest or a log has lost
 * something. Opening then is refused, since sweeping would make the loss final. Not so where the
 * store was used without a log: what a table was to hold when the crash came is lost in any case.
 */
final class Sweep {
  private final Directory directory;
  private final ManifestReader.Result manifest;
  private final CurrentFile current;
  private final Set<String> referred = new HashSet<>();
  private final List<String> obsolete = new ArrayList<>();

  Sweep(
      Directory directory,
      ManifestReader.Result manifest,
      CurrentFile current,
      Version version,
      List<String> unfinished) {
    this.directory = directory;
    this.manifest = manifest;
    this.current = current;
    version.allTables().forEach(open -> referred.add(open.file().name()));
    referred.addAll(unfinished);
  }

  void look(List<String> names, long lastSequence, List<String> reasons) throws IOException {
    for (String name : names) {
      if (FileNames.tableNumber(name) >= 0 && !referred.contains(name)) {
        lookAtTable(name, lastSequence, reasons);
      } else if (isObsolete(name)) {
        obsolete.add(name);
      }
    }
  }

  /** Names to delete once the recovered state is in force. */
  List<String> obsolete() {
    return obsolete;
  }

  private boolean isObsolete(String name) {
    long manifestNumber = FileNames.manifestNumber(name);
    long log = FileNames.logNumber(name);
    return (manifestNumber >= 0 && manifestNumber != current.manifestNumber())
        || (log >= 0 && log < manifest.firstLog())
        || (FileNames.tableTempNumber(name) >= 0 && !referred.contains(name))
        || name.equals(FileNames.CURRENT_TEMP);
  }

  private void lookAtTable(String name, long lastSequence, List<String> reasons)
      throws IOException {
    TableProvenance table;
    try {
      table = TableProvenance.read(directory, name);
    } catch (CorruptionException | UnknownFormatException | EOFException e) {
      reasons.add(name + ": nothing refers to it and it can't be read, left alone: " + e);
      return;
    }
    VersionEdit.Identity identity = manifest.identity();
    if (table.hashId() != identity.hashId() || table.hashSeed() != identity.hashSeed()) {
      reasons.add(name + ": nothing refers to it and it is of another store, left alone");
    } else if (table.largestSequence() > lastSequence && !manifest.isUnlogged()) {
      throw new CorruptionException(
          name,
          0,
          "table that the manifest does not know",
          "sequences up to " + lastSequence,
          table.largestSequence());
    } else {
      obsolete.add(name);
    }
  }
}
