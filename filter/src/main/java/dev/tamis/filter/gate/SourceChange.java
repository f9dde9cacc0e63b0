package dev.tamis.filter.gate;

import java.io.IOException;

/** Changes one key of the source. */
@FunctionalInterface
public interface SourceChange {
  /** Returns after every reader of the source sees the change. */
  void apply(byte[] key) throws IOException;
}
