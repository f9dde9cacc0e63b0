package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import java.io.IOException;

/**
 * Tables in key order whose key ranges do not overlap: all versions of one user key are in one
 * table.
 */
interface SortedRun {
  /** Number of tables; table 0 has the smallest keys. */
  int tables();

  /** The first table whose largest key is at or after the key; {@link #tables} if there is none. */
  int findTable(byte[] key, int offset, int length);

  EntryCursor open(int table) throws IOException;
}
