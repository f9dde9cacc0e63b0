package dev.tamis.engine;

import dev.tamis.micro.Chapter;
import dev.tamis.micro.Entries;
import dev.tamis.micro.Mix;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The JDK's {@link ConcurrentSkipListMap} at the same questions as {@link MemTableBenchmark}: what
 * a memtable would be made of without one of its own. Keys and values are copied in, since a caller
 * may reuse its arrays, and a hit copies the value out.
 */
@Chapter(
    order = 8,
    title = "The JDK's skip list in the place of the memtable",
    operation = "As for the memtable.")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SkipListBenchmark {

  @Param("500000")
  public int entries;

  private final byte[] key = new byte[Entries.KEY_BYTES];
  private ConcurrentSkipListMap<byte[], byte[]> full;
  private Iterator<Map.Entry<byte[], byte[]>> iterator;
  private ConcurrentSkipListMap<byte[], byte[]> growing;
  private long inserted;
  private long next;

  @Setup
  public void fill() {
    full = newMap();
    for (int i = 0; i < entries; i++) {
      insertInto(full, i);
    }
    iterator = full.entrySet().iterator();
    growing = newMap();
  }

  @Benchmark
  public Map<byte[], byte[]> insert() {
    if (inserted == entries) {
      growing = newMap();
      inserted = 0;
    }
    insertInto(growing, inserted++);
    return growing;
  }

  @Benchmark
  public byte[] hit() {
    Entries.putKey(key, Mix.below(entries, Mix.of(next++)));
    return full.get(key).clone();
  }

  @Benchmark
  public byte[] miss() {
    Entries.putKey(key, entries + next++);
    return full.get(key);
  }

  @Benchmark
  public int iterate() {
    if (!iterator.hasNext()) {
      iterator = full.entrySet().iterator();
    }
    Map.Entry<byte[], byte[]> entry = iterator.next();
    return entry.getKey()[0] + entry.getValue()[0];
  }

  private static ConcurrentSkipListMap<byte[], byte[]> newMap() {
    return new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
  }

  private static void insertInto(ConcurrentSkipListMap<byte[], byte[]> map, long number) {
    int value = Entries.valueOffset(number);
    map.put(
        Entries.key(number),
        Arrays.copyOfRange(Entries.values(), value, value + Entries.VALUE_BYTES));
  }
}
