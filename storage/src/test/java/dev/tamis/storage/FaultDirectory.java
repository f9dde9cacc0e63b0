package dev.tamis.storage;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Another directory with faults on demand: see {@link FaultRule}. Counts the calls by kind and name
 * and records each fault that it injected, so that a test can tell a fault that was swallowed from
 * one that never happened. Where several rules hit one call, the one added first decides; hooks
 * always run. Safe for use by several threads.
 */
public final class FaultDirectory implements Directory {
  private record Call(FaultOperation operation, String name) {}

  private final Directory inner;
  private final List<FaultRule> rules = new CopyOnWriteArrayList<>();
  private final List<String> injected = new CopyOnWriteArrayList<>();
  private final ConcurrentMap<Call, AtomicLong> calls = new ConcurrentHashMap<>();

  public FaultDirectory(Directory inner) {
    this.inner = inner;
  }

  /** Adds a rule and returns it. */
  public FaultRule add(FaultRule rule) {
    rules.add(rule);
    return rule;
  }

  /** Takes a rule away: the disk is mended. Handles that failed stay failed. */
  public void remove(FaultRule rule) {
    rules.remove(rule);
  }

  /** Takes all rules away; counts and records stay. */
  public void clear() {
    rules.clear();
  }

  /** Calls of one kind so far, failed ones too. */
  public long count(FaultOperation operation) {
    return calls.entrySet().stream()
        .filter(entry -> entry.getKey().operation() == operation)
        .mapToLong(entry -> entry.getValue().get())
        .sum();
  }

  /** Calls of one kind on one name so far, failed ones too. */
  public long count(FaultOperation operation, String name) {
    AtomicLong count = calls.get(new Call(operation, name));
    return count == null ? 0 : count.get();
  }

  /** The faults that were injected, in order: {@code SYNC 7.log FAIL}. Hooks are not faults. */
  public List<String> injected() {
    return List.copyOf(injected);
  }

  @Override
  public AppendableFile create(String name) throws IOException {
    failIfHit(FaultOperation.CREATE, name);
    return new FaultAppendableFile(this, name, inner.create(name));
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    failIfHit(FaultOperation.OPEN, name);
    return new FaultReadableFile(this, name, inner.open(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    failIfHit(FaultOperation.RENAME, from, to);
    inner.rename(from, to);
  }

  @Override
  public void link(String existing, String link) throws IOException {
    failIfHit(FaultOperation.LINK, existing, link);
    inner.link(existing, link);
  }

  @Override
  public void delete(String name) throws IOException {
    failIfHit(FaultOperation.DELETE, name);
    inner.delete(name);
  }

  @Override
  public List<String> list() throws IOException {
    failIfHit(FaultOperation.LIST, "");
    return inner.list();
  }

  @Override
  public long size(String name) throws IOException {
    failIfHit(FaultOperation.SIZE, name);
    return inner.size(name);
  }

  @Override
  public long freeSpace() throws IOException {
    failIfHit(FaultOperation.FREE_SPACE, "");
    return inner.freeSpace();
  }

  @Override
  public Closeable lock(String name) throws IOException {
    failIfHit(FaultOperation.LOCK, name);
    return inner.lock(name);
  }

  @Override
  public void sync() throws IOException {
    failIfHit(FaultOperation.DIR_SYNC, "");
    inner.sync();
  }

  @Override
  public String toString() {
    return inner.toString();
  }

  @Override
  public void close() throws IOException {
    inner.close();
  }

  /** Counts a call, runs the hooks it meets and returns the first rule that hits it, or null. */
  FaultRule hit(FaultOperation operation, String name, String otherName) {
    calls.computeIfAbsent(new Call(operation, name), c -> new AtomicLong()).incrementAndGet();
    FaultRule first = null;
    for (FaultRule rule : rules) {
      if (rule.hits(operation, name, otherName)) {
        if (rule.action() == FaultRule.Action.RUN) {
          rule.runHook();
        } else if (first == null) {
          first = rule;
        }
      }
    }
    return first;
  }

  /** Records a fault and returns its error. */
  IOException inject(FaultRule rule, FaultOperation operation, String name) {
    record(rule, operation, name);
    return rule.action() == FaultRule.Action.DISK_FULL
        ? new DiskFullException(name, new IOException("injected: No space left on device"))
        : new IOException("injected: Input/output error: " + operation + " " + name);
  }

  void record(FaultRule rule, FaultOperation operation, String name) {
    injected.add((operation + " " + name).strip() + " " + rule);
  }

  private void failIfHit(FaultOperation operation, String name) throws IOException {
    failIfHit(operation, name, name);
  }

  private void failIfHit(FaultOperation operation, String name, String otherName)
      throws IOException {
    FaultRule rule = hit(operation, name, otherName);
    if (rule != null) {
      throw inject(rule, operation, name);
    }
  }
}
