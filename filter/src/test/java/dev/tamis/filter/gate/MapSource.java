package dev.tamis.filter.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A source in memory whose snapshot can be interrupted at every step, in the rebuild's own thread:
 * so a schedule is forced, not hoped for.
 */
final class MapSource implements GateSource {
  /** Steps of a rebuild at which something can be made to happen. */
  enum Step {
    BEFORE_SNAPSHOT,
    AFTER_SNAPSHOT,
    BETWEEN_KEYS,
    AFTER_KEYS,
    AT_CLOSE
  }

  /** What happens; it may throw what a source may throw. */
  interface Event {
    void happen() throws IOException;
  }

  private final Map<String, String> values = new TreeMap<>();
  private long position;
  private long reads;
  private Step step;
  private Event event;

  MapSource(String... keys) {
    for (String key : keys) {
      put(key);
    }
  }

  /** Makes something happen once. */
  void at(Step when, Event what) {
    step = when;
    event = what;
  }

  /** Makes a key visible, past any gate. */
  synchronized void put(String key) {
    values.put(key, "value of " + key);
    position++;
  }

  synchronized void remove(byte[] key) {
    values.remove(new String(key, StandardCharsets.UTF_8));
    position++;
  }

  synchronized String read(byte[] key) {
    reads++;
    return values.get(new String(key, StandardCharsets.UTF_8));
  }

  synchronized long reads() {
    return reads;
  }

  @Override
  public synchronized long position() {
    return position;
  }

  @Override
  public Snapshot snapshot() throws IOException {
    reach(Step.BEFORE_SNAPSHOT);
    Snapshot snapshot = copy();
    reach(Step.AFTER_SNAPSHOT);
    return snapshot;
  }

  static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  private synchronized Snapshot copy() {
    return new Copy(values.keySet().toArray(new String[0]), position);
  }

  private void reach(Step now) throws IOException {
    if (now == step) {
      step = null;
      event.happen();
    }
  }

  private final class Copy implements Snapshot {
    private final String[] keys;
    private final long at;

    Copy(String[] keys, long at) {
      this.keys = keys;
      this.at = at;
    }

    @Override
    public long position() {
      return at;
    }

    @Override
    public long keyCount() {
      return keys.length;
    }

    @Override
    public void forEachKey(Consumer<byte[]> consumer) throws IOException {
      for (String key : keys) {
        reach(Step.BETWEEN_KEYS);
        consumer.accept(bytes(key));
      }
      reach(Step.AFTER_KEYS);
    }

    @Override
    public void close() throws IOException {
      reach(Step.AT_CLOSE);
    }
  }
}
