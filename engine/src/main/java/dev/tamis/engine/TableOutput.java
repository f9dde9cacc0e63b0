package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.TableOptions;
import dev.tamis.sstable.TableWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a sorted stream of entries to as many tables as it takes. A table is cut only between
 * different user keys, so all versions of a key in one run are in one table.
 *
 * <p>A table is written under a temporary name and gets its own after it was synced, so a file
 * named {@code n.sst} is never half written: one that can't be read was damaged later.
 */
final class TableOutput {
  private final Environment environment;
  private final FileNumbers numbers;
  private final TableOptions options;
  private final KeyHash hash;
  private final long tableBytes;
  private final List<TableFile> finished = new ArrayList<>();
  private TableWriter writer;
  private long writerNumber;
  private byte[] lastKey = new byte[64];
  private int lastKeyLength;
  private boolean handedOver;

  TableOutput(
      Environment environment,
      FileNumbers numbers,
      TableOptions options,
      KeyHash hash,
      long tableBytes) {
    this.environment = environment;
    this.numbers = numbers;
    this.options = options;
    this.hash = hash;
    this.tableBytes = tableBytes;
  }

  /** Writes what is left of a stream; the entries must come after all written before. */
  void addAll(SurvivorCursor entries, Cancellation cancellation) throws IOException {
    int sinceCheck = 0;
    while (entries.next()) {
      if ((++sinceCheck & 0x3FF) == 0) {
        cancellation.check();
      }
      byte[] key = entries.keyBytes();
      int keyOffset = entries.keyOffset();
      int keyLength = entries.keyLength();
      if (writer == null || (isFull() && !isLastKey(key, keyOffset, keyLength))) {
        finishTable();
        startTable();
      }
      writer.noteSequence(entries.sequence());
      writer.add(
          key,
          keyOffset,
          keyLength,
          entries.outputSequence(),
          entries.kind(),
          entries.valueBytes(),
          entries.valueOffset(),
          entries.valueLength());
      rememberKey(key, keyOffset, keyLength);
    }
  }

  /** Ends the last table and returns all of them, synced but under their temporary names. */
  List<TableFile> finish() throws IOException {
    finishTable();
    return List.copyOf(finished);
  }

  /** The tables finished so far. */
  List<TableFile> tables() {
    return List.copyOf(finished);
  }

  /** Gives the tables their own names; these are not synced. */
  void giveNames() throws IOException {
    for (TableFile table : finished) {
      environment.directory().rename(FileNames.tableTemp(table.number()), table.name());
    }
  }

  /** From now on the tables belong to a version. */
  void handOver() {
    handedOver = true;
  }

  /**
   * Removes what was written, unless it was handed over, after a failure; files that can't be
   * removed either are added to that failure and are swept at the next open.
   */
  void abandon(Throwable failure) {
    if (handedOver) {
      return;
    }
    stop(failure);
    try {
      if (writer != null) {
        environment.directory().delete(FileNames.tableTemp(writerNumber));
      }
      List<String> present = environment.directory().list();
      for (TableFile table : finished) {
        for (String name : List.of(FileNames.tableTemp(table.number()), table.name())) {
          if (present.contains(name)) {
            environment.directory().delete(name);
          }
        }
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Closes the table being written, if there is one; its temporary file stays. */
  void stop(Throwable failure) {
    if (writer != null) {
      Release.all(List.of(writer), failure);
    }
  }

  private boolean isFull() {
    return writer.estimatedSizeBytes() >= tableBytes;
  }

  private void startTable() throws IOException {
    writerNumber = numbers.take();
    writer =
        TableWriter.create(
            environment.directory(),
            FileNames.tableTemp(writerNumber),
            environment.newFileId(),
            options,
            hash);
  }

  private void finishTable() throws IOException {
    if (writer != null) {
      finished.add(TableFile.of(writerNumber, writer.finish()));
      writer = null;
    }
  }

  private boolean isLastKey(byte[] key, int offset, int length) {
    return length == lastKeyLength
        && java.util.Arrays.equals(key, offset, offset + length, lastKey, 0, length);
  }

  private void rememberKey(byte[] key, int offset, int length) {
    if (lastKey.length < length) {
      lastKey = new byte[Math.max(length, 2 * lastKey.length)];
    }
    System.arraycopy(key, offset, lastKey, 0, length);
    lastKeyLength = length;
  }
}
