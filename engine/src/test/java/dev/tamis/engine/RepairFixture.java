package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.Directory;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A store to be damaged and repaired, and what it holds: overwrites, deletes and partial
 * compactions, so that several levels and a log hold versions of the same keys.
 */
final class RepairFixture {
  static final int KEYS = 500;
  static final Options OPTIONS = SmallStores.tiny().build();

  final NavigableMap<String, String> model = new TreeMap<>();

  /** Every value a key ever had. */
  private final Map<String, Set<String>> history = new HashMap<>();

  private long ids = 100;

  CrashDirectory store(boolean closed) throws IOException {
    CrashDirectory directory = new CrashDirectory();
    Db db = SmallStores.open(directory, 1);
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < KEYS; i++) {
        put(db, SmallStores.key(random.nextInt(KEYS)), "value " + round + " of " + i);
        if (i % 5 == 0) {
          delete(db, SmallStores.key(random.nextInt(KEYS)));
        }
      }
      if (round == 1) {
        db.compact(null, null);
      } else if (round == 3) {
        db.compact(SmallStores.bytes(SmallStores.key(0)), SmallStores.bytes(SmallStores.key(200)));
      }
    }
    db.awaitQuiet();
    put(db, SmallStores.key(1), "only in the log");
    delete(db, SmallStores.key(2));
    db.sync();
    assertThat(db.levels()).hasSizeGreaterThan(2);
    CrashDirectory left = closed ? directory : directory.crash(CrashModel.KEEP_ALL, 1);
    db.close();
    return left;
  }

  void put(Db db, String key, String value) throws IOException {
    SmallStores.put(db, key, value, Durability.BUFFERED);
    model.put(key, value);
    history.computeIfAbsent(key, any -> new HashSet<>()).add(value);
  }

  void delete(Db db, String key) throws IOException {
    db.delete(SmallStores.bytes(key));
    model.remove(key);
  }

  RepairReport repair(Directory directory) throws IOException {
    return Db.repair(new Environment(directory, new SplittableRandom(++ids), Thread::new), OPTIONS);
  }

  void assertIsTheModel(CrashDirectory directory, String when) throws IOException {
    try (Db db = SmallStores.open(directory, ++ids)) {
      SmallStores.assertHolds(db, model, when);
      SmallStores.put(db, "new", "after the repair", Durability.SYNC);
      assertThat(SmallStores.get(db, "new")).isEqualTo("after the repair");
      db.delete(SmallStores.bytes("new"));
      db.flush();
    }
    try (Db db = SmallStores.open(directory, ++ids)) {
      SmallStores.assertHolds(db, model, when + ", opened again");
    }
    assertThat(directory.openHandles()).isEmpty();
  }

  /** Every value is one that was written, and the keys outside of all losses are the model's. */
  void assertSound(CrashDirectory directory, RepairReport report, String when) throws IOException {
    try (Db db = SmallStores.open(directory, ++ids)) {
      assertThat(db.verify().problems()).as(when).isEmpty();
      NavigableMap<String, String> found = SmallStores.scan(db);
      found.forEach(
          (key, value) -> assertThat(history.get(key)).as(when + ": " + key).contains(value));
      for (int i = 0; i < KEYS; i++) {
        String key = SmallStores.key(i);
        if (report.losses().stream().noneMatch(loss -> covers(loss, key))) {
          assertThat(found.get(key)).as(when + ": " + key).isEqualTo(model.get(key));
        }
      }
    }
  }

  static boolean covers(RepairReport.Loss loss, String key) {
    byte[] bytes = SmallStores.bytes(key);
    return (loss.after() == null || KeyOrder.compare(bytes, loss.after()) >= 0)
        && (loss.upTo() == null || KeyOrder.compare(bytes, loss.upTo()) <= 0);
  }
}
