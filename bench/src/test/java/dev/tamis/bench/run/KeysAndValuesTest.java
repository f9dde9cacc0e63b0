package dev.tamis.bench.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysAndValuesTest {

  @Test
  void aKeyIsItsNumberBigEndianThenZeroDigits() {
    Keys keys = new Keys(16);
    byte[] key = keys.buffer();
    keys.set(key, 0x0102030405060708L);
    assertThat(new String(key, ISO_8859_1)).isEqualTo("\1\2\3\4\5\6\7\10" + "00000000");
    assertThat(keys.number(key)).isEqualTo(0x0102030405060708L);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 8, 9, 16, 40})
  void keysSortAsTheirNumbersDoAndMissingOnesLieBetween(int keyBytes) {
    Keys keys = new Keys(keyBytes);
    byte[] key = keys.buffer();
    byte[] next = keys.buffer();
    byte[] missing = keys.missingBuffer();
    for (long number : new long[] {0, 1, 254, 255, 256, 40_000}) {
      keys.set(key, number);
      keys.set(next, number + 1);
      keys.set(missing, number);
      assertThat(Arrays.compareUnsigned(key, missing)).isNegative();
      assertThat(Arrays.compareUnsigned(missing, next)).isNegative();
      assertThat(keys.number(key)).isEqualTo(number);
      assertThat(keys.number(missing)).isEqualTo(-1);
    }
  }

  @Test
  void foreignKeysHaveNoNumber() {
    Keys keys = new Keys(10);
    assertThat(keys.number("somewhat".getBytes(ISO_8859_1))).isEqualTo(-1);
    assertThat(keys.number("\0\0\0\0\0\0\0\0x0".getBytes(ISO_8859_1))).isEqualTo(-1);
    assertThat(keys.number("\u00ff\0\0\0\0\0\0\00000".getBytes(ISO_8859_1))).isEqualTo(-1);
  }

  @Test
  void shortKeysHaveRoomForFewNumbers() {
    assertThat(Keys.capacity(1)).isEqualTo(256);
    assertThat(Keys.capacity(8)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void valuesCompressByTheirRatioAndBelongToTheirKey() {
    for (double ratio : new double[] {0.25, 0.5, 1}) {
      Values.Source source = new Values(100, ratio, 1).source(new SplittableRandom(2));
      byte[] all = new byte[100_000];
      byte[] value = new byte[100];
      for (int i = 0; i < 1000; i++) {
        source.fill(value, i);
        assertThat(Values.belongsTo(value, i)).isTrue();
        assertThat(Values.belongsTo(value, i + 1)).isFalse();
        System.arraycopy(value, 0, all, i * 100, 100);
      }
      assertThat(deflated(all) / 100_000.0).as("" + ratio).isBetween(ratio - 0.05, ratio + 0.15);
    }
  }

  @Test
  void shortValuesHoldWhatFits() {
    Values.Source source = new Values(3, 0.5, 1).source(new SplittableRandom(2));
    byte[] value = new byte[2];
    source.fill(value, 0x030201);
    assertThat(value).containsExactly(1, 2);
    assertThat(Values.belongsTo(value, 0x050201)).as("as far as it goes").isTrue();
    assertThat(Values.belongsTo(value, 0x030202)).isFalse();
    assertThat(Values.belongsTo(new byte[0], 7)).isTrue();
  }

  private static int deflated(byte[] bytes) {
    Deflater deflater = new Deflater();
    deflater.setInput(bytes);
    deflater.finish();
    int size = 0;
    byte[] buffer = new byte[8192];
    while (!deflater.finished()) {
      size += deflater.deflate(buffer);
    }
    deflater.end();
    return size;
  }
}
