package dev.tamis.storage;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Which calls of a {@link FaultDirectory} go wrong, and how: {@code FaultRule.on(SYNC,
 * "*.log").nth(3).failOnce()}. A rule counts the calls that match it from the moment it is added;
 * the n-th one (the first, unless {@link Builder#nth} says otherwise) is hit, and for the lasting
 * actions every later one. Safe for use by several threads.
 */
public final class FaultRule {
  enum Action {
    FAIL,
    DISK_FULL,
    SHORT_WRITE,
    DROP_ON_SYNC,
    FLIP_BIT,
    RUN
  }

  private final Builder which;
  private final Action action;
  private final boolean lasting;
  private final Runnable hook;

  /** Space left, bytes of the short write, or the number of the bit; by action. */
  private final AtomicLong amount;

  private final AtomicLong matches = new AtomicLong();

  private FaultRule(Builder which, Action action, boolean lasting, long amount, Runnable hook) {
    this.which = which;
    this.action = action;
    this.lasting = lasting;
    this.amount = new AtomicLong(amount);
    this.hook = hook;
  }

  /** Calls of one kind on names that match a glob of {@code *} and {@code ?}. */
  public static Builder on(FaultOperation operation, String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
    }
    return on(operation, Pattern.compile(regex.toString()).asMatchPredicate());
  }

  /** Calls of one kind on names that a predicate takes. */
  public static Builder on(FaultOperation operation, Predicate<String> names) {
    return new Builder(operation, names, 1);
  }

  /** The first half of a rule: which calls. */
  public static final class Builder {
    private final FaultOperation operation;
    private final Predicate<String> names;
    private final long first;

    private Builder(FaultOperation operation, Predicate<String> names, long first) {
      this.operation = operation;
      this.names = names;
      this.first = first;
    }

    /** Hits the n-th matching call, counted from 1. */
    public Builder nth(long n) {
      return new Builder(operation, names, n);
    }

    /** That call throws an I/O error and does nothing. */
    public FaultRule failOnce() {
      return rule(Action.FAIL, false, 0);
    }

    /** That call and all later ones throw an I/O error and do nothing. */
    public FaultRule failForever() {
      return rule(Action.FAIL, true, 0);
    }

    /**
     * From that call on the disk takes this many bytes of matching appends; the append that goes
     * over is cut there and throws {@link DiskFullException}, as do all that follow. Other
     * operations throw it at once.
     */
    public FaultRule diskFullAfter(long bytes) {
      return rule(Action.DISK_FULL, true, bytes);
    }

    /** Of that append only the first bytes are written, then an I/O error is thrown. */
    public FaultRule shortWrite(int bytes) {
      return rule(Action.SHORT_WRITE, false, bytes);
    }

    /**
     * That sync throws, and readers still see the unsynced bytes, but no later sync brings them to
     * the disk: a crash of the {@link CrashDirectory} below loses them.
     */
    public FaultRule dropOnSync() {
      return rule(Action.DROP_ON_SYNC, false, 0);
    }

    /** One bit of what that read returns is wrong; counted from its first byte, modulo its size. */
    public FaultRule flipBit(long bit) {
      return rule(Action.FLIP_BIT, false, bit);
    }

    /** The same for that read and all later ones. */
    public FaultRule flipBitForever(long bit) {
      return rule(Action.FLIP_BIT, true, bit);
    }

    /** Something runs before that call, in its thread; the call then goes on. */
    public FaultRule run(Runnable hook) {
      return new FaultRule(this, Action.RUN, false, 0, hook);
    }

    /** Something runs before that call and all later ones: a delay. */
    public FaultRule runForever(Runnable hook) {
      return new FaultRule(this, Action.RUN, true, 0, hook);
    }

    private FaultRule rule(Action action, boolean lasting, long amount) {
      return new FaultRule(this, action, lasting, amount, () -> {});
    }
  }

  /** Counts a call if it matches, and says whether it is hit. */
  boolean hits(FaultOperation operation, String name, String otherName) {
    if (operation != which.operation || !(which.names.test(name) || which.names.test(otherName))) {
      return false;
    }
    long match = matches.incrementAndGet();
    return match == which.first || (lasting && match > which.first);
  }

  /** Calls that matched so far. */
  public long matches() {
    return matches.get();
  }

  Action action() {
    return action;
  }

  void runHook() {
    hook.run();
  }

  long amount() {
    return amount.get();
  }

  /** Takes up to {@code wanted} bytes of the space left and returns how many there were. */
  int takeSpace(int wanted) {
    return (int) Math.min(wanted, amount.getAndUpdate(left -> left - Math.min(left, wanted)));
  }

  @Override
  public String toString() {
    return action.name();
  }
}
