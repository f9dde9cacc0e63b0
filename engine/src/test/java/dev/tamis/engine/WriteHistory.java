package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a test has written, as the state after each write, and how much of it must survive a power
 * cut. A recovered store has to be at exactly one of these states.
 *
 * <p>A write is noted before it is tried: one that throws is there wholly or not at all.
 */
final class WriteHistory {
  private final NavigableMap<Long, NavigableMap<String, String>> states = new TreeMap<>();
  private long sequence;
  private long durable;

  WriteHistory() {
    states.put(0L, new TreeMap<>());
  }

  /** One operation of a batch; a null value deletes. */
  record Operation(String key, String value) {}

  void write(Db db, Durability durability, Operation... operations) throws IOException {
    NavigableMap<String, String> next = new TreeMap<>(latest());
    WriteBatch batch = new WriteBatch();
    for (Operation operation : operations) {
      if (operation.value() == null) {
        next.remove(operation.key());
        batch.delete(SmallStores.bytes(operation.key()));
      } else {
        next.put(operation.key(), operation.value());
        batch.put(SmallStores.bytes(operation.key()), SmallStores.bytes(operation.value()));
      }
    }
    sequence += operations.length;
    states.put(sequence, next);
    db.write(batch, durability);
    if (durability == Durability.SYNC) {
      durable = sequence;
    }
  }

  void put(Db db, String key, String value, Durability durability) throws IOException {
    write(db, durability, new Operation(key, value));
  }

  void delete(Db db, String key, Durability durability) throws IOException {
    write(db, durability, new Operation(key, null));
  }

  void sync(Db db) throws IOException {
    db.sync();
    durable = sequence;
  }

  void flush(Db db) throws IOException {
    db.flush();
    durable = sequence;
  }

  void close(Db db) throws IOException {
    db.close();
    durable = sequence;
  }

  NavigableMap<String, String> latest() {
    return states.lastEntry().getValue();
  }

  /** The state as of a sequence number, or null if no write ended there. */
  NavigableMap<String, String> at(long lastSequence) {
    return states.get(lastSequence);
  }

  long sequence() {
    return sequence;
  }

  /** Everything up to here was acknowledged as durable. */
  long durable() {
    return durable;
  }

  /** Checks that a store was recovered to a state of this history that lacks nothing durable. */
  void assertRecovered(Db db, String context) throws IOException {
    long recovered = db.recoveryReport().lastSequence();
    assertThat(recovered).as(context).isBetween(durable, sequence);
    assertThat(states).as(context).containsKey(recovered);
    SmallStores.assertHolds(db, states.get(recovered), context);
  }

  /** Goes on from what a store was recovered to, which is durable by now. */
  void resumeAt(Db db) {
    sequence = db.recoveryReport().lastSequence();
    durable = sequence;
    states.tailMap(sequence, false).clear();
  }
}
