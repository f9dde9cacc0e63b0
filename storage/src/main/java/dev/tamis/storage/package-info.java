/**
 * Where bytes meet the disk: the {@link dev.tamis.storage.Directory} port, its implementation on a
 * real file system, and what every file of the store shares: little-endian fields, the stamp that
 * says what a file is, the salted checksum, and the errors that say what was wrong.
 *
 * <p>Nothing but {@link dev.tamis.storage.DiskDirectory} and its handles opens a file. That is what
 * makes crashes and faults testable: the test jar of this module holds twins of the port that lose
 * unsynced bytes and names, or fail on demand, and everything above runs on them unchanged.
 */
package dev.tamis.storage;
