package dev.tamis.bench.job;

import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.engine.Cursor;
import dev.tamis.engine.Db;
import dev.tamis.engine.LevelInfo;
import dev.tamis.engine.ReadOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All reads over one state of the store: every key, absent keys with and without filters, and a
 * scan. Every answer is checked.
 */
final class ReadRound {
  static final String PRESENT = "read every key";
  static final String ABSENT = "read absent keys";
  static final String ABSENT_NO_FILTERS = "absent, no filters";
  static final String SCAN = "scan";

  private static final int SHOWN_BYTES = 60;

  private final Db db;
  private final String stage;
  private final Progress progress;

  ReadRound(Db db, String stage, Progress progress) {
    this.db = db;
    this.stage = stage;
    this.progress = progress;
  }

  /** The four steps in the order of the constants. */
  List<StepResult> run(DataSet data, List<Entry> present, List<byte[]> absent)
      throws IOException, WrongAnswerException {
    List<StepResult> steps = new ArrayList<>();
    steps.add(readPresent(present));
    steps.add(readAbsent(ABSENT, absent, ReadOptions.DEFAULT));
    steps.add(readAbsent(ABSENT_NO_FILTERS, absent, ReadOptions.DEFAULT.ignoringFilters()));
    steps.add(scan(data));
    return steps;
  }

  private StepResult readPresent(List<Entry> present) throws IOException, WrongAnswerException {
    StepMeter meter = new StepMeter();
    List<LevelInfo> before = db.levels();
    try (Progress.Step bar = progress.begin(title(PRESENT), present.size())) {
      long done = 0;
      for (Entry entry : present) {
        long start = System.nanoTime();
        byte[] value = db.get(entry.key());
        meter.record(System.nanoTime() - start);
        if (!Arrays.equals(value, entry.value())) {
          throw wrong(
              PRESENT, "get of key " + shown(entry.key()), shown(entry.value()), shown(value));
        }
        bar.advanceTo(++done);
      }
    }
    return meter.result(stage, PRESENT, LevelChange.between(before, db.levels()));
  }

  private StepResult readAbsent(String step, List<byte[]> absent, ReadOptions options)
      throws IOException, WrongAnswerException {
    StepMeter meter = new StepMeter();
    List<LevelInfo> before = db.levels();
    try (Progress.Step bar = progress.begin(title(step), absent.size())) {
      long done = 0;
      for (byte[] key : absent) {
        long start = System.nanoTime();
        byte[] value = db.get(key, options);
        meter.record(System.nanoTime() - start);
        if (value != null) {
          throw wrong(step, "get of key " + shown(key), "absent", shown(value));
        }
        bar.advanceTo(++done);
      }
    }
    return meter.result(stage, step, LevelChange.between(before, db.levels()));
  }

  private StepResult scan(DataSet data) throws IOException, WrongAnswerException {
    StepMeter meter = new StepMeter();
    List<LevelInfo> before = db.levels();
    try (Progress.Step bar = progress.begin(title(SCAN), data.size());
        Cursor cursor = db.cursor()) {
      int done = 0;
      long start = System.nanoTime();
      cursor.seekToFirst();
      boolean valid = cursor.isValid();
      while (valid) {
        meter.record(System.nanoTime() - start);
        requireEntry(data, done, cursor);
        bar.advanceTo(++done);
        start = System.nanoTime();
        cursor.next();
        valid = cursor.isValid();
      }
      if (done != data.size()) {
        throw wrong(SCAN, "number of entries", String.valueOf(data.size()), String.valueOf(done));
      }
    }
    return meter.result(stage, SCAN, LevelChange.between(before, db.levels()));
  }

  private void requireEntry(DataSet data, int index, Cursor cursor) throws WrongAnswerException {
    ByteBuffer key = cursor.keyView();
    if (index >= data.size()) {
      throw wrong(SCAN, "entry number " + index, "the end", "key " + shown(copy(key)));
    }
    Entry expected = data.entry(index);
    if (!ByteBuffer.wrap(expected.key()).equals(key)) {
      throw wrong(SCAN, "key of entry number " + index, shown(expected.key()), shown(copy(key)));
    }
    ByteBuffer value = cursor.valueView();
    if (!ByteBuffer.wrap(expected.value()).equals(value)) {
      throw wrong(
          SCAN,
          "value of key " + shown(expected.key()),
          shown(expected.value()),
          shown(copy(value)));
    }
  }

  private String title(String step) {
    return stage + ": " + step;
  }

  private WrongAnswerException wrong(String step, String question, String expected, String actual) {
    return new WrongAnswerException(title(step), question, expected, actual);
  }

  private static byte[] copy(ByteBuffer view) {
    byte[] bytes = new byte[view.remaining()];
    view.duplicate().get(bytes);
    return bytes;
  }

  /** Bytes as text on one line, cut where they are long. */
  private static String shown(byte[] bytes) {
    if (bytes == null) {
      return "absent";
    }
    String text =
        new String(bytes, 0, Math.min(bytes.length, SHOWN_BYTES), StandardCharsets.UTF_8)
            .replaceAll("\\p{Cntrl}", "?");
    return '"'
        + text
        + '"'
        + (bytes.length > SHOWN_BYTES ? "... (" + bytes.length + " bytes)" : "");
  }
}
