/**
 * The record log under the write-ahead log and the manifest. What a record means is its caller's
 * matter; this package knows how far a file can be believed: which records are whole, whether the
 * end of the file is the end of the log, and whether damage took something that was durable.
 */
package dev.tamis.wal;
