package dev.tamis.bench.filter;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** The loops that are timed. Each answers how many of its questions were answered with "maybe". */
interface ProbeLoop {

  /** Asks for keys that were added. */
  long present(BuiltFilter filter, ProbeKeys keys, long from, long to);

  /** Asks for keys that were not. */
  long absent(BuiltFilter filter, ProbeKeys keys, long from, long to);

  /** Asks for hashes one after the other. */
  long hashed(BuiltFilter filter, long[] hashes);

  /** Asks for hashes in batches. */
  long batched(BuiltFilter filter, long[] hashes, int batch);

  /**
   * A copy of the loops for one kind of filter. With one copy for all, the compiler would see many
   * kinds behind each call, inline none, and add the same few nanoseconds to all of them, which
   * halves the lead of a fast filter. A hidden class is compiled for itself.
   */
  static ProbeLoop copy() {
    try (InputStream in = PlainProbeLoop.class.getResourceAsStream("PlainProbeLoop.class")) {
      Class<?> copy =
          MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
      return (ProbeLoop) copy.getDeclaredConstructor().newInstance();
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("the measuring loops cannot be copied", e);
    }
  }
}
