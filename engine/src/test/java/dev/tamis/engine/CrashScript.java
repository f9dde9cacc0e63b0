package dev.tamis.engine;

import dev.tamis.storage.Directory;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * About 200 writes in three sessions with flushes, compactions, closes and reopens in between. The
 * history tells afterwards what was tried and what was acknowledged; the first failure ends it.
 */
final class CrashScript {
  private static final int WRITES_PER_SESSION = 70;
  private static final int KEYS = 60;

  private final long seed;
  private final Directory directory;
  private final Options options;
  private final SplittableRandom random;
  final WriteHistory history = new WriteHistory();
  long flushes;
  long compactions;

  CrashScript(Directory directory, long seed) {
    this(directory, seed, SmallStores.tiny().build());
  }

  /** Without a log all writes are buffered, and a sync is a flush. */
  CrashScript(Directory directory, long seed, Options options) {
    this.directory = directory;
    this.options = options;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  /** Runs all of it, or until something throws; that is thrown on, with the store closed. */
  void run() throws IOException {
    for (int session = 0; session < 3; session++) {
      Db db = SmallStores.open(directory, seed + session, options);
      try {
        session(db, session);
        Stats stats = db.stats();
        flushes += stats.flushes();
        compactions += stats.compactions();
      } catch (Throwable e) {
        try {
          db.close();
        } catch (Throwable suppressed) {
          e.addSuppressed(suppressed);
        }
        throw e;
      }
      history.close(db);
    }
  }

  private void session(Db db, int session) throws IOException {
    for (int i = 1; i <= WRITES_PER_SESSION; i++) {
      write(db, i);
      if (i % 22 == 0) {
        history.flush(db);
      }
      if (i % 35 == 0) {
        db.compact(null, i == 35 ? SmallStores.bytes(SmallStores.key(KEYS / 2)) : null);
      }
      if (i % 31 == session) {
        history.sync(db);
      }
    }
  }

  private void write(Db db, int i) throws IOException {
    boolean synced = random.nextInt(4) == 0 && options.logged();
    Durability durability = synced ? Durability.SYNC : Durability.BUFFERED;
    if (i % 10 == 0) {
      WriteHistory.Operation[] batch = new WriteHistory.Operation[1 + random.nextInt(8)];
      for (int j = 0; j < batch.length; j++) {
        batch[j] = new WriteHistory.Operation(key(), random.nextInt(4) == 0 ? null : value());
      }
      history.write(db, durability, batch);
    } else if (random.nextInt(5) == 0) {
      history.delete(db, key(), durability);
    } else {
      history.put(db, key(), value(), durability);
    }
  }

  private String key() {
    return SmallStores.key(random.nextInt(KEYS));
  }

  private String value() {
    int length = random.nextInt(10) == 0 ? 1500 : random.nextInt(80);
    return (char) ('a' + random.nextInt(26)) + "v".repeat(length) + random.nextInt(1000);
  }
}
