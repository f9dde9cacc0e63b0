package dev.tamis.engine;

import dev.tamis.sstable.Table;
import dev.tamis.sstable.TableContext;
import dev.tamis.storage.Directory;
import dev.tamis.wal.Seal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the files of a store say; see {@link Recovery}. Nothing was changed to find it, but for
 * temporary tables that nothing refers to.
 *
 * @param context what the tables share
 * @param numbers names new files
 * @param identity store id and key hash
 * @param version the tables of the manifest, open
 * @param manifestNumber the manifest in force, 0 in a new store
 * @param flushedSequence everything up to here is in tables
 * @param firstLog logs below it are obsolete
 * @param sealedLogs seals of the logs kept from a clean close
 * @param isUnlogged whether writes may be in tables and in no log
 * @param replay what the logs held
 * @param unfinished tables the manifest names that still have their temporary names
 * @param obsolete files to delete once the state is in force
 * @param report for the caller of open
 */
record RecoveredState(
    TableContext context,
    FileNumbers numbers,
    VersionEdit.Identity identity,
    Version version,
    long manifestNumber,
    long flushedSequence,
    long firstLog,
    Map<Long, Seal> sealedLogs,
    boolean isUnlogged,
    LogReplay.Result replay,
    List<String> unfinished,
    List<String> obsolete,
    RecoveryReport report) {

  /**
   * Whether manifest and logs may stay as they are: a clean close has sealed them, the logs fit
   * into a memtable, and they are few. What comes from any other file has to be written to new,
   * synced files before anything is deleted or built on it, since after a failed sync the operating
   * system shows bytes that are not on the device.
   */
  boolean keepsLogs() {
    return replay.isWhole() && replay.tables().isEmpty();
  }

  /**
   * Makes this state the one that the next open would read, without the logs that can't be trusted
   * to stay, and returns it. A crash anywhere in here leaves this state or the returned one.
   */
  RecoveredState bringIntoForce(Directory directory, Manifest manifest, MemTable empty)
      throws IOException {
    Version current = finishRenames(directory);
    if (manifestNumber > 0 && keepsLogs()) {
      return new RecoveredState(
          context,
          numbers,
          identity,
          current,
          manifestNumber,
          flushedSequence,
          firstLog,
          sealedLogs,
          isUnlogged,
          replay,
          List.of(),
          obsolete,
          report);
    }
    directory.sync();
    List<TableFile> written = new ArrayList<>();
    replay.tables().forEach(output -> written.addAll(output.tables()));
    DamagedFiles.keep(directory, replay.damaged());
    long nextFirstLog = numbers.next();
    VersionEdit whole = current.snapshot();
    written.forEach(table -> whole.add(0, table));
    whole.identity = identity;
    whole.flushedSequence = replay.lastSequence();
    whole.firstLog = nextFirstLog;
    whole.unlogged = isUnlogged ? true : null;
    manifest.append(whole, whole);
    manifest.promise();
    for (TableOutput output : replay.tables()) {
      output.giveNames();
    }
    directory.sync();
    List<String> swept = new ArrayList<>(obsolete);
    swept.addAll(manifest.takeReplaced());
    replay.logs().forEach(number -> swept.add(FileNames.log(number)));
    return new RecoveredState(
        context,
        numbers,
        identity,
        current.apply(additions(written), open(written)),
        manifestNumber,
        replay.lastSequence(),
        nextFirstLog,
        Map.of(),
        isUnlogged,
        replay.emptied(empty),
        List.of(),
        swept,
        report);
  }

  /** Ends what a crash cut short: the manifest names these tables, their files are not renamed. */
  private Version finishRenames(Directory directory) throws IOException {
    if (unfinished.isEmpty()) {
      return version;
    }
    for (String temp : unfinished) {
      directory.rename(temp, FileNames.table(FileNames.tableTempNumber(temp)));
    }
    directory.sync();
    VersionEdit reopened = new VersionEdit();
    List<TableFile> renamed = new ArrayList<>();
    for (int level = 0; level < Version.LEVELS; level++) {
      for (TableFile.Open open : version.tables(level)) {
        if (unfinished.contains(FileNames.tableTemp(open.file().number()))) {
          open.table().close();
          reopened.remove(level, open.file()).add(level, open.file());
          renamed.add(open.file());
        }
      }
    }
    return version.apply(reopened, open(renamed));
  }

  private static VersionEdit additions(List<TableFile> tables) {
    VersionEdit edit = new VersionEdit();
    tables.forEach(table -> edit.add(0, table));
    return edit;
  }

  private Map<Long, Table> open(List<TableFile> tables) throws IOException {
    Map<Long, Table> opened = new HashMap<>();
    for (TableFile table : tables) {
      opened.put(
          table.number(),
          Table.open(context, table.name(), table.fileId(), table.sizeBytes(), true));
    }
    return opened;
  }
}
