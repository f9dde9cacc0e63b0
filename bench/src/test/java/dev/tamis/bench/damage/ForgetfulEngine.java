package dev.tamis.bench.damage;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSession;
import dev.tamis.bench.engine.EngineSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Keeps lines of key and value in one file without any checksum. */
public final class ForgetfulEngine implements BenchEngine {
  private final Path file;
  private final TreeMap<String, String> entries = new TreeMap<>();

  private ForgetfulEngine(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        int at = line.indexOf('=');
        if (at >= 0) {
          entries.put(line.substring(0, at), line.substring(at + 1));
        }
      }
    }
  }

  /** Found by the service loader. */
  public static final class Provider implements EngineProvider {
    @Override
    public String name() {
      return "forgetful";
    }

    @Override
    public String description() {
      return "a text file";
    }

    @Override
    public String writeGuarantee() {
      return "none";
    }

    @Override
    public BenchEngine open(Path directory, EngineSettings settings) throws IOException {
      return new ForgetfulEngine(directory.resolve("data"));
    }
  }

  @Override
  public EngineSession session() {
    return new Session();
  }

  @Override
  public void flush() {}

  @Override
  public void compact() {}

  @Override
  public void awaitQuiet() {}

  @Override
  public void close() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      text.append(entry.getKey()).append('=').append(entry.getValue()).append('\n');
    }
    Files.writeString(file, text, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private final class Session implements EngineSession {
    @Override
    public byte[] get(byte[] key) {
      String value = entries.get(text(key));
      return value == null ? null : bytes(value);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      entries.put(text(key), text(value));
    }

    @Override
    public void putSync(byte[] key, byte[] value) {
      put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      entries.remove(text(key));
    }

    @Override
    public void putBatch(byte[][] keys, byte[][] values, int count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void deleteBatch(byte[][] keys, int count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public EngineCursor cursor() {
      return new Walk();
    }

    @Override
    public void close() {}
  }

  private final class Walk implements EngineCursor {
    private Map.Entry<String, String> at;

    @Override
    public void seekToFirst() {
      at = entries.firstEntry();
    }

    @Override
    public void seekToLast() {
      at = entries.lastEntry();
    }

    @Override
    public void seek(byte[] key) {
      at = entries.ceilingEntry(text(key));
    }

    @Override
    public boolean isValid() {
      return at != null;
    }

    @Override
    public void next() {
      at = entries.higherEntry(at.getKey());
    }

    @Override
    public void previous() {
      at = entries.lowerEntry(at.getKey());
    }

    @Override
    public byte[] key() {
      return bytes(at.getKey());
    }

    @Override
    public byte[] value() {
      return bytes(at.getValue());
    }

    @Override
    public int touch() {
      return at.getKey().length() + at.getValue().length();
    }

    @Override
    public void close() {}
  }
}
