package dev.tamis.bench.job;

import java.util.List;

/**
 * Everything a run found out; the report and the JSON file both show this and compute nothing of
 * their own.
 *
 * @param loadedLevels levels that held tables before the full compaction
 * @param filters rows per level of the loaded store, then of the compacted one
 */
record MainJobResult(
    long seed,
    Machine machine,
    Data data,
    StoreShape shape,
    int loadedLevels,
    List<StepResult> steps,
    List<FilterRow> filters) {

  /** Where the run took place; figures of different machines say little about each other. */
  record Machine(
      String javaVersion, String jvm, String system, int cores, long maxHeapBytes, String lz4) {

    /**
     * @param lz4 the codec the store says it uses
     */
    static Machine here(String lz4) {
      Runtime runtime = Runtime.getRuntime();
      return new Machine(
          System.getProperty("java.version"),
          System.getProperty("java.vm.name"),
          System.getProperty("os.name") + " " + System.getProperty("os.arch"),
          runtime.availableProcessors(),
          runtime.maxMemory(),
          lz4);
    }
  }

  /** What was loaded; entries are distinct keys, the bytes are those of keys and final values. */
  record Data(
      String source,
      int entries,
      int overwrites,
      long blankLines,
      long keyBytes,
      long valueBytes,
      int absentKeys) {

    static Data of(DataSet data, int absentKeys) {
      return new Data(
          data.source(),
          data.size(),
          data.overwrites(),
          data.blankLines(),
          data.keyBytes(),
          data.valueBytes(),
          absentKeys);
    }
  }
}
