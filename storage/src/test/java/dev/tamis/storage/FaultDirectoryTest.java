package dev.tamis.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultDirectoryTest {
  private final CrashDirectory disk = new CrashDirectory();
  private final FaultDirectory faults = new FaultDirectory(disk);

  @ParameterizedTest
  @EnumSource(FaultOperation.class)
  void everyOperationFailsOnceAtItsNthCallAndThenWorks(FaultOperation operation)
      throws IOException {
    disk.put("a", new byte[10]);
    disk.put("c", new byte[10]);
    faults.add(FaultRule.on(operation, "*").nth(2).failOnce());
    call(operation, 1);
    assertThatThrownBy(() -> call(operation, 2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("injected");
    call(operation, 3);
    assertThat(faults.count(operation)).isEqualTo(3);
    assertThat(faults.injected()).hasSize(1);
    assertThat(faults.injected().get(0)).startsWith(operation.name()).endsWith("FAIL");
  }

  private void call(FaultOperation operation, int turn) throws IOException {
    switch (operation) {
      case CREATE -> faults.create("new" + turn).close();
      case OPEN -> faults.open("a").close();
      case READ -> read("a", 3);
      case APPEND -> appendTo("log" + turn, "x");
      case SYNC -> {
        try (AppendableFile file = faults.create("log" + turn)) {
          file.sync();
        }
      }
      case DIR_SYNC -> faults.sync();
      case RENAME -> faults.rename("a", "a");
      case DELETE -> {
        disk.put("gone", new byte[0]);
        faults.delete("gone");
      }
      case LIST -> assertThat(faults.list()).isNotEmpty();
      case LINK -> faults.link("a", "link" + turn);
      case SIZE -> assertThat(faults.size("a")).isEqualTo(10);
      case LOCK -> faults.lock("LOCK").close();
      case FREE_SPACE -> assertThat(faults.freeSpace()).isPositive();
    }
  }

  @Test
  void failedOperationHasNoEffectBelow() throws IOException {
    disk.put("a", new byte[1]);
    faults.add(FaultRule.on(FaultOperation.DELETE, "a").failForever());
    faults.add(FaultRule.on(FaultOperation.RENAME, "b").failForever());
    faults.add(FaultRule.on(FaultOperation.CREATE, "c").failForever());
    for (int i = 0; i < 3; i++) {
      failing(() -> faults.delete("a"));
      failing(() -> faults.rename("a", "b"));
      failing(() -> faults.create("c"));
    }
    assertThat(disk.list()).containsExactly("a");
    assertThat(disk.operations()).isZero();
    faults.clear();
    faults.rename("a", "b");
    assertThat(disk.list()).containsExactly("b");
  }

  @Test
  void globHitsOnlyItsNames() throws IOException {
    FaultRule rule = faults.add(FaultRule.on(FaultOperation.CREATE, "0?.s*t").failForever());
    for (String name : new String[] {"01.log", "012.sst", "1.sst", "01xsst"}) {
      faults.create(name).close();
    }
    failing(() -> faults.create("01.sst"));
    failing(() -> faults.create("0a.st"));
    assertThat(rule.matches()).isEqualTo(2);
    faults.add(FaultRule.on(FaultOperation.OPEN, name -> name.length() == 7).failForever());
    failing(() -> faults.open("012.sst"));
    faults.open("1.sst").close();
  }

  @Test
  void handleRefusesEverythingAfterItsFirstFailure() throws IOException {
    faults.add(FaultRule.on(FaultOperation.SYNC, "a").failOnce());
    try (AppendableFile file = faults.create("a")) {
      file.append(ascii("x"), 0, 1);
      failing(file::sync);
      long before = disk.operations();
      assertThatThrownBy(file::sync)
          .isInstanceOf(IOException.class)
          .hasRootCauseMessage("injected: Input/output error: SYNC a");
      assertThatThrownBy(() -> file.append(ascii("y"), 0, 1))
          .isInstanceOf(IOException.class)
          .hasRootCauseMessage("injected: Input/output error: SYNC a");
      assertThat(disk.operations()).isEqualTo(before);
    }
    assertThat(disk.bytes("a")).isEqualTo(ascii("x"));
  }

  @Test
  void diskTakesItsBytesAndIsFullUntilTheRuleIsGone() throws IOException {
    FaultRule full = faults.add(FaultRule.on(FaultOperation.APPEND, "*").diskFullAfter(10));
    appendTo("a", "1234");
    assertThatThrownBy(() -> appendTo("b", "12345678"))
        .isInstanceOf(DiskFullException.class)
        .hasMessageContaining("b");
    assertThat(disk.bytes("b")).isEqualTo(ascii("123456"));
    assertThatThrownBy(() -> appendTo("c", "1")).isInstanceOf(DiskFullException.class);
    assertThat(disk.bytes("c")).isEmpty();
    assertThat(faults.injected()).hasSize(2);
    faults.remove(full);
    appendTo("d", "1");
  }

  @Test
  void shortWriteLeavesTheFirstBytes() throws IOException {
    faults.add(FaultRule.on(FaultOperation.APPEND, "a").nth(2).shortWrite(3));
    try (AppendableFile file = faults.create("a")) {
      file.append(ascii("one"), 0, 3);
      failing(() -> file.append(ascii("second"), 0, 6));
      assertThat(disk.bytes("a")).isEqualTo(ascii("onesec"));
    }
  }

  @Test
  void droppedSyncIsSeenByReadersAndNeverByTheDisk() throws IOException {
    faults.add(FaultRule.on(FaultOperation.SYNC, "a").dropOnSync());
    AppendableFile file = faults.create("a");
    file.append(ascii("lost"), 0, 4);
    faults.sync();
    failing(file::sync);
    file.close();
    assertThat(read("a", 4)).isEqualTo(ascii("lost"));
    CrashDirectory killed = disk.crash(CrashModel.KEEP_ALL, 0);
    assertThat(killed.bytes("a")).isEqualTo(ascii("lost"));
    for (CrashModel model : CrashModel.values()) {
      for (long seed = 0; seed < 20; seed++) {
        if (model != CrashModel.KEEP_ALL) {
          byte[] left = killed.crash(model, seed).bytes("a");
          assertThat(new String(left, US_ASCII)).as(model + " " + seed).doesNotContain("lost");
        }
      }
    }
  }

  @Test
  void flippedBitIsOneBitOfTheReadAndNotOfTheFile() throws IOException {
    disk.put("a", new byte[4]);
    faults.add(FaultRule.on(FaultOperation.READ, "a").flipBit(19));
    assertThat(read("a", 4)).isEqualTo(new byte[] {0, 0, 8, 0});
    assertThat(read("a", 4)).isEqualTo(new byte[4]);
    assertThat(disk.bytes("a")).isEqualTo(new byte[4]);
    faults.add(FaultRule.on(FaultOperation.READ, "a").flipBitForever(8));
    assertThat(read("a", 1)).isEqualTo(new byte[] {1});
    assertThat(read("a", 1)).isEqualTo(new byte[] {1});
    assertThat(faults.injected()).containsOnly("READ a FLIP_BIT").hasSize(3);
  }

  @Test
  void hooksRunBeforeTheirCallAndAreNoFaults() throws IOException {
    AtomicInteger always = new AtomicInteger();
    faults.add(FaultRule.on(FaultOperation.CREATE, "*").runForever(always::incrementAndGet));
    faults.add(
        FaultRule.on(FaultOperation.CREATE, "*").nth(2).run(() -> disk.put("early", new byte[0])));
    faults.create("a").close();
    assertThat(disk.list()).containsExactly("a");
    assertThatThrownBy(() -> faults.create("early")).isInstanceOf(IOException.class);
    assertThat(always.get()).isEqualTo(2);
    assertThat(faults.injected()).isEmpty();
    assertThat(faults.count(FaultOperation.CREATE, "early")).isEqualTo(1);
    assertThat(faults.count(FaultOperation.CREATE, "none")).isZero();
  }

  private void appendTo(String name, String text) throws IOException {
    try (AppendableFile file = faults.create(name)) {
      file.append(ascii(text), 0, text.length());
    }
  }

  private byte[] read(String name, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (ReadableFile file = faults.open(name)) {
      file.readFully(0, ByteBuffer.wrap(bytes));
    }
    return bytes;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  private interface Call {
    void run() throws IOException;
  }

  private static void failing(Call call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("injected: Input/output error");
  }
}
