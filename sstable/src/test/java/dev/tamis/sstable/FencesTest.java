package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FencesTest {
  private static byte[] randomKey(Random random, byte[] shared, int alphabet, int most) {
    byte[] key = Arrays.copyOf(shared, shared.length + random.nextInt(most));
    for (int i = shared.length; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(alphabet) * 255 / Math.max(1, alphabet - 1));
    }
    return key;
  }

  @Test
  void findIsTheLowerBoundForAnyKeys() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      byte[] shared = new byte[random.nextInt(12)];
      Arrays.fill(shared, (byte) random.nextInt(256));
      int alphabet = 1 + random.nextInt(4);
      List<byte[]> separators = new ArrayList<>();
      int count = random.nextInt(40);
      for (int i = 0; i < count; i++) {
        separators.add(randomKey(random, shared, alphabet, 14));
      }
      separators.sort(Arrays::compareUnsigned);
      Fences fences = Fences.of(separators);
      assertThat(fences.count()).isEqualTo(count);
      for (int i = 0; i < 200; i++) {
        byte[] key =
            random.nextBoolean() && count > 0
                ? separators.get(random.nextInt(count))
                : randomKey(random, Arrays.copyOf(shared, random.nextInt(14)), alphabet, 14);
        int expected = 0;
        while (expected < count && Arrays.compareUnsigned(separators.get(expected), key) < 0) {
          expected++;
        }
        byte[] padded = Arrays.copyOf(new byte[] {7, 7, 7}, 3 + key.length);
        System.arraycopy(key, 0, padded, 3, key.length);
        assertThat(fences.find(padded, 3, key.length)).as("seed=%s", seed).isEqualTo(expected);
      }
      for (int i = 0; i < count; i++) {
        assertThat(fences.separator(i)).isEqualTo(separators.get(i));
      }
    }
  }

  @Test
  void separatorsOutOfOrderAreRefused() {
    assertThatThrownBy(() -> Fences.of(List.of(new byte[] {2}, new byte[] {1})))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void separatorIsBetweenTheKeysAndNoLongerThanTheFirst() {
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      byte[] shared = new byte[random.nextInt(3)];
      byte[] a = randomKey(random, shared, 1 + random.nextInt(3), 5);
      byte[] b = randomKey(random, shared, 1 + random.nextInt(300), 5);
      int order = Arrays.compareUnsigned(a, b);
      if (order == 0) {
        continue;
      }
      byte[] before = order < 0 ? a : b;
      byte[] after = order < 0 ? b : a;
      byte[] s = KeyOrder.shortestSeparator(before, before.length, after, 0, after.length);
      assertThat(Arrays.compareUnsigned(before, s)).as("seed=%s", seed).isNotPositive();
      assertThat(Arrays.compareUnsigned(s, after)).as("seed=%s", seed).isNegative();
      assertThat(s.length).as("seed=%s", seed).isEqualTo(shortest(before, after));
    }
  }

  /** Length of the shortest key between, by trying the candidates of each length. */
  private static int shortest(byte[] before, byte[] after) {
    for (int length = 0; length < before.length; length++) {
      byte[] low = Arrays.copyOf(before, length);
      // The smallest key of this length that is not below: the prefix raised by one.
      int i = length - 1;
      while (i >= 0 && low[i] == (byte) 0xFF) {
        low[i--] = 0;
      }
      if (i >= 0) {
        low[i]++;
        if (Arrays.compareUnsigned(low, after) < 0) {
          return length;
        }
      }
    }
    return before.length;
  }

  @Test
  void keyOrderIsThatOfUnsignedBytes() {
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      byte[] shared = new byte[random.nextInt(20)];
      byte[] a = randomKey(random, shared, 2, 30);
      byte[] b = random.nextInt(4) == 0 ? a.clone() : randomKey(random, shared, 2, 30);
      int expected = Integer.signum(Arrays.compareUnsigned(a, b));
      int actual = Integer.signum(KeyOrder.compare(a, 0, a.length, b, 0, b.length));
      assertThat(actual).as("seed=%s", seed).isEqualTo(expected);
      int length = Math.min(a.length, b.length);
      assertThat(KeyOrder.equal(a, 0, b, 0, length))
          .as("seed=%s", seed)
          .isEqualTo(Arrays.equals(a, 0, length, b, 0, length));
      long x = KeyOrder.sortablePrefix(a, 0, a.length);
      long y = KeyOrder.sortablePrefix(b, 0, b.length);
      assertThat((x < y && expected > 0) || (x > y && expected < 0)).as("seed=%s", seed).isFalse();
    }
  }
}
