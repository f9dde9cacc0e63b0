package dev.tamis.bench.job;

import dev.tamis.engine.Options;

/**
 * The sizes of the main job's store: so small that some megabytes of data already stand in three
 * levels or more. An application would leave them at their defaults.
 */
record StoreShape(
    int memtableBytes, int level0Tables, int levelRatio, long levelBaseBytes, long tableBytes) {

  static final StoreShape SMALL = new StoreShape(256 << 10, 4, 4, 256 << 10, 128 << 10);

  Options options() {
    return Options.builder()
        .createIfMissing(true)
        .memtableBytes(memtableBytes)
        .level0Tables(level0Tables)
        .levelRatio(levelRatio)
        .levelBaseBytes(levelBaseBytes)
        .tableBytes(tableBytes)
        .build();
  }
}
