package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreHealthTest {
  private final List<Health.State> told = new ArrayList<>();
  private final StoreHealth health = new StoreHealth(change -> told.add(change.state()));

  @Test
  void aSoundStoreIsOpenAndTellsItsPressure() throws ReadOnlyException {
    health.checkWritable();
    assertThat(health.describe(false, "level 0", 5))
        .isEqualTo(new Health(Health.State.OPEN, null, "level 0", 5));
  }

  @Test
  void aBackgroundFailureDegradesUntilTheWorkSucceeds() throws ReadOnlyException {
    IOException failure = new IOException("flush");
    health.setBackgroundFailure(failure);
    health.checkWritable();
    assertThat(health.isReadOnly()).isFalse();
    assertThat(health.describe(false, "", 7))
        .isEqualTo(new Health(Health.State.DEGRADED, failure, "", 7));
    health.setBackgroundFailure(null);
    assertThat(health.describe(false, "", 0).state()).isEqualTo(Health.State.OPEN);
  }

  @Test
  void theFirstFailureMakesItReadOnlyForGood() {
    IOException first = new IOException("first");
    health.setBackgroundFailure(new IOException("background"));
    health.fail(first);
    health.fail(new IOException("second"));
    health.setBackgroundFailure(null);
    assertThat(health.isReadOnly()).isTrue();
    assertThatThrownBy(health::checkWritable).isInstanceOf(ReadOnlyException.class).hasCause(first);
    assertThat(health.describe(false, "pressure", 9))
        .isEqualTo(new Health(Health.State.READ_ONLY, first, "", 0));
  }

  @Test
  void everyChangeIsToldOnceAndNothingAfterTheClose() {
    health.setBackgroundFailure(null);
    health.setBackgroundFailure(new IOException("flush"));
    health.setBackgroundFailure(new IOException("flush again"));
    health.setBackgroundFailure(null);
    health.fail(new IOException("log"));
    health.setBackgroundFailure(new IOException("late"));
    health.close();
    health.setBackgroundFailure(null);
    assertThat(told)
        .containsExactly(
            Health.State.DEGRADED, Health.State.OPEN, Health.State.READ_ONLY, Health.State.CLOSED);
  }

  @Test
  void closedIsSaidWithTheFailureThatCameBefore() {
    assertThat(health.describe(true, "", 0).state()).isEqualTo(Health.State.CLOSED);
    IOException first = new IOException("first");
    health.fail(first);
    assertThat(health.describe(true, "", 0))
        .isEqualTo(new Health(Health.State.CLOSED, first, "", 0));
  }
}
