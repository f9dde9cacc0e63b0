package dev.tamis.filter.gate;

import dev.tamis.filter.BloomFilter;
import dev.tamis.filter.FilterBuilder;
import dev.tamis.filter.KeyHash;
import dev.tamis.filter.MutableFilter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a gate is made from. Not thread-safe; reusable. */
public final class GateBuilder {
  private static final int DEFAULT_RECENT_KEYS = 100_000;
  private static final double DEFAULT_RATE = 0.01;
  private static final int MAX_RECENT_KEYS = 1 << 28;

  final GateSource source;
  KeyHash hash;
  Supplier<FilterBuilder<? extends MutableFilter>> filters = BloomFilter::builder;
  double falsePositiveRate = DEFAULT_RATE;
  int maxRecentKeys = DEFAULT_RECENT_KEYS;
  long maxAgeNanos = Long.MAX_VALUE;
  GateListener listener = GateListener.NONE;
  int negativePlaces;
  LongSupplier clock = System::nanoTime;

  GateBuilder(GateSource source) {
    this.source = Objects.requireNonNull(source, "source");
  }

  /**
   * The hash of keys. Unless set, SipHash-1-3 with a random key: whoever chooses the keys that are
   * asked for cannot choose ones that pass the filter. To restore a saved filter, set the same hash
   * again.
   */
  public GateBuilder hash(KeyHash keyHash) {
    this.hash = Objects.requireNonNull(keyHash, "hash");
    return this;
  }

  /**
   * The type of filter; {@link BloomFilter} unless set. Number of keys, rate and hash are set by
   * the gate.
   */
  public GateBuilder filters(Supplier<FilterBuilder<? extends MutableFilter>> builders) {
    this.filters = Objects.requireNonNull(builders, "filters");
    return this;
  }

  /** Part of the absent keys that may reach the source; 0.01 unless set. */
  public GateBuilder falsePositiveRate(double rate) {
    if (!(rate > 0 && rate < 1)) {
      throw new IllegalArgumentException(
          "false-positive rate: actual=" + rate + ", expected=above 0, below 1");
    }
    this.falsePositiveRate = rate;
    return this;
  }

  /**
   * How many keys committed since a version's snapshot are held, 16 to 32 bytes each; 100,000
   * unless set. With more, the version answers "maybe" to everything until a rebuild. At half of
   * them a rebuild is due.
   *
   * @param keys 1 to 2^28
   */
  public GateBuilder maxRecentKeys(int keys) {
    if (keys < 1 || keys > MAX_RECENT_KEYS) {
      throw new IllegalArgumentException(
          "recent keys: actual=" + keys + ", expected=1 to " + MAX_RECENT_KEYS);
    }
    this.maxRecentKeys = keys;
    return this;
  }

  /** The age at which a rebuild is due, to forget deleted keys; never unless set. */
  public GateBuilder maxAge(Duration age) {
    this.maxAgeNanos = age.toNanos();
    return this;
  }

  /** Who is told of rebuilds that are due and of readers that are behind. */
  public GateBuilder listener(GateListener gateListener) {
    this.listener = Objects.requireNonNull(gateListener, "listener");
    return this;
  }

  /**
   * A cache beside the filter for so many keys that the source does not have; none unless set.
   *
   * @param places a power of two
   */
  public GateBuilder negativeCache(int places) {
    NegativeCache.requirePlaces(places);
    this.negativePlaces = places;
    return this;
  }

  GateBuilder clock(LongSupplier nanoClock) {
    this.clock = nanoClock;
    return this;
  }

  /** A gate without a filter: it lets everything through until {@link MembershipGate#rebuild}. */
  public MembershipGate build() {
    return new MembershipGate(this);
  }

  static KeyHash randomHash() {
    SecureRandom random = new SecureRandom();
    return KeyHash.sipHash13(random.nextLong(), random.nextLong());
  }
}
