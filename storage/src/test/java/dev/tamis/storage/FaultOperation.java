package dev.tamis.storage;

/** The calls that a {@link FaultDirectory} counts and that a {@link FaultRule} can hit. */
public enum FaultOperation {
  CREATE,
  OPEN,
  READ,
  APPEND,
  /** Of a file. */
  SYNC,
  /** Of the directory; its name is empty. */
  DIR_SYNC,
  /** Hit by either name, counted under the first. */
  RENAME,
  DELETE,
  /** Its name is empty. */
  LIST,
  /** Hit by either name, counted under the first. */
  LINK,
  SIZE,
  LOCK,
  /** Its name is empty. */
  FREE_SPACE
}
