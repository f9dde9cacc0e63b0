package dev.tamis.storage;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The names of a {@link CrashDirectory}: the ones seen, the ones on disk, and the operations in
 * between, in order. Guarded by the directory's lock.
 */
final class CrashNames {
  private final NavigableMap<String, CrashInode> seen;
  private final NavigableMap<String, CrashInode> durable;
  private final List<NameOperation> pending = new ArrayList<>();

  CrashNames() {
    this(new TreeMap<>(), new TreeMap<>());
  }

  private CrashNames(
      NavigableMap<String, CrashInode> seen, NavigableMap<String, CrashInode> durable) {
    this.seen = seen;
    this.durable = durable;
  }

  /** What a power cut leaves; see {@link CrashImage}. */
  CrashNames afterPowerCut(CrashModel model, long seed) {
    NavigableMap<String, CrashInode> image = CrashImage.of(model, seed, durable, pending);
    return new CrashNames(image, new TreeMap<>(image));
  }

  CrashNames copy() {
    IdentityHashMap<CrashInode, CrashInode> copies = new IdentityHashMap<>();
    CrashNames copy = new CrashNames(copy(seen, copies), copy(durable, copies));
    for (NameOperation o : pending) {
      CrashInode inode = copies.computeIfAbsent(o.inode(), CrashInode::copy);
      copy.pending.add(new NameOperation(o.removed(), o.added(), inode, o.operation()));
    }
    return copy;
  }

  private static NavigableMap<String, CrashInode> copy(
      Map<String, CrashInode> names, IdentityHashMap<CrashInode, CrashInode> copies) {
    NavigableMap<String, CrashInode> copy = new TreeMap<>(names);
    copy.replaceAll((name, inode) -> copies.computeIfAbsent(inode, CrashInode::copy));
    return copy;
  }

  boolean contains(String name) {
    return seen.containsKey(name);
  }

  List<String> list() {
    return List.copyOf(seen.keySet());
  }

  CrashInode existing(String name) throws NoSuchFileException {
    CrashInode inode = seen.get(name);
    if (inode == null) {
      throw new NoSuchFileException(name);
    }
    return inode;
  }

  void checkFree(String name) throws FileAlreadyExistsException {
    if (seen.containsKey(name)) {
      throw new FileAlreadyExistsException(name);
    }
  }

  /** A create or a link ({@code from} is null), a delete ({@code to} is null), or a rename. */
  void change(String from, String to, CrashInode inode, long operation) {
    NameOperation change = new NameOperation(from, to, inode, operation);
    change.applyTo(seen);
    pending.add(change);
  }

  void putDurably(String name, CrashInode inode) {
    pending.removeIf(o -> name.equals(o.added()) || name.equals(o.removed()));
    seen.put(name, inode);
    durable.put(name, inode);
  }

  void sync() {
    if (!pending.isEmpty()) {
      pending.clear();
      durable.clear();
      durable.putAll(seen);
    }
  }
}
