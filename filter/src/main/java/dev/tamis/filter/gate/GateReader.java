package dev.tamis.filter.gate;

/**
 * Asks one version of a gate until it is refreshed, so that many questions get their answers from
 * one filter. Keys committed meanwhile are found: while the reader is open, its version receives
 * them. For one thread; close it, since an open one makes the gate keep an old version up to date.
 */
public final class GateReader implements AutoCloseable {
  private final MembershipGate gate;
  private GateVersion version;

  GateReader(MembershipGate gate) {
    this.gate = gate;
    this.version = gate.versions().acquire();
  }

  /** As {@link MembershipGate#mightContain(byte[])}, of this reader's version. */
  public boolean mightContain(byte[] key) {
    return mightContainHash(gate.hash().hash(key));
  }

  /** As {@link MembershipGate#mightContainHash}, of this reader's version. */
  public boolean mightContainHash(long hash) {
    if (version == null) {
      throw new IllegalStateException("the reader is closed");
    }
    return gate.ask(version, hash);
  }

  /** Number of the version; 0 if there was none yet. */
  public long version() {
    return version.number();
  }

  /** Goes over to the newest version. */
  public void refresh() {
    GateVersion newer = gate.versions().acquire();
    gate.versions().release(version);
    version = newer;
  }

  @Override
  public void close() {
    if (version != null) {
      gate.versions().release(version);
      version = null;
    }
  }
}
