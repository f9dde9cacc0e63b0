package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.filter.FilterPartitionBuilder;
import dev.tamis.filter.KeyHash;
import dev.tamis.filter.PartitionBuilder;
import dev.tamis.storage.CorruptionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * C1, C2 and C10 of the acceptance, case G14: filters built wrong, and tables that lead to the
 * wrong filter, are never finished.
 */
class FilterAuditTest {
  private static final int KEYS = 2_000;

  /** What a builder may do wrong, to one key or partition of many. */
  private enum Fault {
    DROPS_A_KEY("keys of the filter") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          @Override
          void feed(long hash) {
            if (fed != 777) {
              sound.add(hash);
            }
          }
        };
      }
    },
    TAKES_ANOTHER_KEY_FOR_IT("denied") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          @Override
          void feed(long hash) {
            sound.add(fed == 777 ? ~hash : hash);
          }
        };
      }
    },
    ADDS_ONE_THAT_IS_NOT_THERE("keys of the filter") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          @Override
          void feed(long hash) {
            sound.add(hash);
            if (fed == 777) {
              sound.add(~hash);
            }
          }
        };
      }
    },
    HASHES_WITH_ANOTHER_SEED("hash seed") {
      @Override
      PartitionBuilder builder() {
        return new FilterPartitionBuilder(KeyHash.xxh64(1));
      }
    },
    FORGETS_TO_START_ANEW("keys of the filter") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          @Override
          public void reset() {}
        };
      }
    },
    HANDS_OUT_THE_ONE_BEFORE("checksum") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          private byte[] before;

          @Override
          public byte[] build(double bitsPerKey, int crcSalt) {
            byte[] built = super.build(bitsPerKey, crcSalt);
            byte[] handedOut = before == null ? built : before;
            before = built;
            return handedOut;
          }
        };
      }
    },
    PUTS_IT_IN_ANOTHER_PLACE("checksum") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          @Override
          public byte[] build(double bitsPerKey, int crcSalt) {
            return super.build(bitsPerKey, crcSalt + 1);
          }
        };
      }
    },
    FLIPS_A_BIT("checksum") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          @Override
          public byte[] build(double bitsPerKey, int crcSalt) {
            byte[] built = super.build(bitsPerKey, crcSalt);
            built[100] ^= 1;
            return built;
          }
        };
      }
    },
    LOSES_A_LINE("checksum") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          @Override
          public byte[] build(double bitsPerKey, int crcSalt) {
            byte[] built = super.build(bitsPerKey, crcSalt);
            return Arrays.copyOf(built, built.length - TableFormat.LINE_BYTES);
          }
        };
      }
    },
    WRITES_INTO_ONE_THAT_IS_CHECKED("checksum") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          private byte[] before = new byte[1];

          @Override
          public byte[] build(double bitsPerKey, int crcSalt) {
            before[before.length - 1] ^= 1;
            before = super.build(bitsPerKey, crcSalt);
            return before;
          }
        };
      }
    },
    BUILDS_NOTHING("length") {
      @Override
      PartitionBuilder builder() {
        return new Broken() {
          @Override
          public byte[] build(double bitsPerKey, int crcSalt) {
            return new byte[0];
          }
        };
      }
    };

    private final String noticedAs;

    Fault(String noticedAs) {
      this.noticedAs = noticedAs;
    }

    abstract PartitionBuilder builder();
  }

  /** A sound builder to be spoiled. */
  private abstract static class Broken implements PartitionBuilder {
    final PartitionBuilder sound = new FilterPartitionBuilder(TableFixture.HASH);
    int fed;

    void feed(long hash) {
      sound.add(hash);
    }

    @Override
    public void add(long keyHash) {
      fed++;
      feed(keyHash);
    }

    @Override
    public int keyCount() {
      return sound.keyCount();
    }

    @Override
    public byte[] build(double bitsPerKey, int crcSalt) {
      return sound.build(bitsPerKey, crcSalt);
    }

    @Override
    public void reset() {
      sound.reset();
    }
  }

  @ParameterizedTest
  @EnumSource
  void caseG14C10_aTableWhoseFilterWasBuiltWrongIsNotFinished(Fault fault) {
    assertThatThrownBy(() -> write(fault.builder()))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining(TableFixture.NAME)
        .hasMessageContaining("as built")
        .hasMessageContaining(fault.noticedAs);
  }

  @Test
  void caseC1_aSoundFilterPasses() throws IOException {
    assertThat(write(new FilterPartitionBuilder(TableFixture.HASH)).filterPartitions())
        .isGreaterThan(5);
  }

  private static TableProperties write(PartitionBuilder builder) throws IOException {
    TableFixture fixture = new TableFixture();
    TableOptions options = TableFixture.options(256, 256, 256, 10);
    try (TableWriter writer =
        TableWriter.create(
            fixture.directory,
            TableFixture.NAME,
            TableFixture.FILE_ID,
            options,
            TableFixture.HASH,
            builder)) {
      for (int i = 0; i < KEYS; i++) {
        TableFixture.add(writer, Entry.put(key(i), 2, new byte[i % 40]));
        TableFixture.add(writer, Entry.delete(key(i), 1));
      }
      return writer.finish();
    }
  }

  /** Partitions of two keys each, and one fence for each: the simplest table that can be wrong. */
  private static final class Parts {
    final FilterAudit audit = new FilterAudit(TableFixture.NAME, TableFixture.HASH);
    final List<byte[]> partitions = new ArrayList<>();
    final List<byte[]> separators = new ArrayList<>();
    int[] filterOf = {0, 1, 2};
    long xor;

    Parts() throws IOException {
      int offset = 0;
      for (int p = 0; p < 3; p++) {
        PartitionBuilder builder = new FilterPartitionBuilder(TableFixture.HASH);
        for (int i = 2 * p; i < 2 * p + 2; i++) {
          builder.add(TableFixture.HASH.hash(key(i)));
          audit.readKey(key(i), 0, key(i).length);
          xor ^= TableFixture.HASH.hash(key(i));
        }
        int salt = PartitionsWriter.filterSalt(TableFixture.FILE_ID, offset);
        byte[] partition = builder.build(10, salt);
        audit.checkPartition(partition, salt, xor);
        xor = 0;
        partitions.add(partition);
        offset += partition.length;
        separators.add(key(2 * p + 1));
      }
    }

    void check() throws IOException {
      int[] lines = new int[partitions.size()];
      Arrays.fill(lines, 1);
      int[] indexBytes = {20, 20, 20};
      byte[] top = TopIndex.encode(separators, new long[3], filterOf, indexBytes, lines);
      long filterEnd = partitions.stream().mapToLong(p -> p.length).sum();
      Footer footer =
          new Footer(
              0,
              0,
              filterEnd,
              filterEnd,
              60,
              filterEnd + 60,
              0,
              filterEnd + 60,
              top.length,
              filterEnd + 60 + top.length + Footer.BYTES,
              TableFixture.FILE_ID);
      audit.checkFences(top, footer, partitions);
    }
  }

  @Test
  void caseC2_fencesThatLeadToEachKeysOwnPartitionPass() throws IOException {
    Parts parts = new Parts();
    assertThatCode(parts::check).doesNotThrowAnyException();
  }

  @Test
  void caseC10_aFenceOneKeyTooEarlyOrTooLateIsNoticed() throws IOException {
    for (int key : new int[] {0, 2}) {
      Parts parts = new Parts();
      parts.separators.set(0, key(key));
      assertThatThrownBy(parts::check).as("key %d", key).hasMessageContaining("fence");
    }
    Parts parts = new Parts();
    parts.separators.set(2, key(4));
    assertThatThrownBy(parts::check).hasMessageContaining("behind the table");
  }

  @Test
  void caseC10_aFenceThatNamesTheNeighboursPartitionIsNoticed() throws IOException {
    Parts parts = new Parts();
    parts.filterOf = new int[] {0, 0, 1};
    assertThatThrownBy(parts::check).isInstanceOf(CorruptionException.class);
  }

  @Test
  void caseC10_swappedOrMissingPartitionsAreNoticed() throws IOException {
    Parts swapped = new Parts();
    swapped.partitions.add(swapped.partitions.remove(0));
    assertThatThrownBy(swapped::check).hasMessageContaining("checksum");
    Parts missing = new Parts();
    missing.partitions.remove(1);
    missing.filterOf = new int[] {0, 0, 1};
    assertThatThrownBy(missing::check).hasMessageContaining("partitions");
  }

  @Test
  void aKeyFedThatNoBlockHoldsIsNoticedByTheXor() throws IOException {
    FilterAudit audit = new FilterAudit(TableFixture.NAME, TableFixture.HASH);
    PartitionBuilder builder = new FilterPartitionBuilder(TableFixture.HASH);
    long hash = TableFixture.HASH.hash(key(1));
    builder.add(hash);
    audit.readKey(key(1), 0, key(1).length);
    byte[] partition = builder.build(10, 0);
    assertThatThrownBy(() -> audit.checkPartition(partition, 0, ~hash)).hasMessageContaining("xor");
  }

  private static byte[] key(int i) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(i).array();
  }
}
