package dev.tamis.bench.result;

import java.util.List;

/**
 * One benchmark, measured once on one engine. The row of the CSV file and the object of the JSON
 * file have these components as their fields. What was not measured is NaN or -1 or empty, and is
 * left empty in the files.
 *
 * @param engine name of the engine
 * @param benchmark name of the benchmark, as in db_bench
 * @param repeat which repetition, from 1
 * @param threads threads that did the measured operations
 * @param operations operations measured, of all threads
 * @param found of these, reads that found a value, or entries passed by a scan
 * @param seconds from the start of the first thread to the end of the last
 * @param cpuNanosPerOperation CPU time of the whole process, background work included
 * @param allocatedBytesPerOperation bytes allocated by the measuring threads
 * @param userBytes bytes of keys and values that the operations wrote or read
 * @param writtenBytes bytes written to files meanwhile, as seen from outside of the engine; -1
 *     where the operations did not only write
 * @param storeBytes size of all files at the end
 * @param liveBytes bytes of keys and values that the store holds at the end
 * @param fileReads calls that read a file
 * @param latency in a latency run, else null; such a run gives two measurements that differ in this
 *     only, as measured and corrected
 * @param intervalSeconds length of each interval of {@code intervalOperations}
 * @param intervalOperations operations done in each interval one after another: throughput over
 *     time
 */
public record Measurement(
    String engine,
    String benchmark,
    int repeat,
    int threads,
    long operations,
    long found,
    double seconds,
    double cpuNanosPerOperation,
    double allocatedBytesPerOperation,
    long userBytes,
    long writtenBytes,
    long storeBytes,
    long liveBytes,
    long fileReads,
    Latency latency,
    double intervalSeconds,
    List<Long> intervalOperations) {

  public Measurement {
    intervalOperations = List.copyOf(intervalOperations);
  }

  /** Whether it is the second row of a latency run, with the same throughput as the first. */
  public boolean isCorrected() {
    return latency != null && latency.corrected();
  }

  /** Operations a second, of all threads together. */
  public double operationsPerSecond() {
    return operations / seconds;
  }

  /** Bytes written to files for each byte of keys and values written; NaN where nothing was. */
  public double writeAmplification() {
    return writtenBytes < 0 || userBytes <= 0 ? Double.NaN : (double) writtenBytes / userBytes;
  }

  /** Bytes of files for each byte of live keys and values; NaN where nothing is live. */
  public double spaceAmplification() {
    return storeBytes < 0 || liveBytes <= 0 ? Double.NaN : (double) storeBytes / liveBytes;
  }
}
