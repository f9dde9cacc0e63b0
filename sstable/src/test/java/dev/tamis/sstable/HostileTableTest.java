package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SaltedChecksum;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Content that no writer wrote, under checksums that are right. */
class HostileTableTest {
  private static final TableOptions OPTIONS =
      new TableOptions(256, 64, 64, 10, FilterKind.LINES, Compression.NONE);

  private static NavigableSet<Entry> model() {
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    for (int i = 0; i < 100; i++) {
      byte[] key = {'k', (byte) (i / 10), (byte) i};
      model.add(Entry.put(key, i * 1000L, new byte[i % 20]));
      model.add(Entry.delete(key, i * 1000L - (i == 0 ? -1 : 1)));
    }
    model.add(Entry.put(new byte[] {'x'}, 5, new byte[40_000]));
    return model;
  }

  private record Block(int offset, int storedBytes, int kind) {}

  private static Block[] blocks(Table table) throws IOException {
    IndexPartition index = table.readIndexPartition(0);
    TopIndex top = table.top();
    Footer footer = table.metadata().footer();
    return new Block[] {
      new Block((int) index.offset(0), index.storedBytes(0), TableFormat.KIND_DATA),
      new Block((int) index.offset(1), index.storedBytes(1), TableFormat.KIND_DATA),
      new Block((int) top.indexOffset(0), top.indexBytes(0), TableFormat.KIND_INDEX),
      new Block((int) top.indexOffset(1), top.indexBytes(1), TableFormat.KIND_INDEX),
      new Block(
          (int) footer.propertiesOffset(),
          (int) footer.propertiesLength(),
          TableFormat.KIND_PROPERTIES),
      new Block(
          (int) footer.topIndexOffset(), (int) footer.topIndexLength(), TableFormat.KIND_TOP_INDEX),
    };
  }

  private static void sign(byte[] bytes, Block block) {
    int covered = block.storedBytes - 4;
    int crc =
        SaltedChecksum.of(
            TableFixture.FILE_ID, block.offset, block.kind, bytes, block.offset, covered);
    LittleEndian.putInt(bytes, block.offset + covered, crc);
  }

  /** Every path ends in an answer or a typed error. */
  private static int exercise(byte[] bytes, NavigableSet<Entry> model, String what)
      throws IOException {
    TableFixture fixture = TableFixture.withBytes(bytes);
    int errors = 0;
    try (Table table = fixture.open()) {
      for (Entry e : model) {
        try {
          fixture.get(table, e.key(), e.sequence());
        } catch (CorruptionException | UnknownFormatException typed) {
          errors++;
        }
      }
      errors += scan(table);
      try {
        table.verify();
      } catch (CorruptionException | UnknownFormatException typed) {
        errors++;
      }
    } catch (CorruptionException | UnknownFormatException typed) {
      errors++;
    } catch (RuntimeException | OutOfMemoryError e) {
      fail(what, e);
    }
    return errors;
  }

  private static int scan(Table table) throws IOException {
    int errors = 0;
    for (boolean forward : new boolean[] {true, false}) {
      try (EntryCursor cursor = table.cursor(false)) {
        if (forward) {
          cursor.seekToFirst();
        } else {
          cursor.seekToLast();
        }
        while (cursor.isValid()) {
          Entry.at(cursor);
          if (forward) {
            cursor.next();
          } else {
            cursor.previous();
          }
        }
      } catch (CorruptionException | UnknownFormatException typed) {
        errors++;
      }
    }
    return errors;
  }

  @Test
  void caseC6_randomPayloadsWithTheRightChecksum() throws IOException {
    NavigableSet<Entry> model = model();
    TableFixture healthy = new TableFixture();
    healthy.write(OPTIONS, model);
    byte[] bytes = healthy.bytes();
    Block[] blocks = blocks(healthy.open());
    assertThat(exercise(bytes, model, "healthy")).isZero();
    int errors = 0;
    for (int seed = 0; seed < 600; seed++) {
      Random random = new Random(seed);
      Block block = blocks[random.nextInt(blocks.length)];
      byte[] hostile = bytes.clone();
      int payload = block.storedBytes - TableFormat.TRAILER_BYTES;
      int changes = random.nextInt(8) == 0 ? payload : 1 + random.nextInt(4);
      for (int i = 0; i < changes; i++) {
        // The fixed fields and tables in front decide most.
        int at = random.nextInt(random.nextBoolean() ? Math.min(40, payload) : payload);
        hostile[block.offset + at] =
            (byte) (random.nextBoolean() ? random.nextInt(256) : -random.nextInt(2));
      }
      sign(hostile, block);
      errors += exercise(hostile, model, "seed=" + seed);
    }
    assertThat(errors).isGreaterThan(300);
  }

