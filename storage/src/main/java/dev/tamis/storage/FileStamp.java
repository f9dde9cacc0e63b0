package dev.tamis.storage;

/**
 * The 32 bytes that say what a file is. Logs begin with them, tables end with them.
 *
 * <pre>
 *   0        4     6     8         12         16                24        28       32
 *   +--------+-----+-----+---------+----------+-----------------+---------+--------+
 *   | magic  | ver | 0   | required| optional |     file id     |    0    |  crc   |
 *   +--------+-----+-----+---------+----------+-----------------+---------+--------+
 *   magic     u32  what kind of file
 *   ver       u16  format version; a reader refuses one it does not know
 *   required  u32  feature bits a reader must know to read the file
 *   optional  u32  feature bits a reader may ignore
 *   file id   u64  random; the salt of every checksum in the file
 *   crc       u32  CRC32C of the 28 bytes before it, salted with the file id, offset and kind 0
 * </pre>
 *
 * @param magic which kind of file
 * @param version format version, 1 to 65,535
 * @param requiredFeatures bits that a reader has to know
 * @param optionalFeatures bits that a reader may ignore
 * @param fileId random id of this file
 */
public record FileStamp(
    int magic, int version, int requiredFeatures, int optionalFeatures, long fileId) {

  /** Encoded length in bytes. */
  public static final int BYTES = 32;

  private static final int KIND = 0;
  private static final int MAX_VERSION = 0xFFFF;

  /** Checks that the version fits its field. */
  public FileStamp {
    if (version < 1 || version > MAX_VERSION) {
      throw new IllegalArgumentException(
          "format version: actual=" + version + ", expected=1 to " + MAX_VERSION);
    }
  }

  /** The encoded form of a stamp that will stand at {@code fileOffset}. */
  public byte[] encode(long fileOffset) {
    byte[] bytes = new byte[BYTES];
    LittleEndian.putInt(bytes, 0, magic);
    LittleEndian.putU16(bytes, 4, version);
    LittleEndian.putInt(bytes, 8, requiredFeatures);
    LittleEndian.putInt(bytes, 12, optionalFeatures);
    LittleEndian.putLong(bytes, 16, fileId);
    LittleEndian.putInt(bytes, 28, SaltedChecksum.of(fileId, fileOffset, KIND, bytes, 0, 28));
    return bytes;
  }

  /**
   * Reads the stamp in the first 32 bytes of an array and checks it.
   *
   * @param file name for messages
   * @param fileOffset where the bytes stood in the file
   * @param magic the kind of file wanted
   * @param newestVersion the newest version the caller can read
   * @param knownFeatures required feature bits that the caller knows
   * @throws CorruptionException if the bytes are damaged or are another kind of file
   * @throws UnknownFormatException if they are whole, but of a version or with a feature unknown
   *     here
   */
  public static FileStamp decode(
      String file, long fileOffset, byte[] bytes, int magic, int newestVersion, int knownFeatures)
      throws CorruptionException, UnknownFormatException {
    int actualMagic = LittleEndian.getInt(bytes, 0);
    if (actualMagic != magic) {
      throw new CorruptionException(file, fileOffset, "file magic", hex(magic), hex(actualMagic));
    }
    long fileId = LittleEndian.getLong(bytes, 16);
    int actual = LittleEndian.getInt(bytes, 28);
    int expected = SaltedChecksum.of(fileId, fileOffset, KIND, bytes, 0, 28);
    if (actual != expected) {
      throw new CorruptionException(
          file, fileOffset, "file stamp checksum", hex(expected), hex(actual));
    }
    int version = LittleEndian.getU16(bytes, 4);
    int required = LittleEndian.getInt(bytes, 8);
    if (version < 1 || version > newestVersion) {
      throw new UnknownFormatException(file, "format version", "1 to " + newestVersion, version);
    }
    if ((required & ~knownFeatures) != 0) {
      throw new UnknownFormatException(
          file, "required feature bits", "within " + hex(knownFeatures), hex(required));
    }
    return new FileStamp(magic, version, required, LittleEndian.getInt(bytes, 12), fileId);
  }

  private static String hex(int value) {
    return "0x" + Integer.toHexString(value);
  }
}
