package dev.tamis.bench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PlainProgressTest {
  private final StringWriter text = new StringWriter();
  private long nanos;
  private final PlainProgress progress = new PlainProgress(new PrintWriter(text), 10, () -> nanos);

  @Test
  void longStepsSayHowFarHowFastAndHowLongStill() {
    try (Progress.Step step = progress.begin("load", 4000)) {
      at(9, step, 900);
      at(10, step, 1000);
      at(20, step, 3000);
      at(21, step, 4000);
    }
    assertThat(text.toString().lines())
        .containsExactly(
            "load: 1,000 of 4,000, 10.00 s, 100/s, 30 s left",
            "load: 3,000 of 4,000, 20.00 s, 200/s, 7 s left",
            "load: 4,000 of 4,000, 21.00 s");
  }

  @Test
  void withoutATotalNoTimeIsLeft() {
    try (Progress.Step step = progress.begin("read", 1)) {
      at(10, step, 50);
    }
    assertThat(text.toString().lines())
        .containsExactly("read: 50, 10.00 s, 5/s", "read: 50, 10.00 s");
  }

  private void at(int seconds, Progress.Step step, long done) {
    nanos = TimeUnit.SECONDS.toNanos(seconds);
    step.advanceTo(done);
  }
}