  @Test
  void caseC6_compressedPayloadsWithTheRightChecksum() throws IOException {
    NavigableSet<Entry> model = model();
    TableFixture healthy = new TableFixture();
    healthy.write(OPTIONS, model);
    byte[] bytes = healthy.bytes();
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Block[] blocks = blocks(healthy.open());
      Block block = blocks[random.nextInt(blocks.length)];
      byte[] hostile = bytes.clone();
      int payload = block.storedBytes - TableFormat.TRAILER_BYTES;
      hostile[block.offset + payload] = TableFormat.STORED_LZ4;
      LittleEndian.putInt(hostile, block.offset + payload + 1, 1 + random.nextInt(300));
      if (random.nextBoolean()) {
        for (int i = 0; i < payload; i++) {
          hostile[block.offset + i] = (byte) random.nextInt(256);
        }
      }
      sign(hostile, block);
      assertThat(exercise(hostile, model, "seed=" + seed)).as("seed=%s", seed).isPositive();
    }
  }

  @Test
  void caseC6_rawLengthsAreBoundedBeforeAnythingIsAllocated() throws IOException {
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    for (int i = 0; i < 50; i++) {
      model.add(Entry.put(new byte[] {(byte) i}, i, new byte[200]));
    }
    TableFixture healthy = new TableFixture();
    healthy.write(new TableOptions(1024, 64, 64, 10, FilterKind.LINES, Compression.LZ4), model);
    byte[] bytes = healthy.bytes();
    Block block = blocks(healthy.open())[0];
    int rawAt = block.offset + block.storedBytes - 8;
    int real = LittleEndian.getInt(bytes, rawAt);
    assertThat(bytes[rawAt - 1]).isEqualTo((byte) TableFormat.STORED_LZ4);
    for (int raw : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, real + 1, real - 1}) {
      byte[] hostile = bytes.clone();
      LittleEndian.putInt(hostile, rawAt, raw);
      sign(hostile, block);
      TableFixture fixture = TableFixture.withBytes(hostile);
      Table table = fixture.open();
      byte[] first = model.first().key();
      assertThatThrownBy(() -> fixture.get(table, first, 100))
          .as("raw length %s", raw)
          .isInstanceOf(CorruptionException.class);
    }
  }

  @Test
  void sectionLengthsInTheFooterAreBoundedByTheFile() throws IOException {
    NavigableSet<Entry> model = model();
    TableFixture healthy = new TableFixture();
    healthy.write(OPTIONS, model);
    byte[] bytes = healthy.bytes();
    int footer = bytes.length - Footer.BYTES;
    for (int field = 0; field < 11; field++) {
      for (long value :
          new long[] {0, -1, 64, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40}) {
        byte[] hostile = bytes.clone();
        if (LittleEndian.getLong(hostile, footer + 8 * field) == value) {
          continue;
        }
        LittleEndian.putLong(hostile, footer + 8 * field, value);
        int crc =
            SaltedChecksum.of(
                TableFixture.FILE_ID, footer, TableFormat.KIND_FOOTER, hostile, footer, 92);
        LittleEndian.putInt(hostile, footer + 92, crc);
        TableFixture fixture = TableFixture.withBytes(hostile);
        assertThatThrownBy(fixture::open)
            .as("field %s = %s", field, value)
            .isInstanceOf(CorruptionException.class);
      }
    }
  }

  @Test
  void unknownVersionsAndFeaturesHaveTheirOwnError() throws IOException {
    TableFixture healthy = new TableFixture();
    healthy.write(OPTIONS, model());
    byte[] bytes = healthy.bytes();
    int stamp = bytes.length - 32;
    for (int at : new int[] {4, 8}) {
      byte[] newer = bytes.clone();
      newer[stamp + at]++;
      int crc = SaltedChecksum.of(TableFixture.FILE_ID, stamp, 0, newer, stamp, 28);
      LittleEndian.putInt(newer, stamp + 28, crc);
      TableFixture fixture = TableFixture.withBytes(newer);
      assertThatThrownBy(fixture::open).isInstanceOf(UnknownFormatException.class);
    }
  }
}
