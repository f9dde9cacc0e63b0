package dev.tamis.bench.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One engine, in one configuration, that can be measured. Found by {@link java.util.ServiceLoader},
 * so that engines with native libraries live in a jar of their own and the harness runs without
 * them.
 */
public interface EngineProvider {

  /** The name on the command line and in tables, for instance {@code rocksdb}. */
  String name();

  /** Library and version, and what differs from its defaults, in one line. */
  String description();

  /** What a write that returned survives, in one line; so that a table compares like with like. */
  String writeGuarantee();

  /** Flags the JVM needs for this engine; none for a good one. */
  default List<String> jvmFlags() {
    return List.of();
  }

  /**
   * Whether the sizes of the engine's files tell what it wrote and holds. They don't where it maps
   * a file of fixed size; amplification is then left open.
   */
  default boolean filesTellBytes() {
    return true;
  }

  /** Whether an error says that bytes are not what was written. */
  default boolean tellsOfDamage(Throwable error) {
    return error instanceof IOException;
  }

  /** Opens a store, making it where there is none. */
  BenchEngine open(Path directory, EngineSettings settings) throws IOException;
}
