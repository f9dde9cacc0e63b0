package dev.tamis.bench.run;

import picocli.CommandLine.Option;

/** The flags of {@code mixgraph}, in db_bench's names. */
final class MixOptions {
  @Option(
      names = "--mix_get_ratio",
      paramLabel = "R",
      defaultValue = "0.85",
      description = "Share of gets (default: ${DEFAULT-VALUE}).")
  private double getRatio;

  @Option(
      names = "--mix_put_ratio",
      paramLabel = "R",
      defaultValue = "0.14",
      description = "Share of puts (default: ${DEFAULT-VALUE}).")
  private double putRatio;

  @Option(
      names = "--mix_seek_ratio",
      paramLabel = "R",
      defaultValue = "0.01",
      description = "Share of seeks (default: ${DEFAULT-VALUE}).")
  private double seekRatio;

  @Option(
      names = "--mix_max_value_size",
      paramLabel = "BYTES",
      defaultValue = "1024",
      description = "Longest value (default: ${DEFAULT-VALUE}).")
  private int maxValueBytes;

  @Option(
      names = "--mix_max_scan_len",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Longest scan (default: ${DEFAULT-VALUE}).")
  private int maxScanLength;

  @Option(
      names = "--key_dist_a",
      paramLabel = "A",
      defaultValue = "0.002312",
      description = "Of the power law of hot keys (default: ${DEFAULT-VALUE}).")
  private double keyDistA;

  @Option(
      names = "--key_dist_b",
      paramLabel = "B",
      defaultValue = "0.3467",
      description = "Of the power law of hot keys (default: ${DEFAULT-VALUE}).")
  private double keyDistB;

  @Option(
      names = "--value_k",
      paramLabel = "K",
      defaultValue = "0.2615",
      description = "Of the Pareto distribution of value lengths (default: ${DEFAULT-VALUE}).")
  private double valueK;

  @Option(
      names = "--value_sigma",
      paramLabel = "SIGMA",
      defaultValue = "25.45",
      description = "Of the Pareto distribution of value lengths (default: ${DEFAULT-VALUE}).")
  private double valueSigma;

  @Option(
      names = "--iter_k",
      paramLabel = "K",
      defaultValue = "2.517",
      description = "Of the Pareto distribution of scan lengths (default: ${DEFAULT-VALUE}).")
  private double iterK;

  @Option(
      names = "--iter_sigma",
      paramLabel = "SIGMA",
      defaultValue = "14.236",
      description = "Of the Pareto distribution of scan lengths (default: ${DEFAULT-VALUE}).")
  private double iterSigma;

  double ratios() {
    return getRatio + putRatio + seekRatio;
  }

  double smallest() {
    return Math.min(Math.min(getRatio, putRatio), seekRatio);
  }

  double smallestParameter() {
    return Math.min(
        Math.min(Math.min(keyDistA, keyDistB), Math.min(valueK, valueSigma)),
        Math.min(iterK, iterSigma));
  }

  int maxValueBytes() {
    return maxValueBytes;
  }

  int maxScanLength() {
    return maxScanLength;
  }

  /** The model; shares are made to sum up to 1. */
  MixModel model() {
    return new MixModel(
        getRatio / ratios(),
        putRatio / ratios(),
        keyDistA,
        keyDistB,
        valueK,
        valueSigma,
        iterK,
        iterSigma,
        maxValueBytes,
        maxScanLength);
  }
}
