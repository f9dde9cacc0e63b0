package dev.tamis.engine;

/** What has to have happened before a write returns. */
public enum Durability {
  /**
   * The bytes are handed to the operating system. The write survives a killed process. After a
   * power cut the store holds a prefix of the write order that contains at least everything up to
   * the last {@link #SYNC} write, {@link Db#sync} or flush; with {@link
   * Options.Builder#syncPeriodMillis} also up to the last periodic sync. In a store without a log
   * ({@link Options.Builder#logged}) it survives neither before it is flushed.
   */
  BUFFERED,

  /**
   * The log is synced to the device. The write, and every write before it, survives a power cut. A
   * store without a log refuses it.
   */
  SYNC
}
