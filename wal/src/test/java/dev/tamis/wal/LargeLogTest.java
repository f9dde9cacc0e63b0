package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SparseDirectory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Offsets beyond what an int can hold. */
class LargeLogTest {
  private static final int RECORDS = 17;
  private static final int PAYLOAD_BYTES = 128 << 20;

  @Test
  void caseK9_aLogOfMoreThanTwoGigabytes() throws IOException {
    SparseDirectory directory = new SparseDirectory();
    byte[] buffer = new byte[LogWriter.HEADER_BYTES + PAYLOAD_BYTES];
    Seal seal;
    try (LogWriter writer = Logs.create(directory)) {
      for (int i = 1; i <= RECORDS; i++) {
        LittleEndian.putLong(buffer, LogWriter.HEADER_BYTES, i);
        writer.append(Logs.TYPE, i, buffer, LogWriter.HEADER_BYTES, PAYLOAD_BYTES);
      }
      writer.sync();
      writer.promise();
      assertThat(writer.syncedUpTo()).isGreaterThan(1L << 31);
      seal = writer.seal();
    }
    try (LogReader reader =
        LogReader.open(directory, Logs.NAME, Logs.MAGIC, Logs.FILE_ID, Logs.NUMBER, seal)) {
      for (int i = 1; i <= RECORDS; i++) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.sequence()).isEqualTo(i);
        assertThat(reader.payloadLength()).isEqualTo(PAYLOAD_BYTES);
        assertThat(LittleEndian.getLong(reader.buffer(), reader.payloadOffset())).isEqualTo(i);
      }
      assertThat(reader.next()).isFalse();
      assertThat(reader.end().kind()).isNotEqualTo(LogEnd.Kind.TORN);
      assertThat(reader.end().validBytes()).isEqualTo(directory.size(Logs.NAME));
      assertThat(reader.promisedUpTo()).isGreaterThan(1L << 31);
    }
  }
}
