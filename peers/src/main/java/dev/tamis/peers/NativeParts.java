package dev.tamis.peers;

import java.util.ArrayDeque;
import java.util.Deque;
import org.rocksdb.AbstractNativeReference;

/** Native objects that belong together; closed in the reverse of the order they came in. */
final class NativeParts implements AutoCloseable {
  private final Deque<AbstractNativeReference> parts = new ArrayDeque<>();

  <T extends AbstractNativeReference> T add(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      parts.pop().close();
    }
  }
}
