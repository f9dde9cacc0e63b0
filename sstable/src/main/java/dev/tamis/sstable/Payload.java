package dev.tamis.sstable;

import dev.tamis.storage.FieldReader;

/**
 * A block's content with its checksum verified and decompressed. The array may be longer; at least
 * {@link TableFormat#SLACK_BYTES} longer.
 */
@SuppressWarnings("ArrayRecordComponent") // a view, not a value
record Payload(byte[] bytes, int length) {

  FieldReader reader(String file, long fileOffset) {
    return new FieldReader(file, fileOffset, bytes, 0, length);
  }
}
