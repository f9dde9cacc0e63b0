package dev.tamis.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A reader whose reads a {@link FaultRule} can fail or falsify. */
final class FaultReadableFile implements ReadableFile {
  private final FaultDirectory faults;
  private final String name;
  private final ReadableFile inner;

  FaultReadableFile(FaultDirectory faults, String name, ReadableFile inner) {
    this.faults = faults;
    this.name = name;
    this.inner = inner;
  }

  @Override
  public long size() {
    return inner.size();
  }

  @Override
  public void readFully(long position, ByteBuffer destination) throws IOException {
    FaultRule rule = faults.hit(FaultOperation.READ, name, name);
    if (rule != null && rule.action() != FaultRule.Action.FLIP_BIT) {
      throw faults.inject(rule, FaultOperation.READ, name);
    }
    int start = destination.position();
    inner.readFully(position, destination);
    int length = destination.position() - start;
    if (rule != null && length > 0) {
      faults.record(rule, FaultOperation.READ, name);
      long bit = Math.floorMod(rule.amount(), 8L * length);
      int at = start + (int) (bit / 8);
      destination.put(at, (byte) (destination.get(at) ^ (1 << (bit % 8))));
    }
  }

  @Override
  public void close() throws IOException {
    inner.close();
  }
}
