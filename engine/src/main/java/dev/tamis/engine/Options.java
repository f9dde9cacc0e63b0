package dev.tamis.engine;

import dev.tamis.sstable.Compression;
import dev.tamis.sstable.FilterKind;
import dev.tamis.sstable.TableOptions;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a store is opened. Immutable; start from {@link #defaults()} or {@link #builder()}. All of
 * these may differ from one open to the next: what is on disk says of itself how it was written.
 *
 * <p>Every size can be set very small, so that a test of a few hundred keys reaches the same paths
 * as a store of a terabyte.
 */
public final class Options {
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  /** Below this many filter bits a key, a table gets no filter at all. */
  public static final double MIN_FILTER_BITS_PER_KEY = 1;

  /** More filter bits a key than this are taken as this: one line can't use them. */
  public static final double MAX_FILTER_BITS_PER_KEY = 24;

  private final boolean createIfMissing;
  private final long memtableBytes;
  private final int blockBytes;
  private final int partitionBytes;
  private final double filterBitsPerKey;
  private final FilterSpread filterSpread;
  private final LastLevelFilter lastLevelFilter;
  private final Compression compression;
  private final long cacheBytes;
  private final int maxOpenFiles;
  private final int level0Tables;
  private final int levelRatio;
  private final long levelBaseBytes;
  private final long tableBytes;
  private final boolean logged;
  private final boolean salvageLogs;
  private final long syncPeriodMillis;
  private final Consumer<Health> healthListener;

  private Options(Builder builder) {
    createIfMissing = builder.createIfMissing;
    memtableBytes = builder.memtableBytes;
    blockBytes = builder.blockBytes;
    partitionBytes = builder.partitionBytes;
    filterBitsPerKey = builder.filterBitsPerKey;
    filterSpread = builder.filterSpread;
    lastLevelFilter = builder.lastLevelFilter;
    compression = builder.compression;
    cacheBytes = builder.cacheBytes;
    maxOpenFiles = builder.maxOpenFiles;
    level0Tables = builder.level0Tables;
    levelRatio = builder.levelRatio;
    levelBaseBytes = builder.levelBaseBytes;
    tableBytes = builder.tableBytes;
    logged = builder.logged;
    salvageLogs = builder.salvageLogs;
    syncPeriodMillis = builder.syncPeriodMillis;
    healthListener = builder.healthListener;
  }

  /** Sizes for a store of some gigabytes on a machine that has other things to do as well. */
  public static Options defaults() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** See {@link Builder#createIfMissing}. */
  public boolean createIfMissing() {
    return createIfMissing;
  }

  /** See {@link Builder#memtableBytes}. */
  public long memtableBytes() {
    return memtableBytes;
  }

  /** See {@link Builder#blockBytes}. */
  public int blockBytes() {
    return blockBytes;
  }

  /** See {@link Builder#partitionBytes}. */
  public int partitionBytes() {
    return partitionBytes;
  }

  /** See {@link Builder#filterBitsPerKey}. */
  public double filterBitsPerKey() {
    return filterBitsPerKey;
  }

  /** See {@link Builder#filterSpread}. */
  public FilterSpread filterSpread() {
    return filterSpread;
  }

  /** See {@link Builder#lastLevelFilter}. */
  public LastLevelFilter lastLevelFilter() {
    return lastLevelFilter;
  }

  /** See {@link Builder#compression}. */
  public Compression compression() {
    return compression;
  }

  /** See {@link Builder#cacheBytes}. */
  public long cacheBytes() {
    return cacheBytes;
  }

  /** See {@link Builder#maxOpenFiles}. */
  public int maxOpenFiles() {
    return maxOpenFiles;
  }

  /** See {@link Builder#level0Tables}. */
  public int level0Tables() {
    return level0Tables;
  }

  /** See {@link Builder#levelRatio}. */
  public int levelRatio() {
    return levelRatio;
  }

  /** See {@link Builder#levelBaseBytes}. */
  public long levelBaseBytes() {
    return levelBaseBytes;
  }

  /** See {@link Builder#tableBytes}. */
  public long tableBytes() {
    return tableBytes;
  }

  /** See {@link Builder#logged}. */
  public boolean logged() {
    return logged;
  }

  /** See {@link Builder#salvageLogs}. */
  public boolean salvageLogs() {
    return salvageLogs;
  }

  /** See {@link Builder#syncPeriodMillis}. */
  public long syncPeriodMillis() {
    return syncPeriodMillis;
  }

  /** See {@link Builder#healthListener}; {@code null} if there is none. */
  public Consumer<Health> healthListener() {
    return healthListener;
  }

  /** How tables are laid out. */
  TableOptions tableOptions() {
    return new TableOptions(
        blockBytes,
        partitionBytes,
        partitionBytes,
        filterBitsPerKey,
        FilterKind.LINES,
        compression);
  }

  /** Sets one option after another. Every setter refuses values outside its stated range. */
  public static final class Builder {
    private boolean createIfMissing = true;
    private long memtableBytes = 32L * MIB;
    private int blockBytes = 4 * KIB;
    private int partitionBytes = 8 * KIB;
    private double filterBitsPerKey = 10;
    private FilterSpread filterSpread = FilterSpread.BY_SIZE;
    private LastLevelFilter lastLevelFilter = LastLevelFilter.LINES;
    private Compression compression = Compression.LZ4;
    private long cacheBytes = 64L * MIB;
    private int maxOpenFiles = 512;
    private int level0Tables = 4;
    private int levelRatio = 10;
    private long levelBaseBytes = 128L * MIB;
    private long tableBytes = 32L * MIB;
    private boolean logged = true;
    private boolean salvageLogs;
    private long syncPeriodMillis;
    private Consumer<Health> healthListener;

    private Builder() {}

    /**
     * Whether a missing or empty directory becomes a new store (default {@code true}) or opening it
     * fails with {@link java.nio.file.NoSuchFileException}.
     */
    public Builder createIfMissing(boolean value) {
      createIfMissing = value;
      return this;
    }

    /**
     * Bytes of writes gathered in memory before they become a table; default 32 MiB, 4 KiB to 1
     * GiB. Larger means fewer, larger tables and less rewriting; it costs up to three times this
     * much memory, and opening after a crash replays up to as much log.
     */
    public Builder memtableBytes(long value) {
      memtableBytes = within("memtableBytes", value, 4 * KIB, 1024L * MIB);
      return this;
    }

    /**
     * Target size of a data block before compression; default 4 KiB, 64 bytes to 32 KiB. A point
     * read that misses the cache reads and unpacks one block. Smaller makes that cheaper and the
     * index larger.
     */
    public Builder blockBytes(int value) {
      blockBytes = (int) within("blockBytes", value, 64, 32 * KIB);
      return this;
    }

    /**
     * Target size of a filter partition and of an index partition, the pieces in which a table's
     * filter and index are loaded; default 8 KiB, 64 bytes to 256 KiB.
     */
    public Builder partitionBytes(int value) {
      partitionBytes = (int) within("partitionBytes", value, 64, 256 * KIB);
      return this;
    }

    /**
     * Filter bits for each key, on the average of all tables; default 10. A table whose keys have
     * 10 bits lets about 1.05 % of the reads for absent keys through to a data block (8 bits: 2.9
     * %, 12: 0.43 %, 16: 0.09 %); how many each table gets is {@link #filterSpread}'s business.
     * Below {@link Options#MIN_FILTER_BITS_PER_KEY} there are no filters, above {@link
     * Options#MAX_FILTER_BITS_PER_KEY} it is taken as that.
     */
    public Builder filterBitsPerKey(double value) {
      if (!(value >= 0) || value > 1000) {
        throw new IllegalArgumentException(
            "filterBitsPerKey: actual=" + value + ", expected=0 to 1000");
      }
      filterBitsPerKey =
          value < MIN_FILTER_BITS_PER_KEY ? 0 : Math.min(value, MAX_FILTER_BITS_PER_KEY);
      return this;
    }

    /** How the filter bits are spread over the tables; default {@link FilterSpread#BY_SIZE}. */
    public Builder filterSpread(FilterSpread value) {
      filterSpread = Objects.requireNonNull(value, "filterSpread");
      return this;
    }

    /** Which filter the deepest level gets; default {@link LastLevelFilter#LINES}. */
    public Builder lastLevelFilter(LastLevelFilter value) {
      lastLevelFilter = Objects.requireNonNull(value, "lastLevelFilter");
      return this;
    }

    /** How data blocks are packed; default {@link Compression#LZ4}. */
    public Builder compression(Compression value) {
      compression = Objects.requireNonNull(value, "compression");
      return this;
    }

    /**
     * Memory for data blocks, index and filter partitions, and the tables' pinned fences; default
     * 64 MiB, 0 to 1 TiB. 0 keeps nothing and is still right.
     */
    public Builder cacheBytes(long value) {
      cacheBytes = within("cacheBytes", value, 0, 1L << 40);
      return this;
    }

    /** File handles held for tables; default 512, 4 to 1,000,000. Logs and the lock come on top. */
    public Builder maxOpenFiles(int value) {
      maxOpenFiles = (int) within("maxOpenFiles", value, 4, 1_000_000);
      return this;
    }

    /**
     * Tables in level 0 at which they are merged into level 1; default 4, 1 to 1,000. Writes are
     * slowed from twice as many on and wait at three times as many.
     */
    public Builder level0Tables(int value) {
      level0Tables = (int) within("level0Tables", value, 1, 1000);
      return this;
    }

    /**
     * How many times larger each level is than the one above; default 10, 2 to 100. Smaller means
     * more levels (more filter checks a read) and less rewriting.
     */
    public Builder levelRatio(int value) {
      levelRatio = (int) within("levelRatio", value, 2, 100);
      return this;
    }

    /** Bytes of level 1 before it spills into level 2; default 128 MiB, 1 KiB to 1 TiB. */
    public Builder levelBaseBytes(long value) {
      levelBaseBytes = within("levelBaseBytes", value, KIB, 1L << 40);
      return this;
    }

    /** Bytes at which a compaction starts its next table; default 32 MiB, 1 KiB to 16 GiB. */
    public Builder tableBytes(long value) {
      tableBytes = within("tableBytes", value, KIB, 1L << 34);
      return this;
    }

    /**
     * Whether writes go to a log before they are visible; default {@code true}. Without a log a
     * killed process loses everything since the last flush, as a power cut does; what is left is a
     * prefix of the write order. {@link Db#flush}, {@link Db#sync} and {@link Db#close} put all of
     * it into tables, a single write can't be {@link Durability#SYNC}.
     */
    public Builder logged(boolean value) {
      logged = value;
      return this;
    }

    /**
     * Whether opening goes on where a log is damaged that may have been durable; default {@code
     * false}: such an open fails. With it the history ends at the damage, what comes before is
     * kept, and nothing of what comes behind, in later logs too, since a prefix of the writes is
     * what a crash may leave as well. {@link Db#recoveryReport} says what was dropped, and the logs
     * stay as files named {@code *.damaged}.
     */
    public Builder salvageLogs(boolean value) {
      salvageLogs = value;
      return this;
    }

    /**
     * How often the log is synced if there is something to sync, in milliseconds; default 0, only
     * when a call asks for it; up to 3,600,000. A power cut then costs at most the {@link
     * Durability#BUFFERED} writes of so long and of the sync that follows, while none of them waits
     * for the device.
     */
    public Builder syncPeriodMillis(long value) {
      syncPeriodMillis = within("syncPeriodMillis", value, 0, 3_600_000);
      return this;
    }

    /**
     * Hears of every change of {@link Health#state}, in order, up to {@code CLOSED}; default none.
     * It is called in a thread of its own with none of the store's locks held, so it may call the
     * store, and {@code close} does not wait for it. What it throws goes to that thread's handler
     * of uncaught exceptions, and the next change is told all the same. The two fields on write
     * pressure are empty.
     */
    public Builder healthListener(Consumer<Health> value) {
      healthListener = Objects.requireNonNull(value, "healthListener");
      return this;
    }

    /**
     * The options as they are set now.
     *
     * @throws IllegalArgumentException if some of them contradict each other
     */
    public Options build() {
      if (!logged && syncPeriodMillis > 0) {
        throw new IllegalArgumentException(
            "syncPeriodMillis: actual=" + syncPeriodMillis + ", expected=0 without a log");
      }
      return new Options(this);
    }

    private static long within(String name, long value, long minimum, long maximum) {
      if (value < minimum || value > maximum) {
        throw new IllegalArgumentException(
            name + ": actual=" + value + ", expected=" + minimum + " to " + maximum);
      }
      return value;
    }
  }
}
