package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.CrashPoint;
import dev.tamis.storage.SimulatedCrash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Carries out a model script on a store and on a {@link ModelHistory}, and compares. A script is a
 * list of lines, the first of them {@code open OPTIONS}:
 *
 * <pre>
 *   put|delete buffered|sync KEY [VALUE]      batch buffered|sync (p=KEY=VALUE | d=KEY)...
 *   get KEY      getat SNAPSHOT KEY           snapshot      release SNAPSHOT      scanat SNAPSHOT
 *   cursor FROM TO SNAPSHOT                   move CURSOR MOVE...                 drop CURSOR
 *   flush        sync         verify          compact FROM TO                     check
 *   reopen OPTIONS                            close, open
 *   crash MODEL SEED OPTIONS                  what a crash now leaves is opened
 *   crashopen MODEL SEED N POINT MODEL SEED OPTIONS    and that open crashes at its n-th operation
 *   arm N POINT MODEL SEED OPTIONS            the n-th file operation from now on will crash
 * </pre>
 *
 * <p>Snapshots and cursors are numbered modulo those that are open, and steps without one are
 * passed over, so that any part of a script is a script. A negative snapshot means none, {@code *}
 * no bound.
 */
final class ModelRun {
  private record Saved(Snapshot snapshot, TreeMap<byte[], byte[]> state) {}

  private record Armed(CrashModel model, long seed, String options) {}

  private final ModelHistory history = new ModelHistory();
  private final ModelReach reach = new ModelReach();
  private final List<Saved> snapshots = new ArrayList<>();
  private final List<ModelCursor> cursors = new ArrayList<>();
  private ModelStore store;
  private Db db;
  private Armed armed;
  private long ids;

  /** Runs a script; what is wrong is an {@link AssertionError} that names the step. */
  static ModelReach run(List<String> script) {
    ModelRun run = new ModelRun();
    for (int i = 0; i < script.size(); i++) {
      run.runStep(i, script.get(i));
    }
    run.runStep(script.size(), "end");
    return run.reach;
  }

  private void runStep(int number, String line) {
    try {
      try {
        execute(line.split(" ", -1));
      } catch (IOException | RuntimeException | SimulatedCrash e) {
        if (armed == null || store == null || !store.isDead()) {
          throw e;
        }
      }
      if (armed != null && store.isDead()) {
        Armed crash = armed;
        reach.note(ModelReach.Place.CRASH_INSIDE_OPERATION);
        crash(crash.model(), crash.seed(), crash.options());
      }
    } catch (Throwable t) {
      String shown = line.length() > 200 ? line.substring(0, 200) + "..." : line;
      throw new AssertionError("step " + number + ": " + shown + ": " + t, t);
    }
  }

  private void execute(String[] step) throws IOException {
    switch (step[0]) {
      case "open" -> open(new CrashDirectory(), step[1]);
      case "put" -> write(step[1], List.of(put(step[2], step[3])));
      case "delete" -> write(step[1], List.of(delete(step[2])));
      case "batch" -> writeBatch(step);
      case "get" -> get(BytesNotation.parse(step[1]));
      case "getat" -> getAt(Integer.parseInt(step[1]), BytesNotation.parse(step[2]));
      case "snapshot" -> takeSnapshot();
      case "release" -> releaseSnapshot(Integer.parseInt(step[1]));
      case "scanat" -> scanAt(Integer.parseInt(step[1]));
      case "cursor" -> openCursor(bound(step[1]), bound(step[2]), Integer.parseInt(step[3]));
      case "move" -> moveCursor(step);
      case "drop" -> dropCursor(Integer.parseInt(step[1]));
      case "flush" -> {
        db.flush();
        history.makeDurable();
        reach.look(db);
      }
      case "compact" -> {
        db.compact(bound(step[1]), bound(step[2]));
        history.makeDurable();
        reach.look(db);
      }
      case "sync" -> {
        db.sync();
        history.makeDurable();
      }
      case "verify" -> assertThat(db.verify().problems()).isEmpty();
      case "check" -> check();
      case "reopen" -> reopen(step[1]);
      case "crash" -> crash(CrashModel.valueOf(step[1]), Long.parseLong(step[2]), step[3]);
      case "crashopen" -> crashInOpen(step);
      case "arm" -> arm(step);
      case "end" -> end();
      default -> throw new IllegalArgumentException("unknown step");
    }
  }

