package dev.tamis.filter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.filter.BloomFilter;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * An example: most objects are asked for once, and caching those throws out others for nothing. So
 * an object is admitted at its second request. A filter remembers who was asked for: 1.2 bytes per
 * object instead of the object.
 */
class SecondRequestExampleTest {

  /** A cache that admits at the second request. For one thread. */
  static final class SecondRequestCache {
    private final Map<String, String> cache = new HashMap<>();
    private final Function<String, String> source;
    private final int window;
    private BloomFilter requested;
    private BloomFilter requestedBefore;

    /** Remembers the last {@code window} to two times {@code window} objects asked for. */
    SecondRequestCache(int window, Function<String, String> source) {
      this.window = window;
      this.source = source;
      this.requested = empty();
      this.requestedBefore = empty();
    }

    String get(String name) {
      String cached = cache.get(name);
      if (cached != null) {
        return cached;
      }
      String found = source.apply(name);
      boolean isFirst = requested.add(name) && !requestedBefore.mightContain(name);
      if (!isFirst) {
        cache.put(name, found);
      }
      if (requested.keyCount() >= window) { // two filters in turn forget what is long ago
        requestedBefore = requested;
        requested = empty();
      }
      return found;
    }

    int size() {
      return cache.size();
    }

    private BloomFilter empty() {
      return BloomFilter.builder().expectedKeys(window).falsePositiveRate(0.01).build();
    }
  }

  private int loads;
  private final SecondRequestCache cache =
      new SecondRequestCache(
          1000,
          name -> {
            loads++;
            return "contents of " + name;
          });

  @Test
  void anObjectIsCachedAtItsSecondRequest() {
    assertThat(cache.get("logo")).isEqualTo("contents of logo");
    assertThat(cache.size()).isZero();
    assertThat(cache.get("logo")).isEqualTo("contents of logo");
    assertThat(cache.size()).isEqualTo(1);
    assertThat(cache.get("logo")).isEqualTo("contents of logo");
    assertThat(loads).isEqualTo(2);
  }

  @Test
  void objectsAskedForOnceDoNotFillTheCache() {
    for (int i = 0; i < 10_000; i++) {
      cache.get("once-" + i);
    }
    // Two filters of 1 % each: at most about 200 are taken for seen.
    assertThat(cache.size()).isLessThan(270);
  }

  @Test
  void aSecondRequestWithinTheWindowCountsEvenAcrossTheTurn() {
    cache.get("twice");
    for (int i = 0; i < 1000; i++) {
      cache.get("other-" + i);
    }
    cache.get("twice");
    int before = loads;
    cache.get("twice");
    assertThat(loads).isEqualTo(before);
  }
}
