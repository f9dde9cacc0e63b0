package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;

/** Is told what a salvage has to pass over. */
@FunctionalInterface
public interface SalvageListener {

  /**
   * Entries are lost.
   *
   * @param after they are all greater than this key, or equal to it; null: no lower bound is known
   * @param upTo and at most this one
   * @param damage why
   */
  void lost(byte[] after, byte[] upTo, CorruptionException damage);
}