  private void open(CrashDirectory directory, String options) throws IOException {
    store = new ModelStore(directory, options, ++ids);
    db = store.db();
  }

  private static ModelHistory.Change put(String key, String value) {
    return new ModelHistory.Change(BytesNotation.parse(key), BytesNotation.parse(value));
  }

  private static ModelHistory.Change delete(String key) {
    return new ModelHistory.Change(BytesNotation.parse(key), null);
  }

  private static byte[] bound(String text) {
    return text.equals("*") ? null : BytesNotation.parse(text);
  }

  private void writeBatch(String[] step) throws IOException {
    List<ModelHistory.Change> changes = new ArrayList<>();
    for (int i = 2; i < step.length; i++) {
      String[] parts = step[i].split("=", -1);
      changes.add(parts[0].equals("p") ? put(parts[1], parts[2]) : delete(parts[1]));
    }
    write(step[1], changes);
  }

  private void write(String durability, List<ModelHistory.Change> changes) throws IOException {
    WriteBatch batch = new WriteBatch();
    for (ModelHistory.Change change : changes) {
      if (change.value() == null) {
        batch.delete(change.key());
      } else {
        batch.put(change.key(), change.value());
      }
    }
    history.attempt(changes);
    boolean syncs = durability.equals("sync");
    db.write(batch, syncs ? Durability.SYNC : Durability.BUFFERED);
    history.acknowledge();
    if (syncs) {
      history.makeDurable();
    }
  }

  private void get(byte[] key) throws IOException {
    ModelScan.compareForms(db, key, history.current().get(key));
  }

  private void takeSnapshot() {
    Snapshot snapshot = db.snapshot();
    snapshots.add(new Saved(snapshot, history.copyOfCurrent()));
    assertThat(snapshot.sequence()).isEqualTo(history.acknowledgedSequence());
  }

  private void releaseSnapshot(int number) {
    if (!snapshots.isEmpty()) {
      snapshots.remove(number % snapshots.size()).snapshot().close();
    }
  }

  private void getAt(int number, byte[] key) throws IOException {
    if (!snapshots.isEmpty()) {
      Saved saved = snapshots.get(number % snapshots.size());
      assertThat(db.get(key, saved.snapshot())).isEqualTo(saved.state().get(key));
    }
  }

  private void scanAt(int number) throws IOException {
    if (!snapshots.isEmpty()) {
      Saved saved = snapshots.get(number % snapshots.size());
      ModelScan.compare(db, ReadOptions.DEFAULT.withSnapshot(saved.snapshot()), saved.state());
    }
  }

  private void openCursor(byte[] from, byte[] to, int number) throws IOException {
    ReadOptions options = ReadOptions.DEFAULT;
    NavigableMap<byte[], byte[]> state;
    if (number < 0 || snapshots.isEmpty()) {
      state = history.copyOfCurrent();
    } else {
      Saved saved = snapshots.get(number % snapshots.size());
      options = options.withSnapshot(saved.snapshot());
      state = saved.state();
    }
    if (from != null) {
      state = state.tailMap(from, true);
    }
    if (to != null) {
      state = state.headMap(to, false);
    }
    cursors.add(0, new ModelCursor(db.cursor(options, from, to), state));
  }

  private void moveCursor(String[] step) throws IOException {
    if (!cursors.isEmpty()) {
      ModelCursor cursor = cursors.get(Integer.parseInt(step[1]) % cursors.size());
      for (int i = 2; i < step.length; i++) {
        cursor.move(step[i]);
      }
    }
  }

  private void dropCursor(int number) throws IOException {
    if (!cursors.isEmpty()) {
      cursors.remove(number % cursors.size()).close();
    }
  }

