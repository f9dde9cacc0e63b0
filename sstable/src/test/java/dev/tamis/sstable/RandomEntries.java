package dev.tamis.sstable;

import java.util.Arrays;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;

/** Seeded entries with the shapes that make tables difficult. */
final class RandomEntries {
  private final Random random;
  private long sequence;

  RandomEntries(long seed) {
    random = new Random(seed);
  }

  TableOptions options() {
    return new TableOptions(
        64 << random.nextInt(6),
        64 << random.nextInt(3),
        64 << random.nextInt(4),
        new double[] {0, 1, 4, 10, 24}[random.nextInt(5)],
        random.nextBoolean() ? FilterKind.LINES : FilterKind.RIBBON,
        random.nextBoolean() ? Compression.LZ4 : Compression.NONE);
  }

  /** Up to {@code keys} keys, some with many versions. */
  NavigableSet<Entry> entries(int keys) {
    NavigableSet<Entry> entries = new TreeSet<>(Entry.ORDER);
    byte[] shared = bytes(random.nextInt(40));
    int alphabet = 1 << random.nextInt(9);
    for (int i = 0; i < keys; i++) {
      byte[] key = key(shared, alphabet);
      int versions = random.nextInt(20) == 0 ? 1 + random.nextInt(300) : 1 + random.nextInt(3);
      for (int v = 0; v < versions; v++) {
        sequence += 1 + random.nextInt(random.nextInt(50) == 0 ? 100_000 : 3);
        entries.add(entry(key, sequence));
      }
    }
    return entries;
  }

  Entry entry(byte[] key, long sequence) {
    if (random.nextInt(6) == 0) {
      return Entry.delete(key, sequence);
    }
    int length =
        switch (random.nextInt(200)) {
          case 0 -> random.nextInt(100 * 1024);
          case 1, 2, 3 -> random.nextInt(3000);
          default -> random.nextInt(30);
        };
    return Entry.put(key, sequence, bytes(length));
  }

  byte[] key(byte[] shared, int alphabet) {
    int kind = random.nextInt(100);
    if (kind == 0) {
      return new byte[0];
    }
    if (kind == 1 && random.nextInt(20) == 0) {
      return bytes(65_535);
    }
    if (kind < 5) {
      return bytes(random.nextInt(300));
    }
    int tail = random.nextInt(12);
    byte[] key = Arrays.copyOf(shared, shared.length + tail);
    for (int i = shared.length; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(alphabet) * 255 / Math.max(1, alphabet - 1));
    }
    return key;
  }

  /** Random bytes, or equal ones. */
  byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    if (random.nextBoolean()) {
      random.nextBytes(bytes);
    } else {
      Arrays.fill(bytes, (byte) random.nextInt(256));
    }
    return bytes;
  }

  /** A key of the model, or a neighbour of one, or something else. */
  byte[] probe(Entry[] entries) {
    byte[] key = entries[random.nextInt(entries.length)].key();
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(key, Math.min(65_535, key.length + 1));
      case 1 -> Arrays.copyOf(key, Math.max(0, key.length - 1));
      case 2 -> changed(key);
      case 3 -> bytes(random.nextInt(20));
      default -> key;
    };
  }

  private byte[] changed(byte[] key) {
    byte[] changed = key.clone();
    if (changed.length > 0) {
      int last = changed.length - 1;
      changed[last] = (byte) (changed[last] + (random.nextBoolean() ? 1 : -1));
    }
    return changed;
  }

  int nextInt(int bound) {
    return random.nextInt(bound);
  }
}
