package dev.tamis.bench.run;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSession;
import dev.tamis.bench.engine.EngineSettings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A map that answers as a store does, but for one kind of lie. */
public class LyingEngine implements BenchEngine {

  /** What is not true. */
  enum Lie {
    NONE,
    LOSES_A_KEY,
    ANOTHER_VALUE,
    SHORT_VALUE,
    FINDS_ALL,
    SHORT_SCAN,
    SEEKS_TOO_FAR,
    KEEPS_DELETED,
    DAMAGED
  }

  /** Each store that was opened, with the size of its memtable. */
  static final List<String> OPENED = new CopyOnWriteArrayList<>();

  /** Found by the service loader: one provider for each lie. */
  abstract static class Provider implements EngineProvider {
    private final Lie lie;

    Provider(Lie lie) {
      this.lie = lie;
    }

    @Override
    public String name() {
      return "lying-" + lie;
    }

    @Override
    public String description() {
      return "a map";
    }

    @Override
    public String writeGuarantee() {
      return "none";
    }

    @Override
    public BenchEngine open(Path directory, EngineSettings settings) {
      OPENED.add(directory.getFileName() + ": " + settings.writeBufferBytes());
      return new LyingEngine(lie);
    }
  }

  public static final class None extends Provider {
    public None() {
      super(Lie.NONE);
    }
  }

  public static final class LosesAKey extends Provider {
    public LosesAKey() {
      super(Lie.LOSES_A_KEY);
    }
  }

  public static final class AnotherValue extends Provider {
    public AnotherValue() {
      super(Lie.ANOTHER_VALUE);
    }
  }

  public static final class ShortValue extends Provider {
    public ShortValue() {
      super(Lie.SHORT_VALUE);
    }
  }

  public static final class FindsAll extends Provider {
    public FindsAll() {
      super(Lie.FINDS_ALL);
    }
  }

  public static final class ShortScan extends Provider {
    public ShortScan() {
      super(Lie.SHORT_SCAN);
    }
  }

  public static final class SeeksTooFar extends Provider {
    public SeeksTooFar() {
      super(Lie.SEEKS_TOO_FAR);
    }
  }

  public static final class KeepsDeleted extends Provider {
    public KeepsDeleted() {
      super(Lie.KEEPS_DELETED);
    }
  }

  public static final class Damaged extends Provider {
    public Damaged() {
      super(Lie.DAMAGED);
    }
  }

  private static final byte[] HIDDEN = {0, 0, 0, 0, 0, 0, 0, 42};

  private final Lie lie;
  private final ConcurrentSkipListMap<byte[], byte[]> map =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

  LyingEngine(Lie lie) {
    this.lie = lie;
  }

  @Override
  public EngineSession session() {
    return new Session();
  }

  @Override
  public void flush() {}

  @Override
  public void compact() {}

  @Override
  public void awaitQuiet() {}

  @Override
  public List<String> verify() {
    if (lie == Lie.DAMAGED) {
      return List.of("block 7");
    }
    throw new UnsupportedOperationException("verify");
  }

  @Override
  public void close() {}

  private static boolean isHidden(byte[] key) {
    return Arrays.equals(key, 0, HIDDEN.length, HIDDEN, 0, HIDDEN.length);
  }

  private final class Session implements EngineSession {
    @Override
    public byte[] get(byte[] key) {
      byte[] value = map.get(key);
      return switch (lie) {
        case LOSES_A_KEY -> isHidden(key) ? null : value;
        case ANOTHER_VALUE -> value == null ? null : map.firstEntry().getValue();
        case SHORT_VALUE -> value == null ? null : Arrays.copyOf(value, value.length - 1);
        case FINDS_ALL -> map.floorEntry(key).getValue();
        default -> value;
      };
    }

    @Override
    public void put(byte[] key, byte[] value) {
      map.put(key.clone(), value.clone());
    }

    @Override
    public void putSync(byte[] key, byte[] value) {
      put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      if (lie != Lie.KEEPS_DELETED) {
        map.remove(key);
      }
    }

    @Override
    public void putBatch(byte[][] keys, byte[][] values, int count) {
      for (int i = 0; i < count; i++) {
        put(keys[i], values[i]);
      }
    }

    @Override
    public void deleteBatch(byte[][] keys, int count) {
      for (int i = 0; i < count; i++) {
        delete(keys[i]);
      }
    }

    @Override
    public EngineCursor cursor() {
      return new Cursor();
    }

    @Override
    public void close() {}
  }

  private final class Cursor implements EngineCursor {
    private Map.Entry<byte[], byte[]> at;

    @Override
    public void seekToFirst() {
      at = map.firstEntry();
    }

    @Override
    public void seekToLast() {
      at = map.lastEntry();
    }

    @Override
    public void seek(byte[] key) {
      at = lie == Lie.SEEKS_TOO_FAR ? map.higherEntry(key) : map.ceilingEntry(key);
    }

    @Override
    public boolean isValid() {
      return at != null;
    }

    @Override
    public void next() {
      at = map.higherEntry(at.getKey());
      skipHidden(true);
    }

    @Override
    public void previous() {
      at = map.lowerEntry(at.getKey());
      skipHidden(false);
    }

    private void skipHidden(boolean upwards) {
      if (lie == Lie.SHORT_SCAN && at != null && isHidden(at.getKey())) {
        at = upwards ? map.higherEntry(at.getKey()) : map.lowerEntry(at.getKey());
      }
    }

    @Override
    public byte[] key() {
      return at.getKey().clone();
    }

    @Override
    public byte[] value() {
      return at.getKey().clone();
    }

    @Override
    public int touch() {
      return at.getKey().length + at.getValue().length;
    }

    @Override
    public void close() {}
  }
}
