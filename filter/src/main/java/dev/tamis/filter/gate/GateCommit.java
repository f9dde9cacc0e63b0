package dev.tamis.filter.gate;

/**
 * A commit under way, from before the source makes the key visible until after it has. Closing it
 * twice does no harm; closing it after a failed commit leaves a key that merely looks present.
 */
public final class GateCommit implements AutoCloseable {
  private final MembershipGate gate;
  private final long keyHash;
  private boolean ended;

  GateCommit(MembershipGate gate, long keyHash) {
    this.gate = gate;
    this.keyHash = keyHash;
  }

  @Override
  public void close() {
    if (!ended) {
      ended = true;
      gate.end(keyHash);
    }
  }
}
