package dev.tamis.engine;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FieldReader;
import dev.tamis.storage.FieldWriter;
import dev.tamis.storage.UnknownFormatException;
import dev.tamis.wal.Seal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One step from a version to the next; one manifest record. It takes effect wholly or not at all.
 *
 * <pre>
 *   edit   := field*
 *   field  := 1 store     u64 store id, u32 hash id, u64 hash seed          (first record only)
 *           | 2 add       varint level, varint keyspace (0), table          (see TableFile)
 *           | 3 remove    varint level, varint number
 *           | 4 flushed   varint sequence    everything up to here is in tables
 *           | 5 next      varint number      no file has this number or a higher one yet
 *           | 6 first log varint number      logs below it are obsolete
 *           | 7 sealed    varint log number, varint length, u32 checksum    (a clean close)
 *           | 8 unlogged  varint 1 or 0      whether writes may be in tables and in no log
 * </pre>
 *
 * Tags 9 and up are unknown: a reader that meets one refuses the store rather than guess.
 */
final class VersionEdit {
  private static final int TAG_STORE = 1;
  private static final int TAG_ADD = 2;
  private static final int TAG_REMOVE = 3;
  private static final int TAG_FLUSHED = 4;
  private static final int TAG_NEXT_NUMBER = 5;
  private static final int TAG_FIRST_LOG = 6;
  private static final int TAG_SEALED = 7;
  private static final int TAG_UNLOGGED = 8;

  /** The store's fixed facts, drawn once when it is created. */
  record Identity(long storeId, int hashId, long hashSeed) {}

  record Added(int level, TableFile table) {}

  record Removed(int level, long number) {}

  Identity identity;
  final List<Added> added = new ArrayList<>();
  final List<Removed> removed = new ArrayList<>();
  final Map<Long, Seal> sealedLogs = new TreeMap<>();
  long flushedSequence = -1;
  long nextNumber = -1;
  long firstLog = -1;

  /** Null where the edit says nothing of it. */
  Boolean unlogged;

  VersionEdit add(int level, TableFile table) {
    added.add(new Added(level, table));
    return this;
  }

  VersionEdit remove(int level, TableFile table) {
    removed.add(new Removed(level, table.number()));
    return this;
  }

  byte[] encode() {
    FieldWriter out = new FieldWriter(256);
    if (identity != null) {
      out.putVarint(TAG_STORE).putLong(identity.storeId());
      out.putInt(identity.hashId()).putLong(identity.hashSeed());
    }
    for (Removed removal : removed) {
      out.putVarint(TAG_REMOVE).putVarint(removal.level()).putVarint(removal.number());
    }
    for (Added addition : added) {
      out.putVarint(TAG_ADD).putVarint(addition.level()).putVarint(0);
      addition.table().encode(out);
    }
    if (flushedSequence >= 0) {
      out.putVarint(TAG_FLUSHED).putVarint(flushedSequence);
    }
    if (nextNumber >= 0) {
      out.putVarint(TAG_NEXT_NUMBER).putVarint(nextNumber);
    }
    if (firstLog >= 0) {
      out.putVarint(TAG_FIRST_LOG).putVarint(firstLog);
    }
    if (unlogged != null) {
      out.putVarint(TAG_UNLOGGED).putVarint(unlogged ? 1 : 0);
    }
    sealedLogs.forEach(
        (number, seal) ->
            out.putVarint(TAG_SEALED)
                .putVarint(number)
                .putVarint(seal.length())
                .putInt(seal.checksum()));
    return out.toByteArray();
  }

  static VersionEdit decode(String file, FieldReader in)
      throws CorruptionException, UnknownFormatException {
    VersionEdit edit = new VersionEdit();
    while (in.remaining() > 0) {
      int tag = in.readVarint("edit tag", Integer.MAX_VALUE);
      switch (tag) {
        case TAG_STORE ->
            edit.identity =
                new Identity(
                    in.readLong("store id"), in.readInt("hash id"), in.readLong("hash seed"));
        case TAG_ADD -> {
          int level = in.readVarint("level", Version.LEVELS - 1);
          in.readVarint("keyspace", 0);
          edit.add(level, TableFile.decode(in));
        }
        case TAG_REMOVE -> {
          int level = in.readVarint("level", Version.LEVELS - 1);
          edit.removed.add(new Removed(level, in.readVarint("table number")));
        }
        case TAG_FLUSHED -> edit.flushedSequence = in.readVarint("flushed sequence");
        case TAG_NEXT_NUMBER -> edit.nextNumber = in.readVarint("next file number");
        case TAG_FIRST_LOG -> edit.firstLog = in.readVarint("first log number");
        case TAG_SEALED -> {
          long number = in.readVarint("sealed log number");
          long length = in.readVarint("sealed log length");
          edit.sealedLogs.put(number, new Seal(length, in.readInt("sealed log checksum")));
        }
        case TAG_UNLOGGED -> edit.unlogged = in.readVarint("unlogged", 1) == 1;
        default -> throw new UnknownFormatException(file, "manifest field", "1 to 8", tag);
      }
    }
    return edit;
  }
}
