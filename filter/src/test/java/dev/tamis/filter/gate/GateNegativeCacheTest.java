package dev.tamis.filter.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The cache of absent keys spares the source, and never hides a key committed afterwards. */
class GateNegativeCacheTest {
  private static final byte[] KEY = MapSource.bytes("wanted");

  private final MapSource source = new MapSource("apple");
  // Without a filter every key gets past it, as a false positive does.
  private final MembershipGate gate = MembershipGate.builder(source).negativeCache(16).build();

  @Test
  void aRepeatedMissAsksTheSourceOnce() throws IOException {
    for (int i = 0; i < 5; i++) {
      assertThat(gate.find(KEY, source::read)).isNull();
    }
    assertThat(source.reads()).isEqualTo(1);
    assertThat(gate.status().cachedNegatives()).isEqualTo(4);
    assertThat(gate.find(MapSource.bytes("apple"), source::read)).isEqualTo("value of apple");
  }

  @Test
  void aCommitOfACachedKeyIsSeen() throws IOException {
    assertThat(gate.find(KEY, source::read)).isNull();
    commit();
    assertThat(gate.find(KEY, source::read)).isEqualTo("value of wanted");
  }

  @Test
  void aCommitBetweenTheReadAndItsWritingDownIsNotHidden() throws IOException {
    String overtaken =
        gate.find(
            KEY,
            key -> {
              String before = source.read(key);
              commit();
              return before;
            });
    assertThat(overtaken).isNull();
    assertThat(gate.find(KEY, source::read)).isEqualTo("value of wanted");
  }

  @Test
  void aCommitUnderWayWhileTheSourceIsReadIsNotHidden() throws IOException {
    GateCommit commit = gate.begin(KEY);
    assertThat(gate.find(KEY, source::read)).isNull();
    source.put("wanted");
    assertThat(gate.find(KEY, source::read)).as("visible, not yet ended").isNotNull();
    commit.close();
    assertThat(gate.find(KEY, source::read)).isNotNull();
  }

  @Test
  void aCommitThatBeginsDuringTheReadAndEndsLaterIsNotHidden() throws IOException {
    GateCommit[] commit = new GateCommit[1];
    gate.find(
        KEY,
        key -> {
          String before = source.read(key);
          commit[0] = gate.begin(key);
          return before;
        });
    source.put("wanted");
    assertThat(gate.find(KEY, source::read)).isNotNull();
    commit[0].close();
    assertThat(gate.find(KEY, source::read)).isNotNull();
  }

  @Test
  void aCommitThatEndsDuringTheReadIsNotHidden() throws IOException {
    GateCommit commit = gate.begin(KEY);
    gate.find(
        KEY,
        key -> {
          String before = source.read(key);
          source.put("wanted");
          commit.close();
          return before;
        });
    assertThat(gate.find(KEY, source::read)).isNotNull();
  }

  @Test
  void aFailedCommitIsOver() throws IOException {
    assertThatThrownBy(
            () ->
                gate.commit(
                    KEY,
                    key -> {
                      throw new IOException("full");
                    }))
        .hasMessage("full");
    gate.find(KEY, source::read);
    gate.find(KEY, source::read);
    assertThat(source.reads()).as("cached again").isEqualTo(1);
  }

  @Test
  void aDeletedKeyIsDeniedAtOnceAndFoundWhenItComesBack() throws IOException {
    commit();
    gate.rebuild();
    gate.delete(KEY, source::remove);
    long reads = source.reads();
    assertThat(gate.find(KEY, source::read)).isNull();
    assertThat(source.reads()).as("not asked").isEqualTo(reads);
    commit();
    assertThat(gate.find(KEY, source::read)).isNotNull();
  }

  @Test
  void aCommitThatOvertakesADeletionIsNotHidden() throws IOException {
    commit();
    gate.delete(
        KEY,
        key -> {
          source.remove(key);
          commit();
        });
    assertThat(gate.find(KEY, source::read)).isNotNull();
  }

  @Test
  void aFailedDeletionIsNotRemembered() throws IOException {
    commit();
    assertThatThrownBy(
            () ->
                gate.delete(
                    KEY,
                    key -> {
                      throw new IOException("no");
                    }))
        .isInstanceOf(IOException.class);
    assertThat(source.read(KEY)).isNotNull();
    assertThat(gate.mightContain(KEY)).isTrue();
  }

  @Test
  void aFailedReadIsCountedAndNotRemembered() throws IOException {
    SourceRead<String> failing =
        key -> {
          throw new IOException("timeout");
        };
    assertThatThrownBy(() -> gate.find(KEY, failing)).hasMessage("timeout");
    SourceRead<String> broken =
        key -> {
          throw new IllegalStateException("bug");
        };
    assertThatThrownBy(() -> gate.find(KEY, broken)).hasMessage("bug");
    assertThat(gate.status().sourceFailures()).isEqualTo(2);
    assertThat(gate.status().missesAfterPositive()).isZero();
    source.put("wanted"); // past the gate: a remembered absence would now show
    assertThat(gate.find(KEY, source::read)).isNotNull();
  }

  @Test
  void keysAreComparedAndNotTheirHashes() {
    NegativeCache cache = new NegativeCache(4);
    assertThat(cache.put(new byte[] {1}, 77, cache.stamp(77))).isTrue();
    assertThat(cache.contains(new byte[] {1}, 77)).isTrue();
    assertThat(cache.contains(new byte[] {2}, 77)).isFalse();
  }

  @Test
  void theCallersArrayMayBeUsedAgain() throws IOException {
    byte[] reused = MapSource.bytes("absent");
    gate.find(reused, source::read);
    reused[0] = 'b';
    source.put("bbsent");
    assertThat(gate.find(reused, source::read)).isNotNull();
  }

  @Test
  void sizesThatAreNoPowersOfTwoAreRefused() {
    assertThatThrownBy(() -> MembershipGate.builder(source).negativeCache(100))
        .hasMessage("places of a negative cache: actual=100, expected=a power of two");
    assertThatThrownBy(() -> MembershipGate.builder(source).negativeCache(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void commit() throws IOException {
    gate.commit(KEY, key -> source.put("wanted"));
  }
}
