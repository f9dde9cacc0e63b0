package dev.tamis.engine;

import dev.tamis.sstable.Table;
import dev.tamis.sstable.ValueForm;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything a read looks at, swapped whole: the memtable being written, those waiting to be
 * flushed, newest first, and the version. Immutable but for the active memtable's content.
 *
 * <p>Invariant: a key's versions are newer in what comes first. A flush that puts a memtable's
 * content into the version takes the memtable out in the same swap.
 */
record ReadView(MemTable active, List<MemTable> frozen, Version version) {

  /**
   * The newest version of a key in the memtables that is visible at a sequence: {@code null} if
   * there is none, {@link Table#TOMBSTONE} if it is a delete, else what the form makes of the
   * value.
   */
  byte[] getFromMemory(
      byte[] key,
      long hash,
      long sequence,
      ValueForm form,
      boolean useFilters,
      StoreCounters counters) {
    byte[] found = get(active, key, hash, sequence, form, useFilters, counters);
    for (int i = 0; found == null && i < frozen.size(); i++) {
      found = get(frozen.get(i), key, hash, sequence, form, useFilters, counters);
    }
    return found;
  }

  private static byte[] get(
      MemTable table,
      byte[] key,
      long hash,
      long sequence,
      ValueForm form,
      boolean useFilters,
      StoreCounters counters) {
    if (table.entries() == 0) {
      return null;
    }
    if (useFilters) {
      counters.memtableFilterChecks.increment();
      if (!table.mightContain(hash)) {
        counters.memtableFilterNegatives.increment();
        return null;
      }
    }
    byte[] found = table.get(key, hash, sequence, form);
    if (found != null) {
      counters.memtableHits.increment();
    }
    return found;
  }

  ReadView freeze(MemTable next) {
    List<MemTable> more = new ArrayList<>(frozen.size() + 1);
    more.add(active);
    more.addAll(frozen);
    return new ReadView(next, List.copyOf(more), version);
  }

  ReadView install(Version next, MemTable flushed) {
    List<MemTable> rest = new ArrayList<>(frozen);
    rest.remove(flushed);
    return new ReadView(active, List.copyOf(rest), next);
  }

  long memtableBytes() {
    long bytes = active.memoryBytes();
    for (MemTable table : frozen) {
      bytes += table.memoryBytes();
    }
    return bytes;
  }
}
