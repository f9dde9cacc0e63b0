package dev.tamis.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineCatalog;
import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSession;
import dev.tamis.bench.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the benchmarks rely on, of every engine. */
abstract class EngineContract {
  private static final int MANY = 20_000;

  private final String name;
  @TempDir private Path directory;
  private EngineProvider provider;
  private BenchEngine engine;
  private EngineSession session;

  EngineContract(String name) {
    this.name = name;
  }

  /** Whether cursors walk back. */
  boolean walksBack() {
    return true;
  }

  @BeforeEach
  void open() throws IOException, InputException {
    provider = EngineCatalog.find(name);
    engine =
        provider.open(
            directory.resolve("store"),
            new EngineSettings(8 << 20, 1 << 20, 4096, 10, true, 16 << 20));
    session = engine.session();
  }

  @AfterEach
  void close() throws IOException {
    session.close();
    engine.close();
  }

  @Test
  void describesItself() {
    assertThat(provider.name()).isEqualTo(name);
    assertThat(provider.description()).isNotBlank();
    assertThat(provider.writeGuarantee()).isNotBlank();
  }

  @Test
  void getsWhatWasPutAndNothingElse() throws IOException {
    byte[] key = bytes("k");
    byte[] value = bytes("one");
    session.put(key, value);
    value[0] = 'X';
    key[0] = 'X';
    assertThat(session.get(bytes("k"))).isEqualTo(bytes("one"));
    assertThat(session.get(bytes("X"))).isNull();
    session.put(bytes("k"), bytes("two"));
    assertThat(session.get(bytes("k"))).isEqualTo(bytes("two"));
    session.putSync(bytes("s"), bytes("synced"));
    assertThat(session.get(bytes("s"))).isEqualTo(bytes("synced"));
  }

  @Test
  void getsManyKeysInTheirOrder() throws IOException {
    session.put(bytes("a"), bytes("1"));
    session.put(bytes("c"), bytes("3"));
    byte[][] keys = {bytes("c"), bytes("b"), bytes("a"), bytes("c"), bytes("not asked for")};
    byte[][] values = new byte[keys.length][];
    session.multiGet(keys, 4, values);
    assertThat(values).isDeepEqualTo(new byte[][] {bytes("3"), null, bytes("1"), bytes("3"), null});
  }

  @Test
  void deletes() throws IOException {
    session.put(bytes("a"), bytes("1"));
    session.put(bytes("b"), bytes("2"));
    session.delete(bytes("a"));
    session.delete(bytes("never there"));
    assertThat(session.get(bytes("a"))).isNull();
    assertThat(session.get(bytes("b"))).isEqualTo(bytes("2"));
  }

  @Test
  void writesOnlyTheFirstOfABatch() throws IOException {
    byte[][] keys = {bytes("a"), bytes("b"), bytes("c")};
    byte[][] values = {bytes("1"), bytes("2"), bytes("3")};
    session.putBatch(keys, values, 2);
    assertThat(keys()).containsExactly("a", "b");
    session.putBatch(keys, values, 3);
    session.deleteBatch(keys, 2);
    assertThat(keys()).containsExactly("c");
  }

  @Test
  void walksForwardInUnsignedOrder() throws IOException {
    session.put(new byte[] {(byte) 0x80}, bytes("high"));
    session.put(new byte[] {0x7f}, bytes("low"));
    try (EngineCursor cursor = session.cursor()) {
      cursor.seekToFirst();
      assertThat(cursor.key()).containsExactly(0x7f);
      assertThat(cursor.value()).isEqualTo(bytes("low"));
      assertThat(cursor.touch()).isEqualTo(4);
      cursor.next();
      assertThat(cursor.key()).containsExactly(0x80);
      assertThat(cursor.touch()).isEqualTo(5);
      cursor.next();
      assertThat(cursor.isValid()).isFalse();
    }
  }

  @Test
  void seeksTheFirstKeyThatIsNotBelow() throws IOException {
    for (String key : List.of("b", "d", "f")) {
      session.put(bytes(key), bytes("v" + key));
    }
    try (EngineCursor cursor = session.cursor()) {
      cursor.seek(bytes("d"));
      assertThat(cursor.key()).isEqualTo(bytes("d"));
      cursor.seek(bytes("e"));
      assertThat(cursor.key()).isEqualTo(bytes("f"));
      cursor.seek(bytes("a"));
      assertThat(cursor.key()).isEqualTo(bytes("b"));
      cursor.seek(bytes("g"));
      assertThat(cursor.isValid()).isFalse();
    }
  }

  @Test
  void walksBackAndTurns() throws IOException {
    Assumptions.assumeTrue(walksBack(), "this engine only walks forward");
    for (String key : List.of("a", "b", "c")) {
      session.put(bytes(key), bytes(key));
    }
    try (EngineCursor cursor = session.cursor()) {
      cursor.seekToLast();
      assertThat(cursor.key()).isEqualTo(bytes("c"));
      cursor.previous();
      assertThat(cursor.key()).isEqualTo(bytes("b"));
      cursor.next();
      assertThat(cursor.key()).isEqualTo(bytes("c"));
      cursor.previous();
      cursor.previous();
      assertThat(cursor.key()).isEqualTo(bytes("a"));
      cursor.previous();
      assertThat(cursor.isValid()).isFalse();
    }
  }

  @Test
  void showsTheStateOfItsMoment() throws IOException {
    session.put(bytes("a"), bytes("old"));
    try (EngineCursor cursor = session.cursor()) {
      session.put(bytes("a"), bytes("new"));
      session.put(bytes("b"), bytes("new"));
      cursor.seekToFirst();
      assertThat(cursor.value()).isEqualTo(bytes("old"));
      cursor.next();
      assertThat(cursor.isValid()).isFalse();
    }
  }

  @Test
  void anEmptyStoreHasNoEntries() throws IOException {
    assertThat(keys()).isEmpty();
    assertThat(session.get(bytes("a"))).isNull();
  }

  @Test
  void keepsEverythingThroughCompactionAndReopening() throws IOException, InputException {
    byte[] large = new byte[100_000];
    session.put(bytes("large"), large);
    for (int i = 0; i < MANY; i++) {
      session.put(numbered(i * 7 % MANY), bytes("value " + i * 7 % MANY + " ".repeat(50)));
    }
    for (int i = 0; i < MANY; i += 10) {
      session.delete(numbered(i));
    }
    engine.flush();
    engine.awaitQuiet();
    engine.compact();
    checkMany(large);
    close();
    open();
    checkMany(large);
  }

  private void checkMany(byte[] large) throws IOException {
    assertThat(session.get(bytes("large"))).isEqualTo(large);
    for (int i = 0; i < MANY; i += 5) {
      byte[] value = session.get(numbered(i));
      if (i % 10 == 0) {
        assertThat(value).isNull();
      } else {
        assertThat(value).isEqualTo(bytes("value " + i + " ".repeat(50)));
      }
    }
    assertThat(keys()).hasSize(MANY - MANY / 10 + 1);
  }

  private List<String> keys() throws IOException {
    List<String> keys = new ArrayList<>();
    try (EngineCursor cursor = session.cursor()) {
      for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
        keys.add(new String(cursor.key(), UTF_8));
        assertThat(cursor.touch()).isEqualTo(cursor.key().length + cursor.value().length);
      }
    }
    return keys;
  }

  private static byte[] numbered(int i) {
    return bytes("key" + (100_000 + i));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
