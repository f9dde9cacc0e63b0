package dev.tamis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PresenceTest {
  private final Presence presence = new Presence(200);

  @Test
  void duringAPutAKeyMayBeThereAndAfterwardsItMust() {
    assertThat(presence.mayHold(70)).isFalse();
    presence.beginPut(70);
    assertThat(presence.mayHold(70)).isTrue();
    assertThat(presence.mustHold(70)).isFalse();
    presence.endPut(70);
    assertThat(presence.mustHold(70)).isTrue();
    assertThat(presence.count()).isEqualTo(1);
  }

  @Test
  void duringADeleteAKeyMayBeThereAndAfterwardsItMustNot() {
    presence.beginPut(70);
    presence.endPut(70);
    presence.beginDelete(70);
    assertThat(presence.mustHold(70)).isFalse();
    assertThat(presence.mayHold(70)).isTrue();
    presence.endDelete(70);
    assertThat(presence.mayHold(70)).isFalse();
  }

  @Test
  void theFirstKeyFromANumber() {
    for (long number : new long[] {3, 64, 199}) {
      presence.beginPut(number);
      presence.endPut(number);
    }
    assertThat(presence.firstFrom(0)).isEqualTo(3);
    assertThat(presence.firstFrom(3)).isEqualTo(3);
    assertThat(presence.firstFrom(4)).isEqualTo(64);
    assertThat(presence.firstFrom(65)).isEqualTo(199);
    presence.beginDelete(199);
    assertThat(presence.firstFrom(65)).as("none").isEqualTo(200);
  }

  @Test
  void writersOfOneWordDoNotLoseEachOthersKeys() {
    LongStream.range(0, 200)
        .parallel()
        .forEach(
            number -> {
              presence.beginPut(number);
              presence.endPut(number);
            });
    assertThat(presence.count()).isEqualTo(200);
  }

  @Test
  void numbersOutsideAreNotHeld() {
    assertThat(presence.mayHold(-1)).isFalse();
    assertThat(presence.mayHold(1000)).isFalse();
  }
}
