package dev.tamis.filter.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.filter.FilterFormatException;
import dev.tamis.filter.KeyHash;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Counters, signals, watermarks and saved filters. */
class GateStatusTest {
  private static final KeyHash HASH = KeyHash.sipHash13(1, 2);

  private final MapSource source = new MapSource("apple", "pear", "plum");
  private final List<String> told = new ArrayList<>();
  private long now = 1000;
  private final GateListener listener =
      new GateListener() {
        @Override
        public void rebuildDue(long version, RebuildReason reason) {
          told.add(version + " " + reason);
        }

        @Override
        public void readerBehind(long version, long position, long watermark) {
          told.add("reader of " + version + " at " + position + " behind " + watermark);
        }
      };
  private final MembershipGate gate =
      MembershipGate.builder(source)
          .hash(HASH)
          .maxRecentKeys(10)
          .maxAge(Duration.ofNanos(500))
          .listener(listener)
          .clock(() -> now)
          .build();

  @Test
  void everyQuestionIsCountedOnce() throws IOException {
    gate.find(key("before the first filter"), source::read);
    gate.rebuild();
    for (int i = 0; i < 5000; i++) {
      gate.find(key("absent" + i), source::read);
    }
    for (int i = 0; i < 70; i++) {
      gate.find(key("pear"), source::read);
    }
    source.remove(key("plum"));
    gate.find(key("plum"), source::read);
    GateStatus status = gate.status();
    assertThat(status.uncovered()).isEqualTo(1);
    assertThat(status.negatives() + status.positives()).isEqualTo(5071);
    assertThat(status.positives()).isEqualTo(70 + status.missesAfterPositive());
    assertThat(status.missesAfterPositive()).as("deleted or false").isPositive();
    assertThat(source.reads()).isEqualTo(status.positives() + status.uncovered());
    assertThat(status.measuredFpr()).isEqualTo(status.missesAfterPositive() / (double) (5071 - 70));
    assertThat(status.filterKeys()).isEqualTo(3);
    assertThat(status.filterBytes()).isPositive();
    assertThat(status.fillRatio()).isBetween(0.3, 0.7);
  }

  @Test
  void ageLagAndRebuildTimeAreThoseOfTheVersion() throws IOException {
    assertThat(gate.status().version()).isZero();
    assertThat(gate.status().lag()).isEqualTo(3);
    source.at(MapSource.Step.BETWEEN_KEYS, () -> now += 30);
    gate.rebuild();
    now += 12;
    source.put("past the gate");
    source.put("and another");
    GateStatus status = gate.status();
    assertThat(status.version()).isEqualTo(1);
    assertThat(status.position()).isEqualTo(3);
    assertThat(status.lag()).isEqualTo(2);
    assertThat(status.lastRebuildNanos()).isEqualTo(30);
    assertThat(status.ageNanos()).isEqualTo(42);
  }

  @Test
  void aRebuildThatIsDueIsToldOnceForEachReason() throws IOException {
    assertThat(gate.rebuildReason()).contains(RebuildReason.NO_FILTER);
    gate.checkRebuild();
    gate.checkRebuild();
    gate.rebuild();
    assertThat(gate.rebuildReason()).isEmpty();
    for (int i = 0; i < 8; i++) {
      gate.begin(key("recent" + i)).close();
    }
    now += 501;
    gate.rebuild();
    now += 500;
    gate.checkRebuild();
    now += 1;
    gate.checkRebuild();
    gate.checkRebuild();
    assertThat(told).containsExactly("0 NO_FILTER", "1 MANY_RECENT_KEYS", "2 TOO_OLD");
  }

  @Test
  void aFilterOfMoreKeysThanItWasMadeForIsReported() throws IOException {
    GateSource wrong =
        new GateSource() {
          @Override
          public Snapshot snapshot() throws IOException {
            Snapshot right = source.snapshot();
            return new Snapshot() {
              @Override
              public long position() {
                return right.position();
              }

              @Override
              public long keyCount() {
                return 2;
              }

              @Override
              public void forEachKey(Consumer<byte[]> consumer) throws IOException {
                right.forEachKey(consumer);
              }
            };
          }

          @Override
          public long position() {
            return source.position();
          }
        };
    MembershipGate small = MembershipGate.builder(wrong).build();
    small.rebuild();
    assertThat(small.rebuildReason()).contains(RebuildReason.OVERFILLED);
    assertThat(small.mightContain(key("plum"))).isTrue();
  }

