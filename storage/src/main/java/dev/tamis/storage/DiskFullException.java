package dev.tamis.storage;

import java.io.IOException;

/** A write found no space left on the device (or went over a quota or file size limit). */
public final class DiskFullException extends IOException {
  private static final long serialVersionUID = 1L;

  public DiskFullException(String file, Throwable cause) {
    super("no space left: file=" + file, cause);
  }
}
