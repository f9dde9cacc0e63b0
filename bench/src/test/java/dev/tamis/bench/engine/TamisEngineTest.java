package dev.tamis.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TamisEngineTest {
  private static final EngineSettings SETTINGS =
      new EngineSettings(1 << 20, 1 << 20, 4096, 10, true, 1 << 20);

  @TempDir private Path directory;

  @Test
  void isFoundByItsNameAndDoesWhatThePortSays() throws Exception {
    EngineProvider provider = EngineCatalog.find("tamis");
    assertThat(EngineCatalog.names()).contains("tamis");
    byte[][] keys = {{1}, {2}, {3}, {4}};
    byte[][] values = {{10}, {20}, {30}, {40, 41}};
    try (BenchEngine engine = provider.open(directory, SETTINGS);
        EngineSession session = engine.session()) {
      session.putBatch(keys, values, 2);
      session.put(keys[2], values[2]);
      session.putSync(keys[3], values[3]);
      session.deleteBatch(keys, 1);
      session.delete(keys[1]);
      assertThat(session.get(keys[1])).isNull();
      assertThat(session.get(keys[3])).containsExactly(40, 41);
      try (EngineCursor cursor = session.cursor()) {
        cursor.seekToFirst();
        assertThat(cursor.key()).containsExactly(3);
        assertThat(cursor.touch()).isEqualTo(2);
        cursor.next();
        assertThat(cursor.touch()).isEqualTo(3);
        cursor.previous();
        assertThat(cursor.key()).containsExactly(3);
        cursor.seekToLast();
        assertThat(cursor.key()).containsExactly(4);
        cursor.seek(new byte[] {5});
        assertThat(cursor.isValid()).isFalse();
      }
      engine.flush();
      engine.awaitQuiet();
      assertThat(engine.verify()).isEmpty();
      assertThat(engine.stats()).contains("flushes=1");
      assertThat(engine.levelStats()).contains("level", "bits/key");
    }
  }

  @Test
  void readsOfFilesAreCounted() throws Exception {
    EngineProvider provider = EngineCatalog.find("tamis");
    try (BenchEngine engine = provider.open(directory, SETTINGS);
        EngineSession session = engine.session()) {
      session.put(new byte[] {1}, new byte[1000]);
      engine.flush();
      long before = engine.fileReads();
      assertThat(session.get(new byte[] {1})).hasSize(1000);
      long afterFirst = engine.fileReads();
      assertThat(afterFirst).isGreaterThan(before);
      assertThat(session.get(new byte[] {1})).hasSize(1000);
      assertThat(engine.fileReads()).as("cached").isEqualTo(afterFirst);
    }
  }
}
