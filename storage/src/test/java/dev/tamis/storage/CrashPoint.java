package dev.tamis.storage;

/** Where in an operation the machine dies. */
public enum CrashPoint {
  /** Before it has any effect. */
  BEFORE,
  /** An append wrote some of its bytes, a sync some of the writes; other operations are done. */
  INSIDE,
  /** It is done, and nobody was told. */
  AFTER
}
