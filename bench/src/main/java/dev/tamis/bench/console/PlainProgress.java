package dev.tamis.bench.console;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** For logs and pipes: a line now and then while a step runs, and one when it is over. */
public final class PlainProgress implements Progress {
  private static final long DEFAULT_SECONDS = 10;

  private final PrintWriter out;
  private final long intervalNanos;
  private final LongSupplier clock;

  public PlainProgress(PrintWriter out) {
    this(out, DEFAULT_SECONDS);
  }

  /**
   * @param seconds between two lines of a step that runs
   */
  public PlainProgress(PrintWriter out, long seconds) {
    this(out, seconds, System::nanoTime);
  }

  PlainProgress(PrintWriter out, long seconds, LongSupplier clock) {
    this.out = out;
    this.intervalNanos = TimeUnit.SECONDS.toNanos(seconds);
    this.clock = clock;
  }

  @Override
  public Step begin(String name, long total) {
    return new LineStep(name, total);
  }

  private final class LineStep implements Step {
    private final String name;
    private final long total;
    private final long start = clock.getAsLong();
    private long done;
    private long lineNanos = start;
    private long lineDone;

    LineStep(String name, long total) {
      this.name = name;
      this.total = total;
    }

    @Override
    public void advanceTo(long value) {
      done = value;
      long now = clock.getAsLong();
      if (now - lineNanos < intervalNanos) {
        return;
      }
      String rate = format(", %,.0f/s", (done - lineDone) * 1e9 / (now - lineNanos));
      boolean isTotalKnown = total > 1 && done > 0;
      String left =
          isTotalKnown
              ? format(", %.0f s left", (total - done) * ((now - start) / 1e9 / done))
              : "";
      print(now, rate + left);
      lineNanos = now;
      lineDone = done;
    }

    @Override
    public void close() {
      print(clock.getAsLong(), "");
    }

    private void print(long now, String rest) {
      String of = total < done ? "" : format(" of %,d", total);
      String seconds = format(", %.2f s", (now - start) / 1e9);
      out.println(name + format(": %,d", done) + of + seconds + rest);
      out.flush();
    }
  }

  private static String format(String format, Object value) {
    return String.format(Locale.ROOT, format, value);
  }
}
