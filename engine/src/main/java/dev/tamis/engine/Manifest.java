package dev.tamis.engine;

import dev.tamis.storage.Directory;
import dev.tamis.wal.LogWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the manifest: a log of version edits, each synced before it counts, and {@code CURRENT},
 * which names the manifest in force.
 *
 * <p>A manifest is created by the first edit after an open, with the whole state as its first
 * record, and again when the edits outgrow that state; so a file is only ever appended to by the
 * process that created it, and an open that changes nothing writes nothing. Used by one thread at a
 * time, under the lock of {@link VersionSet}.
 */
final class Manifest implements Closeable {
  static final int MAGIC = 0x4D4D4154; // "TAMM"
  static final int TYPE_EDIT = 16;
  private static final long MIN_ROLL_BYTES = 64 << 10;
  private static final int ROLL_FACTOR = 4;

  private final Environment environment;
  private final FileNumbers numbers;

  /** The manifest that CURRENT names; 0 in a store that has none yet. */
  private long currentNumber;

  private LogWriter writer;
  private long writerId;
  private long rollAtBytes;

  /** Edits in the manifest that {@code writer} writes; the reader counts along. */
  private long edits;

  /** Manifests that are not in force any more; the owner deletes them. */
  private final List<String> replaced = new ArrayList<>();

  Manifest(Environment environment, FileNumbers numbers, long currentNumber) {
    this.environment = environment;
    this.numbers = numbers;
    this.currentNumber = currentNumber;
  }

  /**
   * Makes an edit durable.
   *
   * @param edit what changes
   * @param whole the state after it, as one edit
   */
  void append(VersionEdit edit, VersionEdit whole) throws IOException {
    if (writer != null && writer.size() < rollAtBytes) {
      append(edit);
    } else {
      startNew(whole);
    }
  }

  /**
   * Makes the last edit a promise: from here on its loss is told from an unfinished write. Must
   * return before anything that the edit makes obsolete is deleted.
   */
  void promise() throws IOException {
    writer.promise();
    writer.sync();
  }

  /** Ends the manifest after a clean close: its length and checksum go into CURRENT. */
  void seal() throws IOException {
    if (writer != null) {
      new CurrentFile(currentNumber, writerId, writer.seal()).write(environment.directory());
    }
  }

  private void startNew(VersionEdit whole) throws IOException {
    Directory directory = environment.directory();
    long number = numbers.take();
    long id = environment.newFileId();
    whole.nextNumber = numbers.next();
    LogWriter next = LogWriter.create(directory, FileNames.manifest(number), MAGIC, id, number);
    long previousNumber = currentNumber;
    close();
    writer = next;
    writerId = id;
    edits = 0;
    append(whole);
    // Else a power cut may take this name and leave the renamed CURRENT, which then names nothing.
    directory.sync();
    new CurrentFile(number, id, null).write(directory);
    currentNumber = number;
    rollAtBytes = Math.max(MIN_ROLL_BYTES, ROLL_FACTOR * next.size());
    if (previousNumber > 0) {
      replaced.add(FileNames.manifest(previousNumber));
    }
  }

  /** Names of the manifests that have been replaced since the last call. */
  List<String> takeReplaced() {
    List<String> names = List.copyOf(replaced);
    replaced.clear();
    return names;
  }

  private void append(VersionEdit edit) throws IOException {
    byte[] payload = edit.encode();
    byte[] buffer = new byte[LogWriter.HEADER_BYTES + payload.length];
    System.arraycopy(payload, 0, buffer, LogWriter.HEADER_BYTES, payload.length);
    writer.append(TYPE_EDIT, ++edits, buffer, LogWriter.HEADER_BYTES, payload.length);
    writer.sync();
  }

  /** Closes without sealing. */
  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
  }
}
