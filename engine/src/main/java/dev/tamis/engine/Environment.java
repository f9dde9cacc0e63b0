package dev.tamis.engine;

import dev.tamis.storage.Directory;
import java.security.SecureRandom;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * What a store takes from the world around it. Tests hand in their own, so that one seed decides a
 * run.
 *
 * @param directory where the files are
 * @param random draws file ids and the hash seed
 * @param threads makes the store's three threads
 */
record Environment(Directory directory, RandomGenerator random, ThreadFactory threads) {

  /** The real one: ids nobody can foresee, ordinary threads. */
  static Environment system(Directory directory) {
    return new Environment(directory, new SecureRandom(), Thread::new);
  }

  /** A file id is never 0, which formats use for "none". */
  long newFileId() {
    long id = random.nextLong();
    return id == 0 ? 1 : id;
  }
}
