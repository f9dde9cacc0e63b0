package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.TableOptions;

/**
 * Opens table outputs with the store's options.
 *
 * @param environment where the tables go and where their ids come from
 * @param numbers names them
 * @param options how they are laid out
 * @param hash the store's key hash
 */
record TableOutputs(
    Environment environment, FileNumbers numbers, TableOptions options, KeyHash hash) {

  /**
   * An output that starts a new table whenever one has reached {@code tableBytes}.
   *
   * @param filter of its tables, in place of what the options say
   */
  TableOutput open(long tableBytes, FilterChoice filter) {
    TableOptions chosen = options.withFilter(filter.kind(), filter.bitsPerKey());
    return new TableOutput(environment, numbers, chosen, hash, tableBytes);
  }
}
