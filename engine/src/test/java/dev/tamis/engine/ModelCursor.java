package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;

/** An open cursor beside the entries it must show and the one it must stand at. */
final class ModelCursor {
  private final Cursor cursor;
  private final NavigableMap<byte[], byte[]> entries;
  private Map.Entry<byte[], byte[]> position;

  /**
   * @param entries those in the bounds; not changed any more
   */
  ModelCursor(Cursor cursor, NavigableMap<byte[], byte[]> entries) {
    this.cursor = cursor;
    this.entries = entries;
  }

  /** Moves both and compares: {@code first last next previous seek=KEY floor=KEY}. */
  void move(String move) throws IOException {
    int equals = move.indexOf('=');
    byte[] key = equals < 0 ? null : BytesNotation.parse(move.substring(equals + 1));
    switch (equals < 0 ? move : move.substring(0, equals)) {
      case "first" -> {
        cursor.seekToFirst();
        position = entries.firstEntry();
      }
      case "last" -> {
        cursor.seekToLast();
        position = entries.lastEntry();
      }
      case "seek" -> {
        cursor.seek(key);
        position = entries.ceilingEntry(key);
      }
      case "floor" -> {
        cursor.seekFloor(key);
        position = entries.floorEntry(key);
      }
      case "next" -> step(cursor::next, true);
      case "previous" -> step(cursor::previous, false);
      default -> throw new IllegalArgumentException("unknown move: " + move);
    }
    compare(move);
  }

  private interface Step {
    void run() throws IOException;
  }

  private void step(Step step, boolean forward) throws IOException {
    if (position == null) {
      assertThatThrownBy(step::run).isInstanceOf(IllegalStateException.class);
      return;
    }
    step.run();
    byte[] key = position.getKey();
    position = forward ? entries.higherEntry(key) : entries.lowerEntry(key);
  }

  private void compare(String move) {
    assertThat(cursor.isValid()).as("valid after %s", move).isEqualTo(position != null);
    if (position != null) {
      assertThat(cursor.keyView())
          .as("key after %s", move)
          .isEqualTo(ByteBuffer.wrap(position.getKey()));
      assertThat(cursor.valueView())
          .as("value after %s", move)
          .isEqualTo(ByteBuffer.wrap(position.getValue()));
    }
  }

  void close() throws IOException {
    cursor.close();
  }
}
