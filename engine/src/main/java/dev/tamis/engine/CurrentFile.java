package dev.tamis.engine;

import dev.tamis.storage.AppendableFile;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.ReadableFile;
import dev.tamis.wal.Seal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The file {@code CURRENT}: one line of text that says which manifest is in force.
 *
 * <pre>
 *   MANIFEST-000007 id=00000000000000ff sealed=- crc=89abcdef
 *   MANIFEST-000007 id=00000000000000ff sealed=1234:01234567 crc=89abcdef    after a clean close
 * </pre>
 *
 * The crc is CRC32C of everything before {@code " crc="}. The line may have lost its line feed or
 * stand there twice, since power cuts have left both; anything else is damage, and damage is
 * reported: looking for "the newest manifest" instead is how stores have come up empty.
 *
 * @param manifestNumber names the manifest
 * @param manifestId the random id in that file
 * @param seal length and checksum of the manifest if the store was closed cleanly, else {@code
 *     null}
 */
record CurrentFile(long manifestNumber, long manifestId, Seal seal) {
  private static final int MAX_BYTES = 1024;

  String encode() {
    String sealed =
        seal == null ? "-" : seal.length() + ":" + hex(seal.checksum() & 0xFFFFFFFFL, 8);
    String text =
        FileNames.manifest(manifestNumber) + " id=" + hex(manifestId, 16) + " sealed=" + sealed;
    return text + " crc=" + hex(crc(text), 8) + "\n";
  }

  /** Reads and checks the file. */
  static CurrentFile read(Directory directory) throws IOException {
    String text;
    try (ReadableFile file = directory.open(FileNames.CURRENT)) {
      if (file.size() > MAX_BYTES) {
        throw corrupt("length", "at most " + MAX_BYTES, file.size());
      }
      byte[] bytes = new byte[(int) file.size()];
      file.readFully(0, ByteBuffer.wrap(bytes));
      text = new String(bytes, StandardCharsets.ISO_8859_1);
    }
    int firstEnd = text.indexOf('\n');
    String line = firstEnd < 0 ? text : text.substring(0, firstEnd);
    String rest = firstEnd < 0 ? "" : text.substring(firstEnd + 1);
    if (!rest.isEmpty() && !rest.equals(line) && !rest.equals(line + "\n")) {
      throw corrupt("content after the line", "nothing or the same line", printable(rest));
    }
    return parse(line);
  }

  /** Replaces the file: the new content is durable before the name changes, the name after. */
  void write(Directory directory) throws IOException {
    if (directory.list().contains(FileNames.CURRENT_TEMP)) {
      directory.delete(FileNames.CURRENT_TEMP);
    }
    byte[] bytes = encode().getBytes(StandardCharsets.US_ASCII);
    try (AppendableFile file = directory.create(FileNames.CURRENT_TEMP)) {
      file.append(bytes, 0, bytes.length);
      file.sync();
    }
    directory.rename(FileNames.CURRENT_TEMP, FileNames.CURRENT);
    directory.sync();
  }

  private static CurrentFile parse(String line) throws CorruptionException {
    String[] words = line.split(" ", -1);
    CurrentFile parsed = null;
    if (words.length == 4
        && words[1].startsWith("id=")
        && words[2].startsWith("sealed=")
        && FileNames.manifestNumber(words[0]) >= 0) {
      try {
        parsed =
            new CurrentFile(
                FileNames.manifestNumber(words[0]),
                Long.parseUnsignedLong(words[1].substring(3), 16),
                parseSeal(words[2].substring(7)));
      } catch (NumberFormatException e) {
        throw new CorruptionException(
            FileNames.CURRENT, 0, "numbers", "decimal and hexadecimal", printable(line), e);
      }
    }
    // What we would have written is the only accepted spelling, so the crc is compared here too.
    if (parsed == null || !parsed.encode().equals(line + "\n")) {
      throw corrupt("line", "manifest name, id, seal and a crc that fits", printable(line));
    }
    return parsed;
  }

  private static Seal parseSeal(String text) {
    if (text.equals("-")) {
      return null;
    }
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new NumberFormatException(text);
    }
    return new Seal(
        Long.parseLong(text.substring(0, colon)),
        Integer.parseUnsignedInt(text.substring(colon + 1), 16));
  }

  private static long crc(String text) {
    CRC32C crc = new CRC32C();
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    crc.update(bytes, 0, bytes.length);
    return crc.getValue();
  }

  private static String hex(long value, int digits) {
    String text = Long.toHexString(value);
    return "0".repeat(digits - text.length()) + text;
  }

  private static String printable(String text) {
    String start = text.length() > 100 ? text.substring(0, 100) + "..." : text;
    return "\"" + start.replaceAll("[^ -~]", "?") + "\"";
  }

  private static CorruptionException corrupt(String what, Object expected, Object actual) {
    return new CorruptionException(FileNames.CURRENT, 0, what, expected, actual);
  }
}
