package dev.tamis.engine;

import java.util.concurrent.atomic.AtomicLong;

/** The one counter that names all files. */
final class FileNumbers {
  private final AtomicLong next;

  FileNumbers(long first) {
    next = new AtomicLong(first);
  }

  long take() {
    return next.getAndIncrement();
  }

  /** No file has this number or a higher one. */
  long next() {
    return next.get();
  }
}
