package dev.tamis.bench.console;

import java.io.PrintWriter;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A bar with rate and remaining time, redrawn in place. The lines are written by ourselves: the
 * library's own consumer would open a native terminal, which newer JDKs warn about.
 */
public final class TerminalProgress implements Progress {
  private static final int WIDTH = 79;
  private static final int UPDATE_MILLIS = 200;
  private static final int NAME_WIDTH = 29;

  private final PrintWriter out;

  public TerminalProgress(PrintWriter out) {
    this.out = out;
  }

  @Override
  public Step begin(String name, long total) {
    ProgressBarBuilder builder =
        ProgressBar.builder()
            .setTaskName(String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", name))
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .setConsumer(new DelegatingProgressBarConsumer(this::redraw, WIDTH));
    if (total > 1) {
      builder.showSpeed(new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    }
    ProgressBar bar = builder.build();
    return new Step() {
      @Override
      public void advanceTo(long done) {
        bar.stepTo(done);
      }

      @Override
      public void close() {
        bar.close();
        out.println();
        out.flush();
      }
    };
  }

  private void redraw(String line) {
    out.print('\r' + line);
    out.flush();
  }
}