  @Test
  void versionsBehindTheWatermarkAnswerMaybeAndTheirReadersAreReported() throws IOException {
    gate.rebuild();
    String absent = denied();
    GateReader reader = gate.openReader();
    source.put("loaded past the gate");
    gate.raiseWatermark(source.position());
    assertThat(gate.mightContain(key("loaded past the gate"))).isTrue();
    assertThat(reader.mightContain(key("loaded past the gate"))).isTrue();
    assertThat(gate.mightContain(key(absent))).isTrue();
    assertThat(gate.rebuildReason()).contains(RebuildReason.BEHIND_WATERMARK);
    gate.rebuild();
    assertThat(gate.mightContain(key("loaded past the gate"))).isTrue();
    assertThat(gate.mightContain(key(absent))).isFalse();
    assertThat(reader.mightContain(key(absent))).as("still the old one").isTrue();
    assertThat(gate.status().readersBehind()).isEqualTo(1);
    gate.raiseWatermark(2); // lower: no effect
    reader.refresh();
    assertThat(reader.mightContain(key(absent))).isFalse();
    assertThat(gate.status().readersBehind()).isZero();
    assertThat(told)
        .containsExactly(
            "reader of 1 at 3 behind 4", "1 BEHIND_WATERMARK", "reader of 1 at 3 behind 4");
  }

  @Test
  void aSavedFilterServesTheNextGateOfTheSameSource() throws Exception {
    gate.rebuild();
    String absent = denied();
    SavedFilter saved = gate.save().orElseThrow();
    MembershipGate next = MembershipGate.builder(source).hash(HASH).build();
    assertThat(next.save()).isEmpty();
    assertThat(next.restore(saved)).isTrue();
    assertThat(next.mightContain(key("plum"))).isTrue();
    assertThat(next.mightContain(key(absent))).isFalse();
    assertThat(next.status().position()).isEqualTo(3);
    assertThat(next.save()).contains(saved);
  }

  @Test
  void aSavedFilterOfASourceThatHasChangedIsNotTaken() throws Exception {
    gate.rebuild();
    SavedFilter saved = gate.save().orElseThrow();
    source.put("new");
    MembershipGate next = MembershipGate.builder(source).hash(HASH).build();
    assertThat(next.restore(saved)).isFalse();
    assertThat(next.mightContain(key("new"))).isTrue();
    assertThat(next.status().version()).isZero();
  }

  @Test
  void aCommitUnderWayIsCoveredByARestoredFilter() throws Exception {
    gate.rebuild();
    String late = denied();
    SavedFilter saved = gate.save().orElseThrow();
    MembershipGate next = MembershipGate.builder(source).hash(HASH).build();
    GateCommit commit = next.begin(key(late));
    assertThat(next.restore(saved)).isTrue();
    source.put(late);
    commit.close();
    assertThat(next.mightContain(key(late))).isTrue();
  }

  @Test
  void aDamagedFilterIsCountedAndNotTaken() throws IOException {
    gate.rebuild();
    SavedFilter saved = gate.save().orElseThrow();
    byte[] damaged = saved.bytes();
    damaged[damaged.length - 1] ^= 1;
    assertThatThrownBy(() -> gate.restore(new SavedFilter(3, damaged)))
        .isInstanceOf(FilterFormatException.class)
        .hasMessageContaining("checksum");
    assertThat(gate.status().checksumFailures()).isEqualTo(1);
    assertThat(gate.status().version()).isEqualTo(1);
    assertThat(gate.mightContain(key("plum"))).isTrue();
  }

  @Test
  void aFilterOfAnotherHashIsRefused() throws IOException {
    gate.rebuild();
    SavedFilter saved = gate.save().orElseThrow();
    MembershipGate other = MembershipGate.builder(source).build();
    assertThatThrownBy(() -> other.restore(saved))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hash of a saved filter");
  }

  @Test
  void aBuilderUsedAgainDoesNotChangeItsFirstGate() throws IOException {
    GateBuilder builder = MembershipGate.builder(source).falsePositiveRate(0.001);
    MembershipGate first = builder.build();
    builder.falsePositiveRate(0.5).build();
    first.rebuild();
    assertThat(first.status().currentFpr()).isLessThan(0.1);
  }

  @Test
  void nonsenseIsRefused() {
    GateBuilder builder = MembershipGate.builder(source);
    assertThatThrownBy(() -> builder.falsePositiveRate(1)).hasMessageContaining("actual=1.0");
    assertThatThrownBy(() -> builder.maxRecentKeys(0)).hasMessageContaining("actual=0");
  }

  private String denied() {
    String key = "absent";
    while (gate.mightContain(key(key))) {
      key += "'";
    }
    return key;
  }

  private static byte[] key(String key) {
    return MapSource.bytes(key);
  }
}
