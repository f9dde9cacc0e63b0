package dev.tamis.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SideTest {

  @Test
  void medianMinAndMax() {
    assertThat(Spread.of(3, 1, 2)).isEqualTo(new Spread(2, 1, 3, 3));
    assertThat(Spread.of(4, 1, 2, 3)).isEqualTo(new Spread(2.5, 1, 4, 4));
    assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7, 1));
  }

  @Test
  void ratioIsOfMediansAndItsExtremesAreOfPairs() {
    List<Measurement> all =
        List.of(
            measurement("a", "readseq", 1, 300),
            measurement("b", "readseq", 1, 100),
            measurement("a", "readseq", 2, 400),
            measurement("b", "readseq", 2, 200),
            measurement("a", "readseq", 3, 800),
            measurement("b", "readseq", 3, 200),
            measurement("a", "other", 3, 1));
    Side a = Side.of("a", "readseq", all);
    Side b = Side.of("b", "readseq", all);
    assertThat(a.throughput()).isEqualTo(new Spread(400, 300, 800, 3));
    assertThat(a.ratioTo(b)).isEqualTo(new Spread(2, 2, 4, 3));
    assertThat(b.ratioTo(b)).isEqualTo(new Spread(1, 1, 1, 3));
    assertThat(a.median(Measurement::cpuNanosPerOperation)).isEqualTo(5);
    assertThat(Side.of("c", "readseq", all).isEmpty()).isTrue();
  }

  static Measurement measurement(String engine, String benchmark, int repeat, long operations) {
    return new Measurement(
        engine,
        benchmark,
        repeat,
        1,
        operations,
        -1,
        1.0,
        5,
        0,
        0,
        -1,
        -1,
        -1,
        -1,
        null,
        1,
        List.of());
  }
}
