package dev.tamis.bench.filter;

import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.filter.KeyHash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All kinds at all sizes; within a size the kinds take turns, so that all see the same machine. */
final class FilterBenchmark {
  private final FilterOptions options;
  private final KeyHash hash;
  private final Map<FilterKind, ProbeLoop> kinds = new LinkedHashMap<>();

  FilterBenchmark(FilterOptions options) {
    this.options = options;
    this.hash = KeyHash.xxh64(options.seed());
    for (FilterKind kind : FilterKinds.all(hash)) {
      if (options.isChosen(kind)) {
        kinds.put(kind, ProbeLoop.copy());
      }
    }
  }

  List<FilterMeasurement> run(Progress progress) throws WrongAnswerException {
    List<FilterMeasurement> results = new ArrayList<>();
    for (long count : options.keys()) {
      ProbeKeys keys = new ProbeKeys(count, options.seed());
      long[] hashes = absentHashes(keys);
      for (double bits : options.bitsPerKey()) {
        results.addAll(measure(count, bits, trials(keys, hashes, bits), progress));
      }
    }
    return results;
  }

  private List<FilterMeasurement> measure(
      long count, double bits, List<FilterTrial> trials, Progress progress)
      throws WrongAnswerException {
    List<FilterMeasurement> results = new ArrayList<>();
    String name = String.format(Locale.ROOT, "%,d keys, %s bits", count, bits);
    long total = (long) trials.size() * (options.rounds() + 1);
    long done = 0;
    try (Progress.Step step = progress.begin(name, total)) {
      for (int round = 0; round <= options.rounds(); round++) {
        for (FilterTrial trial : trials) {
          trial.round();
          if (round == options.rounds()) {
            results.add(trial.result(options.probes()));
          }
          trial.release();
          step.advanceTo(++done);
        }
      }
    }
    return results;
  }

  private long[] absentHashes(ProbeKeys keys) {
    long[] hashes = new long[options.reads()];
    byte[] key = new byte[ProbeKeys.KEY_BYTES];
    for (int i = 0; i < hashes.length; i++) {
      keys.write(keys.absent(i), key);
      hashes[i] = hash.hash(key);
    }
    return hashes;
  }

  private List<FilterTrial> trials(ProbeKeys keys, long[] hashes, double bits) {
    boolean first = bits == options.bitsPerKey().get(0);
    List<FilterTrial> trials = new ArrayList<>();
    kinds.forEach(
        (kind, loop) -> {
          boolean fits = keys.count() <= kind.mostKeys() && kind.takesBits(bits);
          if (fits && (kind.dependsOnBits() || first)) {
            trials.add(new FilterTrial(kind, loop, keys, hashes, bits, options.rounds()));
          }
        });
    return trials;
  }
}
