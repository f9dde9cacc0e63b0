package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * The header that every serialized filter begins with; FORMAT.md is the specification. What cells,
 * places, cell bits and parameter mean is a type's own matter.
 *
 * @param type one of the types of FORMAT.md
 * @param hash function and seed
 * @param keyCount keys that were added
 * @param expectedKeys keys the filter was made for
 * @param cells number of bits, lines, counters, buckets, slots or slices
 * @param places bits, counters or buckets of a key; columns of a ribbon
 * @param cellBits size of a cell
 * @param parameter one number more where a type needs it, else 0
 */
record FilterHeader(
    int type,
    KeyHash hash,
    long keyCount,
    long expectedKeys,
    long cells,
    int places,
    int cellBits,
    int parameter) {

  static final int BYTES = 64;

  /** "TMSA" in a hex dump. */
  static final int MAGIC = 0x41534D54;

  static final int VERSION = 1;

  static final int VERSION_OFFSET = 4;
  static final int TYPE_OFFSET = 6;
  static final int HASH_ID_OFFSET = 7;
  static final int SEED_OFFSET = 8;
  static final int SEED_HIGH_OFFSET = 16;
  static final int KEY_COUNT_OFFSET = 24;
  static final int EXPECTED_KEYS_OFFSET = 32;
  static final int CELLS_OFFSET = 40;
  static final int PLACES_OFFSET = 48;
  static final int CELL_BITS_OFFSET = 50;
  static final int HEADER_BYTES_OFFSET = 52;
  static final int REQUIRED_FLAGS_OFFSET = 54;
  static final int PARAMETER_OFFSET = 56;
  static final int CRC_OFFSET = 60;

  private static final byte[] ZERO_CRC = new byte[Integer.BYTES];

  /** A header and the little-endian bytes behind it. */
  record Decoded(FilterHeader header, ByteBuffer payload) {
    /**
     * Checks that the payload has exactly the length that the header's numbers ask for, before
     * anything of that length is allocated.
     */
    void requirePayload(long expectedBytes) throws FilterFormatException {
      require(payload.remaining() == expectedBytes, "payload", expectedBytes, payload.remaining());
    }
  }

  /** The bytes of header, payload and checksum; the payload is written little-endian. */
  byte[] encode(int payloadBytes, Consumer<ByteBuffer> payload) {
    byte[] bytes = new byte[Math.addExact(BYTES, payloadBytes)];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0, MAGIC);
    out.putShort(VERSION_OFFSET, (short) VERSION);
    out.put(TYPE_OFFSET, (byte) type);
    out.put(HASH_ID_OFFSET, (byte) hash.id());
    out.putLong(SEED_OFFSET, hash.seed());
    out.putLong(SEED_HIGH_OFFSET, hash.seedHigh());
    out.putLong(KEY_COUNT_OFFSET, keyCount);
    out.putLong(EXPECTED_KEYS_OFFSET, expectedKeys);
    out.putLong(CELLS_OFFSET, cells);
    out.putShort(PLACES_OFFSET, (short) places);
    out.putShort(CELL_BITS_OFFSET, (short) cellBits);
    out.putShort(HEADER_BYTES_OFFSET, (short) BYTES);
    out.putInt(PARAMETER_OFFSET, parameter);
    payload.accept(out.position(BYTES));
    out.putInt(CRC_OFFSET, checksum(bytes));
    return bytes;
  }

  /**
   * Checks everything that does not depend on the type. Allocates nothing that depends on a number
   * in the bytes.
   */
  static Decoded decode(byte[] bytes) throws FilterFormatException {
    require(bytes.length >= BYTES, "length", "at least " + BYTES, bytes.length);
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    requireHex("magic", MAGIC, in.getInt(0));
    // The checksum comes before the version, so that a damaged version is not taken for a new one.
    requireHex("checksum", checksum(bytes), in.getInt(CRC_OFFSET));
    int version = Short.toUnsignedInt(in.getShort(VERSION_OFFSET));
    require(
        version == VERSION,
        "format version",
        VERSION + " (whole, but of another version)",
        version);
    int flags = Short.toUnsignedInt(in.getShort(REQUIRED_FLAGS_OFFSET));
    require(flags == 0, "required flags", "0 (whole, but needs a newer reader)", flags);
    int headerBytes = Short.toUnsignedInt(in.getShort(HEADER_BYTES_OFFSET));
    require(
        headerBytes >= BYTES && headerBytes % BYTES == 0 && headerBytes <= bytes.length,
        "header length",
        "a multiple of 64 within the bytes",
        headerBytes);
    FilterHeader header =
        new FilterHeader(
            Byte.toUnsignedInt(in.get(TYPE_OFFSET)),
            hashOf(in),
            in.getLong(KEY_COUNT_OFFSET),
            in.getLong(EXPECTED_KEYS_OFFSET),
            in.getLong(CELLS_OFFSET),
            Short.toUnsignedInt(in.getShort(PLACES_OFFSET)),
            Short.toUnsignedInt(in.getShort(CELL_BITS_OFFSET)),
            in.getInt(PARAMETER_OFFSET));
    require(header.keyCount >= 0, "key count", "at least 0", header.keyCount);
    require(header.expectedKeys >= 0, "expected keys", "at least 0", header.expectedKeys);
    ByteBuffer payload = in.position(headerBytes).slice().order(ByteOrder.LITTLE_ENDIAN);
    return new Decoded(header, payload);
  }

  /** As {@link #decode(byte[])}, of one type only. */
  static Decoded decode(byte[] bytes, int type) throws FilterFormatException {
    Decoded decoded = decode(bytes);
    require(decoded.header.type == type, "type", type, decoded.header.type);
    return decoded;
  }

  void requireCells(long most) throws FilterFormatException {
    require(cells >= 1 && cells <= most, "cells", "1 to " + most, cells);
  }

  void requirePlaces(int least, int most) throws FilterFormatException {
    require(places >= least && places <= most, "places", least + " to " + most, places);
  }

  void requireCellBits(int least, int most) throws FilterFormatException {
    require(cellBits >= least && cellBits <= most, "cell bits", least + " to " + most, cellBits);
  }

  void requireNoParameter() throws FilterFormatException {
    require(parameter == 0, "parameter", 0, parameter);
  }

  private static KeyHash hashOf(ByteBuffer in) throws FilterFormatException {
    int id = Byte.toUnsignedInt(in.get(HASH_ID_OFFSET));
    long seed = in.getLong(SEED_OFFSET);
    long seedHigh = in.getLong(SEED_HIGH_OFFSET);
    return switch (id) {
      case KeyHash.XXH64_ID -> {
        require(seedHigh == 0, "second seed of XXH64", 0, seedHigh);
        yield KeyHash.xxh64(seed);
      }
      case KeyHash.SIP_1_3_ID -> KeyHash.sipHash13(seed, seedHigh);
      case KeyHash.SIP_2_4_ID -> KeyHash.sipHash24(seed, seedHigh);
      default -> throw new FilterFormatException("hash id", "1 to 3", Integer.toString(id));
    };
  }

  /** CRC32C of all bytes, the four of the checksum taken as zero. */
  static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, CRC_OFFSET);
    crc.update(ZERO_CRC, 0, ZERO_CRC.length);
    crc.update(bytes, BYTES, bytes.length - BYTES);
    return (int) crc.getValue();
  }

  static void require(boolean right, String field, Object expected, Object actual)
      throws FilterFormatException {
    if (!right) {
      throw new FilterFormatException(field, expected.toString(), actual.toString());
    }
  }

  private static void requireHex(String field, int expected, int actual)
      throws FilterFormatException {
    require(
        actual == expected,
        field,
        "0x" + Integer.toHexString(expected),
        "0x" + Integer.toHexString(actual));
  }
}
