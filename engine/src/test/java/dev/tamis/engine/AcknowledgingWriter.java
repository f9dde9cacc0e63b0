package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tamis.storage.Directory;
import dev.tamis.storage.DiskDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A process that is killed. It opens the store, prints what the store holds, waits for a line with
 * the last step of each writer, and then lets them write, each step acknowledged by a line printed
 * after the call has returned. Lines end in a full stop, so that one cut by the kill is noticed.
 * With a {@link KillPoint} as second argument it dies there by itself.
 */
final class AcknowledgingWriter {
  /** What the parent reads first; then it sends the steps to go on from. */
  static final String REPORTED = "reported.";

  static final String READY = "ready.";

  private static final ReentrantLock PRINTING = new ReentrantLock();
  private static final PrintStream OUT = new PrintStream(System.out, true, UTF_8);

  private AcknowledgingWriter() {}

  public static void main(String[] arguments) throws IOException {
    Directory directory = DiskDirectory.open(Path.of(arguments[0]));
    if (arguments.length > 1) {
      directory = KillPoint.parse(arguments[1]).in(directory);
    }
    Db db = Db.open(directory, AcknowledgedWrites.options());
    AcknowledgedWrites.contents(db).forEach((key, value) -> print("entry " + key + " " + value));
    db.verify().problems().forEach(problem -> print("problem " + problem));
    print("reported");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    long[] steps = Arrays.stream(in.readLine().split(" ")).mapToLong(Long::parseLong).toArray();
    print("ready");
    for (int i = 0; i < AcknowledgedWrites.WRITERS; i++) {
      int writer = i;
      new Thread(() -> write(db, writer, steps[writer])).start();
    }
    in.readLine();
  }

  private static void write(Db db, int writer, long lastStep) {
    try {
      for (long step = lastStep + 1; ; step++) {
        AcknowledgedWrites.write(db, writer, step);
        print("ack " + writer + " " + step);
        if (writer == 0 && step % 97 == 0) {
          db.flush();
        }
        if (writer == 1 && step % 331 == 0) {
          db.compact(null, null);
        }
      }
    } catch (Throwable e) {
      print("problem " + e);
      e.printStackTrace();
    }
  }

  private static void print(String line) {
    PRINTING.lock();
    try {
      OUT.println(line + ".");
    } finally {
      PRINTING.unlock();
    }
  }
}
