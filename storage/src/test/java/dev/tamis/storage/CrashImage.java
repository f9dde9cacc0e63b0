package dev.tamis.storage;

import dev.tamis.storage.CrashInode.Content;
import dev.tamis.storage.CrashInode.Write;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * What a power cut leaves. Everything is drawn from the seed in a fixed order, so that the same
 * history, model and seed give the same image.
 */
final class CrashImage {
  private static final int BLOCK_BYTES = 4096;
  private static final int SECTOR_BYTES = 512;

  private final CrashModel model;
  private final SplittableRandom random;

  /** The last operation that reached the disk, where the model cuts the global order. */
  private long cut;

  /** The same for names. */
  private long nameCut;

  private double blockSurvives;

  private CrashImage(CrashModel model, long seed) {
    this.model = model;
    this.random = new SplittableRandom(seed);
  }

  /** Names and files after a power cut, all of them durable. */
  static NavigableMap<String, CrashInode> of(
      CrashModel model,
      long seed,
      Map<String, CrashInode> durableNames,
      List<NameOperation> pending) {
    CrashImage image = new CrashImage(model, seed);
    image.draw(durableNames.values(), pending);
    NavigableMap<String, CrashInode> names = new TreeMap<>(durableNames);
    for (NameOperation operation : pending) {
      if (image.survives(operation)) {
        operation.applyTo(names);
      }
    }
    IdentityHashMap<CrashInode, CrashInode> cutInodes = new IdentityHashMap<>();
    names.replaceAll((name, inode) -> cutInodes.computeIfAbsent(inode, image::afterPowerCut));
    return names;
  }

  private void draw(Collection<CrashInode> durable, List<NameOperation> pending) {
    Set<CrashInode> inodes = Collections.newSetFromMap(new IdentityHashMap<>());
    inodes.addAll(durable);
    pending.forEach(operation -> inodes.add(operation.inode()));
    long[] writes =
        inodes.stream()
            .flatMap(inode -> inode.unsynced().stream())
            .mapToLong(Write::operation)
            .sorted()
            .toArray();
    long[] all =
        LongStream.concat(
                LongStream.of(writes), pending.stream().mapToLong(NameOperation::operation))
            .sorted()
            .toArray();
    int kept = random.nextInt(all.length + 1);
    cut = kept == 0 ? 0 : all[kept - 1];
    nameCut = cut;
    if (model == CrashModel.TORN && writes.length > 0) {
      // Half of the images tear the newest write: that is the state right after a crash in it.
      boolean newest = random.nextBoolean();
      cut = writes[newest ? writes.length - 1 : random.nextInt(writes.length)];
      nameCut = newest ? Long.MAX_VALUE : cut;
    }
    if (model == CrashModel.BLOCKS && random.nextBoolean()) {
      nameCut = Long.MAX_VALUE;
    }
    blockSurvives = random.nextInt(1, 10) / 10.0;
  }

  private boolean survives(NameOperation operation) {
    return switch (model) {
      case KEEP_ALL, SIZE_FIRST -> true;
      case DROP_ALL -> false;
      case PREFIX, TORN, BLOCKS -> operation.operation() <= nameCut;
      case DIR_SUBSET -> random.nextBoolean();
    };
  }

  private CrashInode afterPowerCut(CrashInode inode) {
    if (inode.unsynced().isEmpty() && inode.lost().isEmpty()) {
      return CrashInode.durable(inode.content().bytes(), inode.durableSize());
    }
    return switch (model) {
      case KEEP_ALL -> upTo(inode, Long.MAX_VALUE);
      case DROP_ALL -> upTo(inode, 0);
      case PREFIX -> upTo(inode, cut);
      case DIR_SUBSET -> upTo(inode, random.nextBoolean() ? Long.MAX_VALUE : 0);
      case BLOCKS -> blocks(inode);
      case TORN -> torn(inode);
      case SIZE_FIRST -> sizeFirst(inode);
    };
  }

  /** The durable bytes and the writes up to an operation. */
  private static CrashInode upTo(CrashInode inode, long operation) {
    int size = inode.durableSize();
    for (Write write : inode.unsynced()) {
      if (write.operation() <= operation) {
        size = write.end();
      }
    }
    byte[] bytes = inode.content().bytes();
    return inode.lost().isEmpty()
        ? CrashInode.durable(bytes, size)
        : CrashInode.durable(withoutLost(inode, size), size);
  }

  private static byte[] withoutLost(CrashInode inode, int size) {
    byte[] bytes = Arrays.copyOf(inode.content().bytes(), size);
    for (Write write : inode.lost()) {
      zero(bytes, write.offset(), write.end());
    }
    return bytes;
  }

  private CrashInode blocks(CrashInode inode) {
    Content content = inode.content();
    byte[] bytes = withoutLost(inode, content.size());
    int size = dropUnits(bytes, inode.durableSize(), content.size(), BLOCK_BYTES, blockSurvives);
    return CrashInode.durable(bytes, random.nextBoolean() ? content.size() : size);
  }

  private CrashInode torn(CrashInode inode) {
    for (Write write : inode.unsynced()) {
      if (write.operation() == cut) {
        int end = write.offset() + random.nextInt(write.length() + 1);
        byte[] bytes = withoutLost(inode, write.end());
        if (random.nextBoolean()) {
          zero(bytes, end, write.end());
          dropUnits(bytes, write.offset(), write.end(), SECTOR_BYTES, 0.5);
          end = random.nextBoolean() ? write.end() : end;
        }
        return CrashInode.durable(bytes, end);
      }
    }
    return upTo(inode, cut);
  }

  private CrashInode sizeFirst(CrashInode inode) {
    int variant = random.nextInt(4);
    if (variant == 0) {
      return upTo(inode, 0);
    }
    int from = inode.durableSize();
    int end = inode.content().size();
    int size = random.nextBoolean() ? end : from + random.nextInt(end - from + 1);
    byte[] bytes = withoutLost(inode, size);
    // Either none of the new bytes or only a first part of them has arrived.
    int arrived = random.nextBoolean() ? from : from + random.nextInt(size - from + 1);
    zero(bytes, arrived, size);
    if (variant == 1) {
      byte[] garbage = new byte[size - arrived];
      random.nextBytes(garbage);
      System.arraycopy(garbage, 0, bytes, arrived, garbage.length);
    }
    return CrashInode.durable(bytes, size);
  }

  /** Zeroes each aligned unit of a range by chance; returns the end of the last one left. */
  private int dropUnits(byte[] bytes, int from, int to, int unitBytes, double survives) {
    int size = from;
    for (int start = from; start < to; ) {
      int end = (int) Math.min(to, (start / unitBytes + 1L) * unitBytes);
      if (random.nextDouble() < survives) {
        size = end;
      } else {
        zero(bytes, start, end);
      }
      start = end;
    }
    return size;
  }

  private static void zero(byte[] bytes, int from, int to) {
    int end = Math.min(to, bytes.length);
    if (from < end) {
      Arrays.fill(bytes, from, end, (byte) 0);
    }
  }
}
