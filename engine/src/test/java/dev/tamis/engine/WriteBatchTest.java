package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.sstable.EntryKind;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WriteBatchTest {

  @Test
  void encodesAsDrawn() {
    WriteBatch batch = new WriteBatch().put(key("ab"), key("xyz")).delete(key("c"));
    assertThat(HexFormat.of().formatHex(payload(batch)))
        .isEqualTo("02000000" + "0100" + "026162" + "0378797a" + "0000" + "0163");
  }

  @Test
  void keepsRoomForTheRecordHeaderInFront() {
    WriteBatch batch = new WriteBatch().put(key("ab"), new byte[1000]);
    assertThat(BatchFormat.RESERVED_BYTES).isEqualTo(28);
    Arrays.fill(batch.array(), 0, BatchFormat.RESERVED_BYTES, (byte) 0xEE);
    assertThat(operations(batch)).containsExactly("put ab " + "\0".repeat(1000));
    assertThat(batch.payloadLength()).isEqualTo(4 + 2 + 3 + 2 + 1000);
    assertThat(batch.operationsLength()).isEqualTo(batch.payloadLength() - 4);
  }

  @Test
  void readsBackWhatWasWrittenAtEveryVarintEdge() throws IOException {
    long seed = 7;
    Random random = new Random(seed);
    int[] lengths = {0, 1, 127, 128, 129, 16_383, 16_384, 65_535};
    List<byte[]> expected = new ArrayList<>();
    WriteBatch batch = new WriteBatch();
    for (int keyLength : lengths) {
      for (int valueLength : new int[] {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152}) {
        byte[] key = new byte[keyLength];
        byte[] value = new byte[valueLength];
        random.nextBytes(key);
        random.nextBytes(value);
        long before = batch.sizeBytes();
        batch.put(key, value);
        assertThat(batch.sizeBytes() - before)
            .isEqualTo(BatchFormat.putBytes(keyLength, valueLength));
        expected.add(key);
        expected.add(value);
      }
    }
    BatchReader reader = BatchReader.of(batch);
    for (int i = 0; i < expected.size(); i += 2) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.kind()).isEqualTo(EntryKind.PUT);
      assertThat(range(reader.bytes(), reader.keyOffset(), reader.keyLength()))
          .isEqualTo(expected.get(i));
      assertThat(range(reader.bytes(), reader.valueOffset(), reader.valueLength()))
          .isEqualTo(expected.get(i + 1));
    }
    assertThat(reader.next()).isFalse();
  }

  @Test
  void caseE14_arraysGivenToPutAreCopied() {
    byte[] key = key("key");
    byte[] value = key("value");
    WriteBatch batch = new WriteBatch().put(key, value).delete(key);
    Arrays.fill(key, (byte) 'x');
    Arrays.fill(value, (byte) 'y');
    assertThat(operations(batch)).containsExactly("put key value", "delete key");
  }

  @Test
  void caseI9_aRefusedAddLeavesTheBatchAsItWas() {
    WriteBatch batch = new WriteBatch(100);
    int added = 0;
    IllegalArgumentException refusal = null;
    while (refusal == null) {
      try {
        batch.put(key("key" + added), new byte[10]);
        added++;
      } catch (IllegalArgumentException e) {
        refusal = e;
      }
    }
    assertThat(added).isEqualTo(5);
    assertThat(refusal).hasMessage("batch bytes: actual=" + (4 + 6 * 18) + ", limit=100");
    assertThat(batch.count()).isEqualTo(5);
    assertThat(batch.sizeBytes()).isEqualTo(4 + 5 * 18);
    assertThat(operations(batch)).hasSize(5);
    assertThatThrownBy(() -> batch.delete(key("123456789")))
        .hasMessage("batch bytes: actual=106, limit=100");
    batch.delete(key("123"));
    assertThat(batch.sizeBytes()).isEqualTo(100);
    assertThat(operations(batch)).hasSize(6).endsWith("delete 123");
  }

  @Test
  void caseI9_keysAndValuesOverTheirLimitAreRefused() {
    WriteBatch batch = new WriteBatch(1000);
    assertThatThrownBy(() -> batch.put(new byte[65_536], new byte[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key bytes: actual=65536, limit=65535");
    assertThatThrownBy(() -> batch.delete(new byte[65_536]))
        .hasMessage("key bytes: actual=65536, limit=65535");
    assertThatThrownBy(() -> batch.put(new byte[0], new byte[(256 << 20) + 1]))
        .hasMessage("value bytes: actual=268435457, limit=268435456");
    assertThatThrownBy(() -> batch.put(new byte[0], new byte[256 << 20]))
        .hasMessageStartingWith("batch bytes:");
    assertThatThrownBy(() -> batch.put(null, new byte[0])).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> batch.put(new byte[0], null)).isInstanceOf(NullPointerException.class);
    assertThat(batch.isEmpty()).isTrue();
    assertThat(batch.sizeBytes()).isEqualTo(4);
    assertThatThrownBy(() -> new WriteBatch(3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new WriteBatch((1L << 30) + 1))
        .hasMessage("maxBytes: actual=1073741825, expected=4..1073741824");
  }

  @Test
  void caseI10_theOrderOfOperationsOnOneKeyIsKept() {
    WriteBatch batch = new WriteBatch();
    batch.put(key("k"), key("1")).delete(key("k")).put(key("k"), key("2"));
    assertThat(operations(batch)).containsExactly("put k 1", "delete k", "put k 2");
  }

  @Test
  void caseI10_emptyRepeatedAndReusedBatches() {
    WriteBatch batch = new WriteBatch();
    assertThat(batch.isEmpty()).isTrue();
    assertThat(operations(batch)).isEmpty();
    assertThat(payload(batch)).isEqualTo(new byte[4]);
    batch.put(key(""), key("")).delete(key(""));
    assertThat(operations(batch)).containsExactly("put  ", "delete ");
    assertThat(operations(batch)).containsExactly("put  ", "delete ");
    batch.clear();
    assertThat(batch.isEmpty()).isTrue();
    assertThat(batch.count()).isZero();
    assertThat(payload(batch)).isEqualTo(new byte[4]);
    batch.delete(key("again"));
    assertThat(operations(batch)).containsExactly("delete again");
  }

  @Test
  void unknownKindsAndKeyspacesAreTheirOwnError() {
    byte[] payload = payload(new WriteBatch().put(key("a"), key("b")));
    for (int kind : new int[] {2, 3, 4, 255}) {
      byte[] changed = payload.clone();
      changed[4] = (byte) kind;
      assertThatThrownBy(() -> readAll(changed))
          .isInstanceOf(UnknownFormatException.class)
          .hasMessageContaining("offset 104")
          .hasMessageContaining("actual=" + kind);
    }
    byte[] changed = payload.clone();
    changed[5] = 1;
    assertThatThrownBy(() -> readAll(changed))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("keyspace");
  }

  @Test
  void everyTruncationIsCorruptionWithFileAndOffset() {
    byte[] payload = payload(new WriteBatch().put(key("abc"), new byte[200]).delete(new byte[150]));
    for (int length = 0; length < payload.length; length++) {
      byte[] cut = Arrays.copyOf(payload, length);
      assertThatThrownBy(() -> readAll(cut))
          .as("cut to %d", length)
          .isInstanceOfSatisfying(
              CorruptionException.class,
              e -> {
                assertThat(e.file()).isEqualTo("9.log");
                assertThat(e.offset()).isBetween(100L, 100L + cut.length);
              });
    }
    assertThatThrownBy(() -> readAll(Arrays.copyOf(payload, payload.length + 1)))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("batch end");
  }

  @Test
  void anyFlippedBitIsReadWithinBoundsOrRefused() throws IOException {
    byte[] payload = payload(new WriteBatch().put(key("abc"), new byte[20]).delete(key("de")));
    for (int bit = 0; bit < payload.length * 8; bit++) {
      byte[] changed = payload.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        readAll(changed);
      } catch (CorruptionException | UnknownFormatException e) {
        assertThat(e).hasMessageContaining("9.log");
      }
    }
    byte[] many = payload.clone();
    Arrays.fill(many, 0, 4, (byte) 0xFF);
    assertThatThrownBy(() -> readAll(many))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("actual=4294967295");
  }

  private static void readAll(byte[] payload) throws IOException {
    byte[] shifted = new byte[payload.length + 5];
    System.arraycopy(payload, 0, shifted, 5, payload.length);
    BatchReader reader = new BatchReader("9.log", 100, shifted, 5, payload.length);
    while (reader.next()) {
      assertThat(reader.keyOffset()).isGreaterThanOrEqualTo(5 + 4 + 3);
      assertThat(reader.keyOffset() + reader.keyLength()).isLessThanOrEqualTo(shifted.length);
      assertThat(reader.valueOffset() + reader.valueLength()).isLessThanOrEqualTo(shifted.length);
    }
  }

  private static List<String> operations(WriteBatch batch) {
    List<String> result = new ArrayList<>();
    try {
      BatchReader reader = BatchReader.of(batch);
      assertThat(reader.count()).isEqualTo(batch.count());
      while (reader.next()) {
        String key = new String(reader.bytes(), reader.keyOffset(), reader.keyLength(), UTF_8);
        String value =
            new String(reader.bytes(), reader.valueOffset(), reader.valueLength(), UTF_8);
        result.add(reader.kind() == EntryKind.PUT ? "put " + key + " " + value : "delete " + key);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return result;
  }

  private static byte[] payload(WriteBatch batch) {
    return range(batch.array(), BatchFormat.RESERVED_BYTES, batch.payloadLength());
  }

  private static byte[] range(byte[] bytes, int offset, int length) {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  private static byte[] key(String text) {
    return text.getBytes(UTF_8);
  }
}
