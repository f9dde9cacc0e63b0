package dev.tamis.filter.gate;

import dev.tamis.filter.FilterBuilder;
import dev.tamis.filter.FilterFormatException;
import dev.tamis.filter.KeyHash;
import dev.tamis.filter.MembershipFilter;
import dev.tamis.filter.MutableFilter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Keeps requests for keys that do not exist away from a source that is expensive to ask. "No" is
 * certain for every key whose commit was finished before the question; where that cannot be known
 * the answer is "maybe".
 *
 * <pre>{@code
 * MembershipGate gate = MembershipGate.builder(source).negativeCache(1024).build();
 * gate.rebuild(); // now, and whenever rebuildReason() or the listener says so
 *
 * Profile found = gate.find(key, database::load); // null, mostly without asking
 *
 * gate.commit(key, k -> database.insert(k, profile)); // every commit goes through the gate
 * gate.delete(key, database::delete);
 * }</pre>
 *
 * <p>Thread-safe. Questions take no lock and never wait for a rebuild; {@link #begin} takes one for
 * the time of a hash table's addition.
 */
public final class MembershipGate {
  /*
   * Idea. Attackers and broken links ask for keys that do not exist, no cache can keep all of those, and
   * each costs a query: cache penetration. A filter over all keys answers 99 of 100 of them. The
   * hard part is that the source goes on changing: a key committed after the filter's snapshot must not
   * be denied. GateVersions says how that is made sure of.
   *
   * Numbers. A request costs a hash and two or three cache misses. A gate without keys takes less than
   * 1 KiB, so there can be one per tenant; 1 % costs 9.6 bits per key more.
   *
   * Limits. A commit that does not go through begin() is denied until the next rebuild. If the source
   * learns of one (a bulk load, another process), raiseWatermark() with its position makes every older
   * version answer "maybe". Deleted keys look present until the next rebuild.
   */
  private final GateSource source;
  private final KeyHash hash;
  private final Supplier<FilterBuilder<? extends MutableFilter>> filters;
  private final double falsePositiveRate;
  private final GateListener listener;
  private final LongSupplier clock;
  private final GateVersions versions;
  private final NegativeCache negativeCache;
  private final RebuildSignal signal;
  private final GateCounters counters = new GateCounters();
  private final AtomicLong watermark = new AtomicLong(Long.MIN_VALUE);
  private final AtomicBoolean rebuilding = new AtomicBoolean();

  MembershipGate(GateBuilder builder) {
    this.source = builder.source;
    this.filters = builder.filters;
    this.falsePositiveRate = builder.falsePositiveRate;
    this.listener = builder.listener;
    this.clock = builder.clock;
    this.hash = builder.hash == null ? GateBuilder.randomHash() : builder.hash;
    this.versions = new GateVersions(builder.maxRecentKeys, builder.clock.getAsLong());
    this.negativeCache =
        builder.negativePlaces == 0 ? null : new NegativeCache(builder.negativePlaces);
    this.signal = new RebuildSignal(builder.listener, builder.maxRecentKeys, builder.maxAgeNanos);
  }

  /** A builder. */
  public static GateBuilder builder(GateSource source) {
    return new GateBuilder(source);
  }

  /** The hash that makes this gate's hashes from keys. */
  public KeyHash hash() {
    return hash;
  }

  /** Whether the source may have the key; false is certain. Allocates nothing. */
  public boolean mightContain(byte[] key) {
    return mightContainHash(hash.hash(key));
  }

  /** Whether the source may have a key of this hash; false is certain. Allocates nothing. */
  public boolean mightContainHash(long keyHash) {
    return ask(versions.current(), keyHash);
  }

  /**
   * What the source has for the key, or null; the source is asked only if it may have the key.
   *
   * @throws IOException what {@code read} threw; nothing is remembered of the key then
   */
  public <V> V find(byte[] key, SourceRead<V> read) throws IOException {
    long keyHash = hash.hash(key);
    if (negativeCache != null && negativeCache.contains(key, keyHash)) {
      counters.cachedNegatives.increment();
      return null;
    }
    GateVersion.Answer answer = count(versions.current(), keyHash);
    if (answer == GateVersion.Answer.NO) {
      return null;
    }
    long stamp = stamp(keyHash);
    boolean returned = false;
    V value = null;
    try {
      value = read.read(key);
      returned = true;
    } finally {
      if (!returned) {
        counters.sourceFailures.increment();
      }
    }
    if (value == null) {
      if (answer == GateVersion.Answer.MAYBE) {
        counters.missesAfterPositive.increment();
      }
      rememberAbsent(key, keyHash, stamp);
    }
    return value;
  }

  /**
   * Commits a key to the source. It is found from before the source makes it visible.
   *
   * @throws IOException what {@code insert} threw
   */
  public void commit(byte[] key, SourceChange insert) throws IOException {
    GateCommit commit = begin(key);
    try {
      insert.apply(key);
    } finally {
      commit.close();
    }
  }

  /**
   * Announces a commit of a key, for commits that end in another place than they begin. From now on
   * no version that is in use denies it; to be called before the source makes the key visible, and
   * closed when it has, or when that has failed.
   */
  public GateCommit begin(byte[] key) {
    long keyHash = hash.hash(key);
    if (negativeCache != null) {
      negativeCache.announce(keyHash);
    }
    versions.announce(keyHash);
    checkRebuild();
    return new GateCommit(this, keyHash);
  }

  /**
   * Deletes a key, and lets the negative cache, if there is one, deny it from now on: the filter
   * cannot until it is rebuilt.
   *
   * @throws IOException what {@code delete} threw; nothing is remembered of the key then
   */
  public void delete(byte[] key, SourceChange delete) throws IOException {
    long keyHash = hash.hash(key);
    long stamp = stamp(keyHash);
    delete.apply(key);
    rememberAbsent(key, keyHash, stamp);
  }

  /** A reader of the current version. */
  public GateReader openReader() {
    return new GateReader(this);
  }

  /**
   * Builds a filter of the source's keys in this thread and then asks it instead of the old one,
   * which is asked until then.
   *
   * @return false if another rebuild is under way; this one was not begun then
   * @throws IOException what the source threw; the old filter stays
   */
  public boolean rebuild() throws IOException {
    return replace(
        (start, recent) -> {
          try (GateSource.Snapshot snapshot = source.snapshot()) {
            MutableFilter filter =
                filters
                    .get()
                    .hash(hash)
                    .expectedKeys(Math.max(0, snapshot.keyCount()))
                    .falsePositiveRate(falsePositiveRate)
                    .build();
            snapshot.forEachKey(filter::add);
            return Optional.of(newVersion(snapshot.position(), start, filter, recent));
          }
        });
  }

  /** The current filter for the next start; nothing if there is none. */
  public Optional<SavedFilter> save() {
    GateVersion version = versions.current();
    return Optional.ofNullable(version.filter())
        .map(filter -> new SavedFilter(version.position(), filter.toBytes()));
  }

  /**
   * Takes a saved filter instead of building one, if the source has not changed since its snapshot.
   *
   * @return false if it has, or if a rebuild is under way; nothing has changed then
   * @throws FilterFormatException if the bytes are damaged; counted, and nothing has changed
   * @throws IllegalArgumentException if the filter has another hash than this gate
   */
  public boolean restore(SavedFilter saved) throws FilterFormatException {
    MembershipFilter filter;
    try {
      filter = MembershipFilter.fromBytes(saved.bytes());
    } catch (FilterFormatException e) {
      counters.checksumFailures.increment();
      throw e;
    }
    if (!filter.hash().equals(hash)) {
      throw new IllegalArgumentException(
          "hash of a saved filter: actual=" + filter.hash() + " of another seed or kind");
    }
    try {
      return replace(
          (start, recent) ->
              source.position() == saved.position()
                  ? Optional.of(newVersion(saved.position(), start, filter, recent))
                  : Optional.empty());
    } catch (IOException e) {
      throw new AssertionError("a position is read without I/O", e);
    }
  }

  /**
   * Tells that versions older than this position of the source are not safe: keys were committed
   * before it that did not go through {@link #begin}. Such versions answer "maybe" from now on, and
   * the readers that have one open are reported. A lower watermark than before has no effect.
   */
  public void raiseWatermark(long position) {
    long raised = watermark.accumulateAndGet(position, Math::max);
    List<GateVersion> behind = versions.openBefore(raised);
    for (GateVersion version : behind) {
      listener.readerBehind(version.number(), version.position(), raised);
    }
    checkRebuild();
  }

  /** Why a rebuild is due, if one is. */
  public Optional<RebuildReason> rebuildReason() {
    return signal.reason(versions.current(), watermark.get(), clock.getAsLong());
  }

  /**
   * Tells the listener if a rebuild has become due. Commits and watermarks do so by themselves; to
   * notice age, call it now and then.
   */
  public void checkRebuild() {
    signal.check(versions.current(), watermark.get(), clock.getAsLong());
  }

  /** Counters and state. */
  public GateStatus status() {
    return counters.status(
        versions.current(),
        source.position(),
        clock.getAsLong(),
        versions.readersBefore(watermark.get()));
  }

  GateVersions versions() {
    return versions;
  }

  boolean ask(GateVersion version, long keyHash) {
    return count(version, keyHash) != GateVersion.Answer.NO;
  }

  void end(long keyHash) {
    versions.end(keyHash);
    if (negativeCache != null) {
      negativeCache.end(keyHash);
    }
  }

  private GateVersion.Answer count(GateVersion version, long keyHash) {
    GateVersion.Answer answer = version.ask(keyHash, watermark.get());
    counters.count(answer);
    return answer;
  }

  private long stamp(long keyHash) {
    return negativeCache == null ? NegativeCache.NO_STAMP : negativeCache.stamp(keyHash);
  }

  private void rememberAbsent(byte[] key, long keyHash, long stamp) {
    if (negativeCache != null) {
      negativeCache.put(key, keyHash, stamp);
    }
  }

  private GateVersion newVersion(
      long position, long start, MembershipFilter filter, RecentKeys recent) {
    long number = versions.current().number() + 1;
    return new GateVersion(number, position, start, filter, recent);
  }

  /** Makes a version for recent keys that are being collected already, or nothing. */
  private interface Making {
    Optional<GateVersion> make(long startNanos, RecentKeys recent) throws IOException;
  }

  private boolean replace(Making making) throws IOException {
    if (!rebuilding.compareAndSet(false, true)) {
      return false;
    }
    try {
      return replaceAlone(making);
    } finally {
      rebuilding.set(false);
    }
  }

  private boolean replaceAlone(Making making) throws IOException {
    long start = clock.getAsLong();
    RecentKeys recent = versions.openNext(); // before the snapshot
    boolean replaced = false;
    try {
      Optional<GateVersion> version = making.make(start, recent);
      version.ifPresent(versions::switchTo);
      replaced = version.isPresent();
    } finally {
      if (!replaced) {
        versions.abandonNext();
        counters.failedRebuilds.increment();
      }
    }
    if (replaced) {
      counters.rebuilds.increment();
      counters.lastRebuildNanos = clock.getAsLong() - start;
      checkRebuild();
    }
    return replaced;
  }
}
