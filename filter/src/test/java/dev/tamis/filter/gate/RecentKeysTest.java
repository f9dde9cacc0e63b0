package dev.tamis.filter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecentKeysTest {
  @Test
  void itHoldsExactlyWhatWasAdded() {
    RecentKeys keys = new RecentKeys(5000);
    Set<Long> model = new HashSet<>();
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 5000; i++) {
      long hash = random.nextInt(4000); // repeats, neighbours and 0
      keys.add(hash);
      model.add(hash);
      assertThat(keys.size()).isEqualTo(model.size());
    }
    for (long hash = -10; hash < 4010; hash++) {
      assertThat(keys.contains(hash)).isEqualTo(model.contains(hash));
    }
    assertThat(model).contains(0L);
  }

  @Test
  void beyondItsCapacityItContainsEverything() {
    RecentKeys keys = new RecentKeys(3);
    for (long hash : new long[] {9, 8, 0, 8, 9}) {
      keys.add(hash);
    }
    assertThat(keys.overflowed()).isFalse();
    assertThat(keys.contains(7)).isFalse();
    keys.add(6);
    assertThat(keys.overflowed()).isTrue();
    for (long hash : new long[] {9, 8, 0, 7, 6}) {
      assertThat(keys.contains(hash)).isTrue();
    }
  }
}
