package dev.tamis.engine;

import dev.tamis.sstable.Compression;
import java.util.List;
import java.util.random.RandomGenerator;

/** Options as one word of a model script, and random small ones. */
final class ModelOptions {
  private ModelOptions() {}

  /** For instance {@code memtable=4096,block=64,filter=10}; what is left out is the default. */
  static Options parse(String text) {
    Options.Builder builder = Options.builder();
    for (String setting : text.split(",", -1)) {
      String value = setting.substring(setting.indexOf('=') + 1);
      switch (setting.substring(0, setting.indexOf('='))) {
        case "memtable" -> builder.memtableBytes(Long.parseLong(value));
        case "block" -> builder.blockBytes(Integer.parseInt(value));
        case "partition" -> builder.partitionBytes(Integer.parseInt(value));
        case "filter" -> builder.filterBitsPerKey(Double.parseDouble(value));
        case "last" -> builder.lastLevelFilter(LastLevelFilter.valueOf(value));
        case "compression" -> builder.compression(Compression.valueOf(value));
        case "cache" -> builder.cacheBytes(Long.parseLong(value));
        case "files" -> builder.maxOpenFiles(Integer.parseInt(value));
        case "level0" -> builder.level0Tables(Integer.parseInt(value));
        case "ratio" -> builder.levelRatio(Integer.parseInt(value));
        case "base" -> builder.levelBaseBytes(Long.parseLong(value));
        case "table" -> builder.tableBytes(Long.parseLong(value));
        default -> throw new IllegalArgumentException("unknown option: " + setting);
      }
    }
    return builder.build();
  }

  static String draw(RandomGenerator random) {
    String sizes = drawSizes(random);
    // Not drawn: the scripts of the seeds that are known would become other ones.
    List<LastLevelFilter> filters = List.of(LastLevelFilter.values());
    return sizes + ",last=" + filters.get(Math.floorMod(sizes.hashCode(), filters.size()));
  }

  private static String drawSizes(RandomGenerator random) {
    return "memtable="
        + (4096 << random.nextInt(4))
        + ",block="
        + pick(random, 64, 100, 128, 256, 512)
        + ",partition="
        + pick(random, 64, 128, 200, 256)
        + ",filter="
        + pick(random, 0, 1, 10, 10, 10, 24)
        + ",compression="
        + (random.nextBoolean() ? "NONE" : "LZ4")
        + ",cache="
        + pick(random, 0, 4096, 20_000, 60_000, 1 << 24)
        + ",files="
        + pick(random, 4, 6, 64)
        + ",level0="
        + (1 + random.nextInt(4))
        + ",ratio="
        + (2 + random.nextInt(3))
        + ",base="
        + (1024 << random.nextInt(5))
        + ",table="
        + (1024 << random.nextInt(4));
  }

  private static int pick(RandomGenerator random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