  private void check() throws IOException {
    Health health = db.health();
    if (health.state() != Health.State.OPEN && store.isDead()) {
      throw new IllegalStateException("an armed crash has come in the background", health.cause());
    }
    if (health.state() != Health.State.OPEN) {
      throw new AssertionError("health: " + health, health.cause());
    }
    if (ModelScan.compareGets(db, history.current())) {
      reach.note(ModelReach.Place.RECYCLED_FILTER_PARTITION);
    }
    ModelScan.compare(db, ReadOptions.DEFAULT, history.current());
    ModelScan.compareMultiGet(db, ReadOptions.DEFAULT, history.current());
    for (Saved saved : snapshots) {
      ReadOptions then = ReadOptions.DEFAULT.withSnapshot(saved.snapshot());
      ModelScan.compare(db, then, saved.state());
      ModelScan.compareMultiGet(db, then, saved.state());
    }
    reach.look(db);
  }

  private void reopen(String options) throws IOException {
    closeStore();
    if (store.isDead()) {
      return;
    }
    List<String> logs = store.logs().toList();
    history.makeDurable();
    open(store.directory(), options);
    RecoveryReport report = db.recoveryReport();
    assertThat(report.cleanlyClosed()).isTrue();
    assertThat(report.bytesDropped()).isZero();
    assertThat(report.lastSequence()).isEqualTo(history.acknowledgedSequence());
    if (report.recordsReplayed() > 0 && store.logs().toList().equals(logs)) {
      reach.note(ModelReach.Place.KEPT_SEALED_LOG);
    }
    check();
  }

  /** Cursors that are open stay so until the store is closed: they must not keep anything. */
  private void closeStore() throws IOException {
    if (!store.isDead()) {
      reach.look(db);
    }
    store.close();
    for (ModelCursor cursor : cursors) {
      cursor.close();
    }
    cursors.clear();
    snapshots.clear();
  }

  private void arm(String[] step) {
    if (armed == null) {
      CrashDirectory directory = store.directory();
      directory.crashAt(
          directory.operations() + Long.parseLong(step[1]), CrashPoint.valueOf(step[2]));
      armed = new Armed(CrashModel.valueOf(step[3]), Long.parseLong(step[4]), step[5]);
    }
  }

  private void crash(CrashModel model, long seed, String options) throws IOException {
    CrashDirectory image = store.directory().crash(model, seed);
    closeStore();
    armed = null;
    open(image, options);
    recovered(model == CrashModel.KEEP_ALL);
  }

  private void recovered(boolean killedOnly) throws IOException {
    long before = history.acknowledgedSequence();
    history.recover(db.recoveryReport().lastSequence(), killedOnly);
    if (history.acknowledgedSequence() < before) {
      reach.note(ModelReach.Place.LOST_WRITES);
    }
    check();
    assertThat(db.verify().problems()).isEmpty();
  }

  private void crashInOpen(String[] step) throws IOException {
    CrashModel first = CrashModel.valueOf(step[1]);
    CrashModel second = CrashModel.valueOf(step[5]);
    CrashDirectory image = store.directory().crash(first, Long.parseLong(step[2]));
    closeStore();
    armed = null;
    long settled = -1;
    if (first != CrashModel.KEEP_ALL) {
      // All that a power cut leaves is durable, so no second crash may change what is recovered.
      ModelStore twin = new ModelStore(image.copy(), step[7], ++ids);
      settled = twin.db().recoveryReport().lastSequence();
      twin.close();
    }
    image.crashAt(Long.parseLong(step[3]), CrashPoint.valueOf(step[4]));
    try {
      ModelStore opened = new ModelStore(image, step[7], ++ids);
      settled = opened.db().recoveryReport().lastSequence();
      opened.close();
    } catch (SimulatedCrash e) {
      reach.note(ModelReach.Place.CRASH_INSIDE_OPEN);
    }
    open(image.crash(second, Long.parseLong(step[6])), step[7]);
    if (settled >= 0) {
      assertThat(db.recoveryReport().lastSequence())
          .as("what the second recovery found")
          .isEqualTo(settled);
    }
    recovered(first == CrashModel.KEEP_ALL && second == CrashModel.KEEP_ALL);
  }

  private void end() throws IOException {
    check();
    assertThat(db.verify().problems()).isEmpty();
    closeStore();
  }
}
