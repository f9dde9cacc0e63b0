package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FileStamp;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SaltedChecksum;
import dev.tamis.storage.UnknownFormatException;
import java.util.Arrays;

/**
 * The last 128 bytes of a table, where reading begins.
 *
 * <pre>
 *   0    u64  end of the data blocks
 *   8    u64  offset of the filter partitions, the next multiple of 64
 *   16   u64  their length
 *   24   u64  offset of the index partitions
 *   32   u64  their length
 *   40   u64  length of the range tombstones (reserved, 0)
 *   48   u64  offset of the properties
 *   56   u64  length of the properties
 *   64   u64  offset of the top index
 *   72   u64  length of the top index
 *   80   u64  file size
 *   88   u32  0
 *   92   u32  crc of the 92 bytes before
 *   96   32 bytes file stamp
 * </pre>
 */
record Footer(
    long dataEnd,
    long filterOffset,
    long filterLength,
    long indexOffset,
    long indexLength,
    long propertiesOffset,
    long propertiesLength,
    long topIndexOffset,
    long topIndexLength,
    long fileSize,
    long fileId) {

  static final int BYTES = 128;
  private static final int CRC_OFFSET = 92;
  private static final int STAMP_OFFSET = 96;

  long filterEnd() {
    return filterOffset + filterLength;
  }

  long indexEnd() {
    return indexOffset + indexLength;
  }

  byte[] encode() {
    byte[] bytes = new byte[BYTES];
    long[] fields = {
      dataEnd,
      filterOffset,
      filterLength,
      indexOffset,
      indexLength,
      0,
      propertiesOffset,
      propertiesLength,
      topIndexOffset,
      topIndexLength,
      fileSize
    };
    for (int i = 0; i < fields.length; i++) {
      LittleEndian.putLong(bytes, 8 * i, fields[i]);
    }
    long offset = fileSize - BYTES;
    int crc = SaltedChecksum.of(fileId, offset, TableFormat.KIND_FOOTER, bytes, 0, CRC_OFFSET);
    LittleEndian.putInt(bytes, CRC_OFFSET, crc);
    FileStamp stamp = new FileStamp(TableFormat.MAGIC, TableFormat.VERSION, 0, 0, fileId);
    System.arraycopy(stamp.encode(offset + STAMP_OFFSET), 0, bytes, STAMP_OFFSET, FileStamp.BYTES);
    return bytes;
  }

  /**
   * Decodes the last bytes of a file and checks that all sections lie in order inside it.
   *
   * @param fileSize the size the file has
   * @param fileId the id the file should have
   */
  static Footer decode(String file, byte[] bytes, long fileSize, long fileId)
      throws CorruptionException, UnknownFormatException {
    long offset = fileSize - BYTES;
    byte[] stampBytes = Arrays.copyOfRange(bytes, STAMP_OFFSET, BYTES);
    FileStamp stamp =
        FileStamp.decode(
            file,
            offset + STAMP_OFFSET,
            stampBytes,
            TableFormat.MAGIC,
            TableFormat.VERSION,
            TableFormat.KNOWN_FEATURES);
    if (stamp.fileId() != fileId) {
      throw new CorruptionException(file, offset, "file id", fileId, stamp.fileId());
    }
    int actual = LittleEndian.getInt(bytes, CRC_OFFSET);
    int expected = SaltedChecksum.of(fileId, offset, TableFormat.KIND_FOOTER, bytes, 0, CRC_OFFSET);
    if (actual != expected) {
      throw new CorruptionException(
          file, offset, "footer checksum", TableFormat.hex(expected), TableFormat.hex(actual));
    }
    Footer footer =
        new Footer(
            field(bytes, 0),
            field(bytes, 1),
            field(bytes, 2),
            field(bytes, 3),
            field(bytes, 4),
            field(bytes, 6),
            field(bytes, 7),
            field(bytes, 8),
            field(bytes, 9),
            field(bytes, 10),
            fileId);
    footer.check(file, fileSize, field(bytes, 5));
    return footer;
  }

  private void check(String file, long actualSize, long rangeTombstones)
      throws CorruptionException {
    long end = actualSize - BYTES;
    boolean sound =
        fileSize == actualSize
            && rangeTombstones == 0
            && dataEnd >= 0
            && dataEnd <= end
            && filterOffset == TableFormat.alignToLine(dataEnd)
            && filterLength >= 0
            && filterLength <= end - filterOffset
            && indexOffset == filterEnd()
            && indexLength >= 0
            && indexLength <= end - indexOffset
            && propertiesOffset == indexEnd()
            && propertiesLength > TableFormat.TRAILER_BYTES
            && propertiesLength <= end - propertiesOffset
            && topIndexOffset == propertiesOffset + propertiesLength
            && topIndexLength > TableFormat.TRAILER_BYTES
            && topIndexLength == end - topIndexOffset;
    if (!sound) {
      throw new CorruptionException(
          file, end, "footer sections", "in order within " + actualSize + " bytes", this);
    }
  }

  private static long field(byte[] bytes, int i) {
    return LittleEndian.getLong(bytes, 8 * i);
  }
}
