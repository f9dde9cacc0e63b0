package dev.tamis.engine;

import dev.tamis.storage.Directory;
import dev.tamis.wal.LogReader;
import dev.tamis.wal.LogWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Where the records of a store's logs are, found through the manifest as the store does. */
final class LogRecords {

  /** A commit record: its first sequence and its place in the file. */
  record Place(long sequence, int offset, int end) {}

  private LogRecords() {}

  /** Numbers of the logs in a directory, ascending. */
  static List<Long> logs(Directory directory) throws IOException {
    return directory.list().stream()
        .map(FileNames::logNumber)
        .filter(number -> number >= 0)
        .sorted()
        .toList();
  }

  /** Name of the newest log. */
  static String newest(Directory directory) throws IOException {
    List<Long> logs = logs(directory);
    return FileNames.log(logs.get(logs.size() - 1));
  }

  static long storeId(Directory directory) throws IOException {
    return ManifestReader.read(directory, CurrentFile.read(directory)).identity().storeId();
  }

  /** The commits in a log that is not sealed. */
  static List<Place> commits(Directory directory, String log) throws IOException {
    long number = FileNames.logNumber(log);
    long id = WriteAheadLog.fileId(storeId(directory), number);
    List<Place> places = new ArrayList<>();
    try (LogReader reader = LogReader.open(directory, log, WriteAheadLog.MAGIC, id, number, null)) {
      while (reader.next()) {
        if (reader.type() == WriteAheadLog.TYPE_COMMIT) {
          int end = (int) reader.offset() + LogWriter.HEADER_BYTES + reader.payloadLength();
          places.add(new Place(reader.sequence(), (int) reader.offset(), end));
        }
      }
    }
    return places;
  }
}
