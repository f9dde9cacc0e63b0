package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The forms of a point read, on a store that has values of several sizes and a delete in its
 * memtable, in level 0 and at the bottom.
 */
class PointReadTest {
  /** 0: empty; 1: small; 2: a large block's. */
  private static final int[] LENGTHS = {0, 100, 100_000};

  private static final int LAYERS = 3;
  private static final int ABSENT = 900;

  private final CrashDirectory directory = new CrashDirectory();
  private Db db;

  @BeforeEach
  void fill() throws IOException {
    db = open(directory, quiet().build());
    for (int layer = 0; layer < LAYERS; layer++) {
      for (int i = 0; i < LENGTHS.length; i++) {
        db.put(key(layer, i), valueOf(layer, i));
      }
      db.put(deleted(layer), new byte[10]);
      if (layer == 0) {
        db.flush();
        db.compact(null, null);
      }
      db.delete(deleted(layer));
      if (layer < LAYERS - 1) {
        db.flush();
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    db.close();
  }

  @Test
  void containsTellsPutFromDeletedAndAbsent() throws IOException {
    for (int layer = 0; layer < LAYERS; layer++) {
      for (int i = 0; i < LENGTHS.length; i++) {
        assertThat(db.contains(key(layer, i))).isTrue();
      }
      assertThat(db.contains(deleted(layer))).isFalse();
    }
    assertThat(db.contains(k(ABSENT))).isFalse();
  }

  @Test
  void containsSeesWhatASnapshotSaw() throws IOException {
    try (Snapshot before = db.snapshot()) {
      db.delete(key(0, 1));
      db.put(k(ABSENT), new byte[1]);
      ReadOptions then = ReadOptions.DEFAULT.withSnapshot(before);
      assertThat(db.contains(key(0, 1))).isFalse();
      assertThat(db.contains(key(0, 1), then)).isTrue();
      assertThat(db.contains(k(ABSENT))).isTrue();
      assertThat(db.contains(k(ABSENT), then.ignoringFilters())).isFalse();
    }
  }

  @Test
  void anArrayGetsWhatFitsAndTheRestOfItStays() throws IOException {
    for (int layer = 0; layer < LAYERS; layer++) {
      for (int i = 0; i < LENGTHS.length; i++) {
        byte[] value = valueOf(layer, i);
        for (int room : new int[] {0, value.length / 2, value.length, value.length + 7}) {
          byte[] destination = new byte[room];
          Arrays.fill(destination, (byte) 77);
          assertThat(db.get(key(layer, i), destination)).isEqualTo(value.length);
          byte[] expected = Arrays.copyOf(value, room);
          Arrays.fill(expected, Math.min(room, value.length), room, (byte) 77);
          assertThat(destination).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aBufferGetsWhatFitsAtItsPosition() throws IOException {
    for (int layer = 0; layer < LAYERS; layer++) {
      byte[] value = valueOf(layer, 1);
      ByteBuffer destination = ByteBuffer.allocateDirect(300);
      destination.position(5);
      assertThat(db.get(key(layer, 1), destination)).isEqualTo(value.length);
      assertThat(destination.position()).isEqualTo(5 + value.length);
      byte[] copied = new byte[value.length];
      destination.get(5, copied);
      assertThat(copied).isEqualTo(value);

      destination.limit(destination.position() + 3);
      assertThat(db.get(key(layer, 1), destination)).isEqualTo(value.length);
      assertThat(destination.remaining()).isZero();
    }
  }

  @Test
  void aDestinationIsLeftAloneWhereThereIsNoValue() throws IOException {
    byte[] array = {1, 2};
    ByteBuffer buffer = ByteBuffer.allocate(2);
    for (byte[] key : List.of(k(ABSENT), deleted(0), deleted(1), deleted(2))) {
      assertThat(db.get(key, array)).isEqualTo(-1);
      assertThat(db.get(key, buffer)).isEqualTo(-1);
    }
    assertThat(array).containsExactly(1, 2);
    assertThat(buffer.position()).isZero();
  }

  @Test
  void aDestinationThatCannotBeWrittenIsRefused() {
    ByteBuffer readOnly = ByteBuffer.allocate(200).asReadOnlyBuffer();
    assertThatThrownBy(() -> db.get(key(0, 1), readOnly))
        .isInstanceOf(ReadOnlyBufferException.class);
    assertThatThrownBy(() -> db.get(key(0, 1), (byte[]) null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> db.get(key(0, 1), (ByteBuffer) null))
        .isInstanceOf(NullPointerException.class);
    assertThat(db.health().state()).isEqualTo(Health.State.OPEN);
  }

  @Test
  void multiGetAnswersInTheOrderOfItsKeys() throws IOException {
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> expected = new ArrayList<>();
    for (int i = LENGTHS.length - 1; i >= 0; i--) {
      for (int layer = 0; layer < LAYERS; layer++) {
        keys.add(key(layer, i));
        expected.add(valueOf(layer, i));
        keys.add(deleted(layer));
        expected.add(null);
        keys.add(k(ABSENT + i));
        expected.add(null);
      }
    }
    keys.add(keys.get(0));
    expected.add(expected.get(0));
    assertEqual(db.multiGet(keys), expected);
    assertEqual(db.multiGet(keys, ReadOptions.DEFAULT.ignoringFilters()), expected);
    assertThat(db.multiGet(keys).get(0)).isNotSameAs(db.multiGet(keys).get(keys.size() - 1));
  }

  @Test
  void multiGetOfNothingIsNothingAndANullKeyIsRefused() throws IOException {
    assertThat(db.multiGet(List.of())).isEmpty();
    assertThatThrownBy(() -> db.multiGet(Arrays.asList(k(1), null)))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  void multiGetCountsEachKeyAsAGet() throws IOException {
    db.multiGet(List.of(k(ABSENT), key(0, 1), key(2, 1)));
    Stats stats = db.stats();
    assertThat(stats.gets()).isEqualTo(3);
    assertThat(stats.memtableHits()).isEqualTo(1);
  }

  @Test
  void everyFormThrowsAfterClose() throws IOException {
    db.close();
    assertThatThrownBy(() -> db.contains(k(1))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> db.get(k(1), new byte[1])).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> db.multiGet(List.of(k(1)))).isInstanceOf(IllegalStateException.class);
  }

  private static void assertEqual(List<byte[]> actual, List<byte[]> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      assertThat(actual.get(i)).as("value %d", i).isEqualTo(expected.get(i));
    }
  }

  private static byte[] key(int layer, int i) {
    return k(10 * layer + i);
  }

  private static byte[] deleted(int layer) {
    return k(10 * layer + 9);
  }

  private static byte[] valueOf(int layer, int i) {
    return value(i, layer, LENGTHS[i]);
  }
}
