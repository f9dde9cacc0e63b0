package dev.tamis.wal;

/**
 * What a cleanly closed log is known by. Whoever names the log keeps it; with it a missing, short,
 * long or swapped file is an error instead of a torn tail.
 *
 * @param length bytes of the whole file
 * @param checksum running CRC32C of all of them, salted with the file id and the length
 */
public record Seal(long length, int checksum) {}
