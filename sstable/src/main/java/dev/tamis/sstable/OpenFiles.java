package dev.tamis.sstable;

import dev.tamis.storage.Directory;
import dev.tamis.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads files of a directory by name and keeps a bounded number of them open. Each file is open at
 * most once at a time. Thread-safe.
 *
 * <p>At most {@code maxOpenFiles} files are open; only when more threads than that open files at
 * the same moment is it one for each of those threads.
 *
 * <p>Essay. This is under the block cache, so a look-up here is beside a disk read or at least a
 * system call: a concurrent hash map is good enough, and nothing global is locked for a file that
 * is open. What the class is for is the other case. A table's metadata outlives its file handle, so
 * thousands of tables may share a few handles, and a handle can be closed while another thread
 * reads through it. Counting readers would make every read write to a shared word twice. Instead
 * the reader that meets a closed handle starts again with the next one. A reader that keeps losing
 * (one handle for eight threads) reads under the file's own lock at last, which the closing side
 * needs.
 *
 * <p>A place holds its name's lock while it opens or closes, so there is one open for each name,
 * and none before the last close is done. An opener takes the room of a victim by closing it first.
 * It may wait for the victim's lock while it holds its own; that can't be a circle, since a victim
 * is an open file and who opens a file holds the lock of one that is not.
 */
public final class OpenFiles implements Closeable {
  private static final int TRIES_WITHOUT_LOCK = 4;

  private final Directory directory;
  private final int maxOpenFiles;
  private final ConcurrentHashMap<String, Place> places = new ConcurrentHashMap<>();

  private final ReentrantLock ringLock = new ReentrantLock();
  // Guarded by ringLock.
  private final ClockRing ring = new ClockRing();
  private int openCount;
  private boolean closed;

  /** Where the handle of one name is, while there is one. */
  private static final class Place extends ClockEntry {
    final String name;
    // Held while the file is opened or closed, never while another place's file is opened.
    final ReentrantLock lock = new ReentrantLock();
    // Written under lock.
    volatile ReadableFile file;
    // Guarded by lock.
    boolean forgotten;

    Place(String name) {
      this.name = name;
    }
  }

  /**
   * @param maxOpenFiles at least 1
   */
  public OpenFiles(Directory directory, int maxOpenFiles) {
    if (maxOpenFiles < 1) {
      throw new IllegalArgumentException("maxOpenFiles must be at least 1, is " + maxOpenFiles);
    }
    this.directory = directory;
    this.maxOpenFiles = maxOpenFiles;
  }

  /**
   * Fills {@code destination} from its position to its limit with the bytes at {@code position} of
   * the file, as {@link ReadableFile#readFully} does; opens the file if need be.
   *
   * @throws java.nio.file.NoSuchFileException if the file is not open and there is none
   * @throws ClosedChannelException after {@link #close}
   */
  public void read(String name, long position, ByteBuffer destination) throws IOException {
    int start = destination.position();
    for (int tries = 0; tries < TRIES_WITHOUT_LOCK; tries++) {
      Place place = places.get(name);
      ReadableFile file = place == null ? null : place.file;
      if (file == null) {
        place = open(name);
        file = place.file;
        place.lock.unlock();
      }
      place.touch();
      try {
        file.readFully(position, destination);
        return;
      } catch (ClosedChannelException e) {
        if (place.file == file) {
          throw e;
        }
        destination.position(start);
      }
    }
    Place place = open(name);
    try {
      place.file.readFully(position, destination);
    } finally {
      place.lock.unlock();
    }
  }

  /**
   * Closes the file if it is open and drops what is known about it. For a file that is to be
   * deleted: a later read opens it again, and finds that it is gone. A read under way starts again.
   */
  public void forget(String name) throws IOException {
    Place place = places.get(name);
    if (place == null) {
      return;
    }
    place.lock.lock();
    try {
      place.forgotten = true;
      places.remove(name, place);
      ringLock.lock();
      try {
        if (ring.contains(place)) {
          ring.remove(place);
        }
      } finally {
        ringLock.unlock();
      }
      if (place.file != null) {
        try {
          closeFile(place);
        } finally {
          giveRoomBack();
        }
      }
    } finally {
      place.lock.unlock();
    }
  }

  /** Files that are open, or being opened or closed, now. */
  public int openCount() {
    ringLock.lock();
    try {
      return openCount;
    } finally {
      ringLock.unlock();
    }
  }

  /** Closes every file; later reads throw. Idempotent. */
  @Override
  public void close() throws IOException {
    ringLock.lock();
    try {
      closed = true;
    } finally {
      ringLock.unlock();
    }
    IOException failure = null;
    for (String name : places.keySet()) {
      try {
        forget(name);
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** A place whose file is open, with its lock held by this thread. */
  private Place open(String name) throws IOException {
    while (true) {
      Place place = places.computeIfAbsent(name, Place::new);
      place.lock.lock();
      boolean opened = false;
      try {
        if (!place.forgotten) {
          if (place.file == null) {
            openFile(place);
          }
          opened = true;
          return place;
        }
      } finally {
        if (!opened) {
          place.lock.unlock();
        }
      }
    }
  }

  private void openFile(Place place) throws IOException {
    boolean roomTaken = false;
    ReadableFile file = null;
    try {
      takeRoom();
      roomTaken = true;
      file = directory.open(place.name);
      publish(place, file);
    } catch (Throwable e) {
      place.forgotten = true;
      places.remove(place.name, place);
      if (roomTaken) {
        giveRoomBack();
      }
      if (file != null) {
        try {
          file.close();
        } catch (IOException suppressed) {
          e.addSuppressed(suppressed);
        }
      }
      throw e;
    }
  }

  private void publish(Place place, ReadableFile file) throws IOException {
    ringLock.lock();
    try {
      if (closed) {
        throw new ClosedChannelException();
      }
      place.file = file;
      place.recentlyUsed = false;
      ring.add(place);
    } finally {
      ringLock.unlock();
    }
  }

  private void takeRoom() throws IOException {
    boolean taken = false;
    while (!taken) {
      Place victim = null;
      ringLock.lock();
      try {
        if (closed) {
          throw new ClosedChannelException();
        }
        if (openCount >= maxOpenFiles) {
          victim = (Place) ring.takeVictim();
        }
        if (victim == null) {
          openCount++;
        }
      } finally {
        ringLock.unlock();
      }
      taken = victim == null || takeRoomOf(victim);
    }
  }

  /** False if the victim was forgotten meanwhile, and its room given back. */
  private boolean takeRoomOf(Place victim) throws IOException {
    victim.lock.lock();
    try {
      if (victim.file == null) {
        return false;
      }
      closeFile(victim);
      return true;
    } catch (IOException e) {
      giveRoomBack();
      throw e;
    } finally {
      victim.lock.unlock();
    }
  }

  private void giveRoomBack() {
    ringLock.lock();
    try {
      openCount--;
    } finally {
      ringLock.unlock();
    }
  }

  /** Requires: the place's lock, that its file is open, and that it is out of the ring. */
  private static void closeFile(Place place) throws IOException {
    ReadableFile file = place.file;
    // Before closing: a reader that meets the closed handle sees that it is to start again.
    place.file = null;
    file.close();
  }
}
