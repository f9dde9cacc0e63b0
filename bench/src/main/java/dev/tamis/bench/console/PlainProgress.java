package dev.tamis.bench.console;

import java.io.PrintWriter;
import java.util.Locale;

/** For logs and pipes: one line when a step is over, nothing while it runs. */
public final class PlainProgress implements Progress {
  private final PrintWriter out;

  public PlainProgress(PrintWriter out) {
    this.out = out;
  }

  @Override
  public Step begin(String name, long total) {
    long start = System.nanoTime();
    return new Step() {
      private long last;

      @Override
      public void advanceTo(long done) {
        last = done;
      }

      @Override
      public void close() {
        double seconds = (System.nanoTime() - start) / 1e9;
        out.println(
            String.format(Locale.ROOT, "%s: %,d of %,d, %.2f s", name, last, total, seconds));
        out.flush();
      }
    };
  }
}
