package dev.tamis.bench.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProbeKeysTest {
  private static final int COUNT = 10_000;
  private final ProbeKeys keys = new ProbeKeys(COUNT, 7);

  @Test
  void presentKeysAndAbsentOnesAreAllDifferentInBothForms() {
    Set<ByteBuffer> whole = new HashSet<>();
    Set<Long> halves = new HashSet<>();
    for (int i = 0; i < COUNT; i++) {
      add(i, whole, halves);
      add(keys.absent(i), whole, halves);
    }
    assertThat(whole).hasSize(2 * COUNT);
    assertThat(halves).hasSize(2 * COUNT);
  }

  @Test
  void somePresentKeysAreAllOverThePresentOnesAndNeverOutside() {
    Set<Long> numbers = new HashSet<>();
    for (long i = 0; i < 20L * COUNT; i++) {
      long number = keys.somePresent(i);
      assertThat(number).isBetween(0L, COUNT - 1L);
      numbers.add(number);
    }
    assertThat(numbers).hasSizeGreaterThan(COUNT * 99 / 100);
    assertThat(Math.abs(keys.somePresent(1) - keys.somePresent(0))).isGreaterThan(100);
  }

  @Test
  void seedMakesOtherKeys() {
    byte[] one = new byte[ProbeKeys.KEY_BYTES];
    byte[] other = new byte[ProbeKeys.KEY_BYTES];
    keys.write(5, one);
    new ProbeKeys(COUNT, 8).write(5, other);
    assertThat(one).isNotEqualTo(other);
  }

  private void add(long number, Set<ByteBuffer> whole, Set<Long> halves) {
    byte[] key = new byte[ProbeKeys.KEY_BYTES];
    keys.write(number, key);
    whole.add(ByteBuffer.wrap(key));
    halves.add(ProbeKeys.asLong(key));
  }
}
