package dev.tamis.filter.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.filter.BlockedBloomFilter;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No committed key is ever denied, whatever a rebuild and a commit do to each other. */
class GateCoverageTest {
  private final MapSource source = new MapSource("apple", "pear", "plum");
  private final MembershipGate gate = MembershipGate.builder(source).maxRecentKeys(100).build();

  @Test
  void withoutAFilterEveryKeyMayBeThere() {
    assertThat(gate.mightContain(key("apple"))).isTrue();
    assertThat(gate.mightContain(key("nothing"))).isTrue();
    assertThat(gate.status().uncovered()).isEqualTo(2);
  }

  @Test
  void afterARebuildAbsentKeysAreDenied() throws IOException {
    assertThat(gate.rebuild()).isTrue();
    assertFound("apple", "pear", "plum");
    assertThat(deniedOf1000()).isGreaterThan(950);
  }

  @Test
  void aKeyIsFoundFromItsAnnouncementOn() throws IOException {
    gate.rebuild();
    String late = denied("late");
    gate.commit(
        key(late),
        key -> {
          assertFound(late);
          source.put(late);
          assertFound(late);
        });
    assertFound(late);
    gate.rebuild();
    assertFound(late);
    assertThat(gate.status().recentKeys()).as("the filter has it now").isZero();
  }

  @ParameterizedTest
  @EnumSource(MapSource.Step.class)
  void aCommitDuringARebuildIsFoundByEveryVersion(MapSource.Step step) throws IOException {
    gate.rebuild();
    String late = denied("late");
    source.at(
        step,
        () -> {
          commit(late);
          assertFound(late);
        });
    gate.rebuild();
    assertThat(gate.status().version()).isEqualTo(2);
    assertFound(late);
    gate.rebuild();
    assertFound(late);
  }

  @ParameterizedTest
  @EnumSource(MapSource.Step.class)
  void aCommitUnderWayWhenARebuildBeginsIsFound(MapSource.Step visible) throws IOException {
    gate.rebuild();
    String late = denied("late");
    GateCommit commit = gate.begin(key(late));
    source.at(
        visible,
        () -> {
          source.put(late);
          commit.close();
          assertFound(late);
        });
    gate.rebuild();
    assertFound(late);
  }

  @Test
  void aCommitLongerThanTwoRebuildsIsFound() throws IOException {
    gate.rebuild();
    String late = denied("late");
    GateCommit commit = gate.begin(key(late));
    GateCommit again = gate.begin(key(late));
    gate.rebuild();
    commit.close();
    commit.close(); // a second time does no harm to the other one
    gate.rebuild();
    source.put(late);
    again.close();
    assertFound(late);
    gate.rebuild();
    assertFound(late);
  }

  @ParameterizedTest
  @EnumSource(MapSource.Step.class)
  void aFailedRebuildChangesNothing(MapSource.Step step) throws IOException {
    gate.rebuild();
    String late = denied("late");
    source.at(
        step,
        () -> {
          commit(late);
          throw new IOException("the disk is gone");
        });
    assertThatThrownBy(gate::rebuild).isInstanceOf(IOException.class).hasMessageContaining("gone");
    assertThat(gate.status().version()).isEqualTo(1);
    assertThat(gate.status().failedRebuilds()).isEqualTo(1);
    assertFound(late, "apple");
    assertThat(deniedOf1000()).as("the old filter still works").isGreaterThan(950);
    gate.rebuild();
    assertThat(gate.status().version()).isEqualTo(2);
    assertFound(late, "apple");
  }

  @Test
  void aRebuildInsideAnotherIsNotBegun() throws IOException {
    source.at(MapSource.Step.BETWEEN_KEYS, () -> assertThat(gate.rebuild()).isFalse());
    assertThat(gate.rebuild()).isTrue();
    assertThat(gate.status().rebuilds()).isEqualTo(1);
    assertFound("apple", "pear", "plum");
  }

  @Test
  void anOldVersionReceivesKeysWhileAReaderHasItOpen() throws IOException {
    gate.rebuild();
    String late = denied("late");
    String later = denied("later");
    try (GateReader reader = gate.openReader();
        GateReader other = gate.openReader()) {
      gate.rebuild();
      commit(late);
      assertThat(reader.version()).isEqualTo(1);
      assertThat(reader.mightContain(key(late))).isTrue();
      other.refresh();
      assertThat(other.version()).isEqualTo(2);
      commit(later);
      assertThat(reader.mightContain(key(later))).isTrue();
      assertThat(other.mightContain(key(later))).isTrue();
      assertThat(reader.mightContain(key(denied("nothing")))).isFalse();
    }
    assertFound(late, later);
  }

  @Test
  void anOldVersionWithoutReadersReceivesNothing() throws IOException {
    gate.rebuild();
    GateVersion old = gate.versions().current();
    GateReader reader = gate.openReader();
    gate.rebuild();
    commit("one");
    assertThat(old.recent().size()).isEqualTo(1);
    reader.close();
    reader.close();
    commit("two");
    assertThat(old.recent().size()).isEqualTo(1);
    assertThatThrownBy(() -> reader.mightContain(key("one")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the reader is closed");
  }

  @Test
  void moreRecentKeysThanMayBeHeldMakeEveryAnswerMaybe() throws IOException {
    gate.rebuild();
    for (int i = 0; i < 100; i++) {
      commit("recent" + i);
    }
    String absent = denied("absent");
    commit("one too many");
    assertThat(gate.rebuildReason()).contains(RebuildReason.RECENT_KEYS_OVERFLOWED);
    assertFound(absent, "recent0", "one too many", "apple");
    gate.rebuild();
    assertThat(gate.mightContain(key(absent))).isFalse();
    assertFound("recent0", "one too many", "apple");
  }

  @Test
  void overflowWhileARebuildCollectsIsNotForgottenAtTheSwitch() throws IOException {
    source.at(
        MapSource.Step.AFTER_SNAPSHOT,
        () -> {
          for (int i = 0; i <= 100; i++) {
            commit("during" + i);
          }
        });
    gate.rebuild();
    assertFound("during0", "during99", "during100");
  }

  @Test
  void anotherTypeOfFilterCanBeUsed() throws IOException {
    MembershipGate blocked =
        MembershipGate.builder(source)
            .filters(BlockedBloomFilter::builder)
            .falsePositiveRate(0.001)
            .build();
    blocked.rebuild();
    assertThat(blocked.mightContain(key("apple"))).isTrue();
    assertThat(blocked.status().currentFpr()).isLessThan(0.002);
  }

  private void commit(String key) throws IOException {
    gate.commit(key(key), bytes -> source.put(key));
  }

  private void assertFound(String... keys) {
    for (String key : keys) {
      assertThat(gate.mightContain(key(key))).as(key).isTrue();
    }
  }

  /** A key that begins like this and is no false positive. */
  private String denied(String prefix) {
    String key = prefix;
    while (gate.mightContain(key(key))) {
      key += "'";
    }
    return key;
  }

  private int deniedOf1000() {
    int denied = 0;
    for (int i = 0; i < 1000; i++) {
      denied += gate.mightContain(key("absent" + i)) ? 0 : 1;
    }
    return denied;
  }

  private static byte[] key(String key) {
    return MapSource.bytes(key);
  }
}
