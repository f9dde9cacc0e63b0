package dev.tamis.bench.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.filter.KeyHash;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FilterTrialTest {
  private static final int KEYS = 20_000;
  private static final long PROBES = 200_000;
  private static final KeyHash HASH = KeyHash.xxh64(3);

  static Stream<FilterKind> kinds() {
    return FilterKinds.all(HASH).stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyKindFindsItsKeysAndHasTheRateOfItsTheory(FilterKind kind) throws WrongAnswerException {
    FilterMeasurement result = trial(kind).result(PROBES);
    assertThat(result.filter()).isEqualTo(kind.name());
    assertThat(result.keys()).isEqualTo(KEYS);
    assertThat(result.buildNanos()).isPositive();
    assertThat(result.presentNanos()).isPositive();
    assertThat(result.absentNanos()).isPositive();
    double expected = result.expectedRate();
    if (Double.isNaN(expected)) {
      assertThat(result.probes()).isZero();
    } else {
      double deviation = Math.sqrt(expected * (1 - expected) / PROBES);
      assertThat(Math.abs(result.rate() - expected))
          .as("rate %s, expected %s", result.rate(), expected)
          .isLessThanOrEqualTo(5 * deviation + 0.03 * expected);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void hashesAndBatchesAnswerLikeKeys(FilterKind kind) {
    BuiltFilter filter = kind.build(new ProbeKeys(KEYS, 1), 8);
    long[] hashes = absentHashes();
    ProbeLoop loop = ProbeLoop.copy();
    long byKey = loop.absent(filter, new ProbeKeys(KEYS, 1), 0, hashes.length);
    if (filter.takesHashes()) {
      assertThat(loop.hashed(filter, hashes)).isEqualTo(byKey);
    }
    if (filter.takesBatches()) {
      assertThat(loop.batched(filter, hashes, FilterTrial.BATCH)).isEqualTo(byKey);
    }
  }

  @Test
  void filterThatLostAKeyIsAWrongAnswer() {
    assertThatThrownBy(() -> trial(new Forgetful()))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("forgetful")
        .hasMessageContaining("actual=0, expected=4000");
  }

  @Test
  void copiesOfTheLoopsAreClassesOfTheirOwn() {
    assertThat(ProbeLoop.copy().getClass()).isNotEqualTo(ProbeLoop.copy().getClass());
  }

  private static FilterTrial trial(FilterKind kind) throws WrongAnswerException {
    FilterTrial trial =
        new FilterTrial(kind, ProbeLoop.copy(), new ProbeKeys(KEYS, 1), absentHashes(), 8, 1);
    trial.round();
    trial.round();
    return trial;
  }

  private static long[] absentHashes() {
    ProbeKeys keys = new ProbeKeys(KEYS, 1);
    byte[] key = new byte[ProbeKeys.KEY_BYTES];
    long[] hashes = new long[4000];
    for (int i = 0; i < hashes.length; i++) {
      keys.write(keys.absent(i), key);
      hashes[i] = HASH.hash(key);
    }
    return hashes;
  }

  private record Forgetful() implements FilterKind {
    @Override
    public String name() {
      return "forgetful";
    }

    @Override
    public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
      return new BuiltFilter() {
        @Override
        public boolean mightContain(byte[] key) {
          return false;
        }

        @Override
        public long bytes() {
          return 1;
        }

        @Override
        public double expectedRate() {
          return 0;
        }
      };
    }
  }
}
