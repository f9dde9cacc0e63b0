package dev.tamis.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void oddNumberHasItsMiddleOne() {
    assertThat(Spread.of(7, 1, 3)).isEqualTo(new Spread(3, 1, 7, 3));
  }

  @Test
  void evenNumberHasTheMeanOfTheTwoInTheMiddle() {
    assertThat(Spread.of(10, 1, 3, 4)).isEqualTo(new Spread(3.5, 1, 10, 4));
  }

  @Test
  void oneValueIsAllOfThem() {
    assertThat(Spread.of(5)).isEqualTo(new Spread(5, 5, 5, 1));
  }

  @Test
  void nothingHasNoMiddle() {
    assertThatIllegalArgumentException().isThrownBy(Spread::of).withMessageContaining("actual=0");
  }
}
