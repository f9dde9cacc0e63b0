package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The parent's side of an {@link AcknowledgingWriter}, and what it has been told so far. */
final class WriterProcess implements AutoCloseable {
  private final ChildJvm child;
  private final long[] acknowledged;

  /**
   * @param acknowledged last acknowledged step of each writer; updated
   */
  WriterProcess(Path store, long[] acknowledged) throws IOException {
    this.child = ChildJvm.start(AcknowledgingWriter.class, store.toString());
    this.acknowledged = acknowledged;
  }

  /** The same with a child that dies by itself. */
  WriterProcess(Path store, long[] acknowledged, KillPoint point) throws IOException {
    this.child = ChildJvm.start(AcknowledgingWriter.class, store.toString(), point.toString());
    this.acknowledged = acknowledged;
  }

  /** As {@link #checkReportAndStart}; false if the child died before it could write. */
  boolean tryToStart(String context) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    String line = child.line();
    while (line != null && line.startsWith("entry ")) {
      if (line.endsWith(".")) {
        String[] fields = line.split(" ", -1);
        contents.put(fields[1], fields[2].substring(0, fields[2].length() - 1));
      }
      line = child.line();
    }
    if (line == null) {
      return false;
    }
    assertThat(line).as("%s: the store opens and verifies", context).isEqualTo("reported.");
    settle(acknowledged, contents, context);
    try {
      child.send(steps());
    } catch (IOException e) {
      return false; // It died at that moment.
    }
    return "ready.".equals(child.line());
  }

  private String steps() {
    return Arrays.stream(acknowledged).mapToObj(Long::toString).collect(Collectors.joining(" "));
  }

  /** Reads the child's report, checks it, and lets the child write. */
  void checkReportAndStart(String context) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    String line = child.line();
    while (line != null && line.startsWith("entry ")) {
      String[] fields = line.split(" ", -1);
      contents.put(fields[1], fields[2].substring(0, fields[2].length() - 1));
      line = child.line();
    }
    assertThat(line).as("%s: the store opens and verifies", context).isEqualTo("reported.");
    settle(acknowledged, contents, context);
    child.send(steps());
    assertThat(child.line()).as(context).isEqualTo("ready.");
  }

  /**
   * Checks that a store holds what was acknowledged, and of each writer at most one step more; that
   * step then counts as acknowledged.
   */
  static void settle(long[] acknowledged, Map<String, String> contents, String context) {
    int known = 0;
    for (int writer = 0; writer < AcknowledgedWrites.WRITERS; writer++) {
      Map<String, String> part = AcknowledgedWrites.partOf(writer, contents);
      Map<String, String> expected = AcknowledgedWrites.expected(writer, acknowledged[writer]);
      long next = acknowledged[writer] + 1;
      Map<String, String> oneMore = new TreeMap<>(expected);
      AcknowledgedWrites.apply(oneMore, AcknowledgedWrites.operations(writer, next));
      if (part.equals(oneMore)) {
        acknowledged[writer] = next;
      } else {
        assertThat(part)
            .as("%s: writer %d after step %d", context, writer, next - 1)
            .isEqualTo(expected);
      }
      known += part.size();
    }
    assertThat(known).as("%s: keys of nobody", context).isEqualTo(contents.size());
  }

  /** Reads acknowledgements until the output ends. */
  void readToTheEnd(String context) throws IOException {
    for (String line = child.line(); line != null; line = child.line()) {
      read(line, context);
    }
  }

  /** Reads the acknowledgements that are there. */
  void readWhatIsThere(String context) throws IOException {
    while (child.hasOutput()) {
      read(child.line(), context);
    }
  }

  private void read(String line, String context) {
    assertThat(line).as(context).doesNotStartWith("problem");
    if (line.startsWith("ack ") && line.endsWith(".")) {
      String[] fields = line.substring(0, line.length() - 1).split(" ", -1);
      int writer = Integer.parseInt(fields[1]);
      long step = Long.parseLong(fields[2]);
      assertThat(step)
          .as("%s: order of acknowledgements", context)
          .isEqualTo(acknowledged[writer] + 1);
      acknowledged[writer] = step;
    }
  }

  void kill() {
    child.kill();
  }

  int exitCode() {
    return child.exitCode();
  }

  long pid() {
    return child.pid();
  }

  @Override
  public void close() {
    kill();
  }
}
