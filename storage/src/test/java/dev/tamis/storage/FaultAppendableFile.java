package dev.tamis.storage;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;

/** An appender whose appends and syncs a {@link FaultRule} can fail, cut or make untrue. */
final class FaultAppendableFile implements AppendableFile {
  private final FaultDirectory faults;
  private final String name;
  private final AppendableFile inner;
  private final FirstFailure firstFailure;
  private volatile boolean closed;

  FaultAppendableFile(FaultDirectory faults, String name, AppendableFile inner) {
    this.faults = faults;
    this.name = name;
    this.inner = inner;
    this.firstFailure = new FirstFailure(name);
  }

  @Override
  public void append(byte[] source, int offset, int length) throws IOException {
    checkUsable();
    Objects.checkFromIndexSize(offset, length, source.length);
    FaultRule rule = faults.hit(FaultOperation.APPEND, name, name);
    int written = rule == null ? length : bytesBefore(rule, length);
    if (written < length || (rule != null && rule.action() != FaultRule.Action.DISK_FULL)) {
      if (written > 0) {
        inner.append(source, offset, written);
      }
      throw firstFailure.remember(faults.inject(rule, FaultOperation.APPEND, name));
    }
    inner.append(source, offset, length);
  }

  private static int bytesBefore(FaultRule rule, int length) {
    return switch (rule.action()) {
      case DISK_FULL -> rule.takeSpace(length);
      case SHORT_WRITE -> (int) Math.min(length, rule.amount());
      default -> 0;
    };
  }

  @Override
  public long size() {
    return inner.size();
  }

  @Override
  public void sync() throws IOException {
    checkUsable();
    FaultRule rule = faults.hit(FaultOperation.SYNC, name, name);
    if (rule != null) {
      if (rule.action() == FaultRule.Action.DROP_ON_SYNC) {
        if (!(inner instanceof CrashAppendableFile crashing)) {
          throw new IllegalStateException("only a CrashDirectory below can drop unsynced bytes");
        }
        crashing.loseUnsynced();
      }
      throw firstFailure.remember(faults.inject(rule, FaultOperation.SYNC, name));
    }
    inner.sync();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    inner.close();
  }

  private void checkUsable() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    firstFailure.check();
  }
}
