package dev.tamis.bench.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.stream.Stream;

/** Finds out where this program runs. What cannot be found out is "unknown". */
public final class EnvironmentProbe {
  private static final String UNKNOWN = "unknown";
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final int CLOCK_ROUNDS = 9;
  private static final int CLOCK_READINGS = 200_000;

  private EnvironmentProbe() {}

  /**
   * The environment of this process.
   *
   * @param store an existing directory on the file system that is used
   * @param settings see {@link RunEnvironment#settings}
   */
  public static RunEnvironment probe(Path store, String settings) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new RunEnvironment(
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
        String.join(" ", system.getName(), system.getVersion(), system.getArch()),
        processor(),
        Runtime.getRuntime().availableProcessors(),
        system.getTotalMemorySize(),
        Runtime.getRuntime().maxMemory(),
        fileSystem(store),
        commit(),
        nanoTimeNanos(),
        settings);
  }

  /** What one reading of the clock costs: the median of some rounds, after the JVM warmed up. */
  private static double nanoTimeNanos() {
    double[] rounds = new double[CLOCK_ROUNDS];
    for (int round = 0; round < CLOCK_ROUNDS; round++) {
      long start = System.nanoTime();
      long last = start;
      for (int i = 0; i < CLOCK_READINGS; i++) {
        last = System.nanoTime();
      }
      rounds[round] = (double) (last - start) / CLOCK_READINGS;
    }
    Arrays.sort(rounds);
    return Math.round(rounds[CLOCK_ROUNDS / 2] * 10) / 10.0;
  }

  private static String processor() {
    if (!Files.isReadable(PROCESSORS)) {
      return UNKNOWN;
    }
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(UNKNOWN);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static String fileSystem(Path store) {
    try {
      return Files.getFileStore(store).type();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /** Written into the jar by the build, if that knew. */
  private static String commit() {
    Properties build = new Properties();
    try (InputStream in = EnvironmentProbe.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      return UNKNOWN;
    }
    String commit = build.getProperty("commit", "");
    if (commit.isEmpty() || commit.startsWith("$")) {
      return UNKNOWN;
    }
    return Boolean.parseBoolean(build.getProperty("dirty")) ? commit + " with changes" : commit;
  }
}
