package dev.tamis.storage;

import java.util.Map;

/**
 * A change of a directory that is not durable yet.
 *
 * @param removed name that goes, or null
 * @param added name that comes (replacing what it named), or null
 * @param inode the file whose names change
 * @param operation place in the global order
 */
record NameOperation(String removed, String added, CrashInode inode, long operation) {

  /**
   * Applies it to the names on disk, also where operations before it are missing: a name that is
   * still another file's is not removed, since it is a later state of that entry that would go.
   */
  void applyTo(Map<String, CrashInode> names) {
    if (removed != null && names.get(removed) == inode) {
      names.remove(removed);
    }
    if (added != null) {
      names.put(added, inode);
    }
  }
}
