package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.micro.Chapter;
import dev.tamis.micro.Entries;
import dev.tamis.micro.Mix;
import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import dev.tamis.sstable.ValueForm;
import java.io.IOException;
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
 * The memtable ({@link MemTable}) with random keys of 16 bytes and values of 100, one thread.
 *
 * <p>{@code insert} fills one table after the other from nothing to {@code entries}, so the figure
 * is the mean over all fill levels, with the making of the table and the collection of the one
 * before. The others ask a full one. {@code miss} goes the way of a get: the filter first, and only
 * after its maybe the tree. {@code missInTree} leaves the filter out.
 *
 * <p>Half a million entries occupy 80 MB, more than a last-level cache, so a question waits for
 * memory. Making the key and its hash (some 10 ns) is in every figure but that of {@code iterate}.
 */
@Chapter(
    order = 7,
    title = "Memtable",
    operation =
        "One entry inserted, asked for, or passed by a cursor; random 16-byte keys, 100-byte values.")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MemTableBenchmark {
  private static final double FILTER_BITS_PER_KEY = 10;
  private static final long BYTES_PER_ENTRY = 160;

  @Param("500000")
  public int entries;

  private final KeyHash hash = KeyHash.xxh64(42);
  private final byte[] key = new byte[Entries.KEY_BYTES];
  private MemTable full;
  private EntryCursor cursor;
  private MemTable growing;
  private long inserted;
  private long next;

  @Setup
  public void fill() throws IOException {
    full = newTable();
    for (int i = 0; i < entries; i++) {
      insertInto(full, i);
    }
    cursor = full.cursor();
    cursor.seekToFirst();
    growing = newTable();
  }

  @Benchmark
  public MemTable insert() {
    if (inserted == entries) {
      growing = newTable();
      inserted = 0;
    }
    insertInto(growing, inserted++);
    return growing;
  }

  @Benchmark
  public byte[] hit() {
    Entries.putKey(key, Mix.below(entries, Mix.of(next++)));
    return full.get(key, hash.hash(key), Long.MAX_VALUE, ValueForm.COPY);
  }

  @Benchmark
  public byte[] miss() {
    Entries.putKey(key, entries + next++);
    long keyHash = hash.hash(key);
    return full.mightContain(keyHash)
        ? full.get(key, keyHash, Long.MAX_VALUE, ValueForm.COPY)
        : null;
  }

  @Benchmark
  public byte[] missInTree() {
    Entries.putKey(key, entries + next++);
    return full.get(key, hash.hash(key), Long.MAX_VALUE, ValueForm.COPY);
  }

  @Benchmark
  public int iterate() throws IOException {
    cursor.next();
    if (!cursor.isValid()) {
      cursor.seekToFirst();
    }
    byte firstOfKey = cursor.keyBytes()[cursor.keyOffset()];
    return firstOfKey + cursor.valueBytes()[cursor.valueOffset()];
  }

  private MemTable newTable() {
    return new MemTable(entries * BYTES_PER_ENTRY, FILTER_BITS_PER_KEY);
  }

  private void insertInto(MemTable table, long number) {
    Entries.putKey(key, number);
    table.add(
        key,
        0,
        key.length,
        number + 1,
        EntryKind.PUT,
        Entries.values(),
        Entries.valueOffset(number),
        Entries.VALUE_BYTES,
        hash.hash(key));
  }
}
