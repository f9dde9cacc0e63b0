package dev.tamis.bench.run;

import dev.tamis.bench.console.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A line each so many seconds: how far, how fast since the last line, how long still. */
final class IntervalProgress implements Progress {
  private final PrintWriter out;
  private final long intervalNanos;

  IntervalProgress(PrintWriter out, long seconds) {
    this.out = out;
    this.intervalNanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  @Override
  public Step begin(String name, long total) {
    long start = System.nanoTime();
    return new Step() {
      private long lineNanos = start;
      private long lineDone;
      private long done;

      @Override
      public void advanceTo(long value) {
        done = value;
        long now = System.nanoTime();
        if (now - lineNanos >= intervalNanos) {
          double rate = (done - lineDone) * 1e9 / (now - lineNanos);
          line(now, rate, total > done ? (total - done) * (now - start) / 1e9 / done : Double.NaN);
          lineNanos = now;
          lineDone = done;
        }
      }

      @Override
      public void close() {
        long now = System.nanoTime();
        line(now, done * 1e9 / (now - start), Double.NaN);
      }

      private void line(long now, double rate, double leftSeconds) {
        String left =
            Double.isFinite(leftSeconds)
                ? String.format(Locale.ROOT, ", %.0f s left", leftSeconds)
                : "";
        out.println(
            String.format(
                Locale.ROOT,
                "%s: %,d operations, %,.0f/s, %.1f s%s",
                name,
                done,
                rate,
                (now - start) / 1e9,
                left));
        out.flush();
      }
    };
  }
}
