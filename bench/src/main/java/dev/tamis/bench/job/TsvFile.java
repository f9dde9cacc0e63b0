package dev.tamis.bench.job;

import dev.tamis.bench.console.InputException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads the user's own data: one entry a line, the key before the first tab, the value behind it.
 *
 * <p>The text is UTF-8 and checked; a byte order mark at the start and a carriage return at the end
 * of a line are not part of the data. A blank line is skipped and counted. An empty value is an
 * entry, an empty key is not. A file that starts with the two bytes of gzip is unpacked, whatever
 * its name. Everything is held in memory, so the parser stops with a clear message before the heap
 * is full.
 */
final class TsvFile {
  private static final int MAX_KEY_BYTES = 65_535;
  private static final int MAX_VALUE_BYTES = 256 << 20;

  /**
   * What an entry costs on the heap beside its bytes: an object, two array headers, a reference.
   */
  private static final int ENTRY_OVERHEAD_BYTES = 80;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final Path path;
  private final long maxHeapBytes;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final List<Entry> entries = new ArrayList<>();
  private long lineNumber = 1;
  private long blankLines;
  private long heapBytes;

  private TsvFile(Path path, long maxHeapBytes) {
    this.path = path;
    this.maxHeapBytes = maxHeapBytes;
  }

  /**
   * @param maxHeapBytes how much memory the data may take
   * @throws InputException naming the file and, where there is one, the line
   */
  static DataSet load(Path path, long maxHeapBytes) throws InputException {
    if (!Files.exists(path)) {
      throw new InputException(path + ": no such file");
    }
    if (Files.isDirectory(path)) {
      throw new InputException(path + ": is a directory, not a tab-separated file");
    }
    return new TsvFile(path, maxHeapBytes).read();
  }

  private DataSet read() throws InputException {
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(path), 1 << 16);
        InputStream in = unpacked(raw)) {
      readLines(in);
    } catch (EOFException | ZipException e) {
      throw malformed("the gzip data is damaged or cut off: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new InputException(path + ": cannot be read: " + e, e);
    }
    if (entries.isEmpty()) {
      throw new InputException(path + ": holds no entries");
    }
    return new DataSet(path.toString(), entries, blankLines);
  }

  private static InputStream unpacked(InputStream raw) throws IOException {
    raw.mark(2);
    boolean gzip = raw.read() == 0x1F && raw.read() == 0x8B;
    raw.reset();
    return gzip ? new BufferedInputStream(new GZIPInputStream(raw, 1 << 16), 1 << 16) : raw;
  }

  private void readLines(InputStream in) throws IOException, InputException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        add(line.toByteArray());
        line.reset();
        lineNumber++;
      } else {
        line.write(next);
        if (line.size() > MAX_KEY_BYTES + MAX_VALUE_BYTES + BYTE_ORDER_MARK.length + 2
            || line.size() > maxHeapBytes / 3) {
          throw malformed("the line is too long: more than " + line.size() + " bytes", null);
        }
      }
    }
    if (line.size() > 0) {
      add(line.toByteArray());
    }
  }

  private void add(byte[] line) throws InputException {
    int start = lineNumber == 1 && startsWithByteOrderMark(line) ? BYTE_ORDER_MARK.length : 0;
    int end = line.length > start && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
    if (start == end) {
      blankLines++;
      return;
    }
    requireUtf8(line, start, end);
    int tab = start;
    while (tab < end && line[tab] != '\t') {
      tab++;
    }
    if (tab == end) {
      throw malformed("no tab between key and value", null);
    }
    if (tab == start) {
      throw malformed("the key is empty", null);
    }
    if (tab - start > MAX_KEY_BYTES) {
      throw malformed(
          "the key is too long: " + (tab - start) + " bytes, limit " + MAX_KEY_BYTES, null);
    }
    if (end - tab - 1 > MAX_VALUE_BYTES) {
      throw malformed(
          "the value is too long: " + (end - tab - 1) + " bytes, limit " + MAX_VALUE_BYTES, null);
    }
    heapBytes += line.length + ENTRY_OVERHEAD_BYTES;
    if (heapBytes > maxHeapBytes) {
      throw malformed(
          "the data does not fit into memory: more than "
              + maxHeapBytes
              + " bytes; give Java more with -Xmx or use a smaller file",
          null);
    }
    entries.add(
        new Entry(Arrays.copyOfRange(line, start, tab), Arrays.copyOfRange(line, tab + 1, end)));
  }

  private static boolean startsWithByteOrderMark(byte[] line) {
    return line.length >= BYTE_ORDER_MARK.length
        && Arrays.equals(
            line, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
  }

  private void requireUtf8(byte[] line, int start, int end) throws InputException {
    boolean ascii = true;
    for (int i = start; i < end && ascii; i++) {
      ascii = line[i] >= 0;
    }
    if (ascii) {
      return;
    }
    try {
      decoder.decode(ByteBuffer.wrap(line, start, end - start));
    } catch (CharacterCodingException e) {
      throw malformed("is not valid UTF-8", e);
    }
  }

  private InputException malformed(String what, Throwable cause) {
    return new InputException(path + ":" + lineNumber + ": " + what, cause);
  }
}
