package dev.tamis.filter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tamis.filter.KeyHash;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** One gate per tenant: what each costs. */
class TenantGatesTest {
  private static final int TENANTS = 2000;
  private static final KeyHash HASH = KeyHash.sipHash13(3, 4);

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final MapSource source = new MapSource();

  @Test
  void aGateWithoutKeysTakesLessThanAKibibyte() {
    MembershipGate[] gates = new MembershipGate[TENANTS];
    make(gates); // loads classes
    long before = threads.getCurrentThreadAllocatedBytes();
    make(gates);
    long each = (threads.getCurrentThreadAllocatedBytes() - before) / TENANTS;
    assertThat(gates[TENANTS - 1].mightContain(new byte[3])).isTrue();
    assertThat(each).isBetween(200L, 1024L);
  }

  @Test
  void askingAGateAllocatesNothing() throws IOException {
    MembershipGate gate = MembershipGate.builder(new MapSource("a", "b")).hash(HASH).build();
    gate.rebuild();
    byte[] key = new byte[16];
    ask(gate, key);
    long before = threads.getCurrentThreadAllocatedBytes();
    ask(gate, key);
    // One object of 16 bytes per question would be 320,000.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000);
  }

  private void make(MembershipGate[] gates) {
    for (int i = 0; i < TENANTS; i++) {
      gates[i] = MembershipGate.builder(source).hash(HASH).build();
    }
  }

  private static void ask(MembershipGate gate, byte[] key) {
    for (int i = 0; i < 20_000; i++) {
      key[i & 15] = (byte) i;
      gate.mightContain(key);
    }
  }
}
