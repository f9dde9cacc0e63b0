package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.ReadableFile;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Where a table that nobody vouches for comes from, by its own word.
 *
 * @param fileId the id in the file
 * @param hashId key hash it was written with; with the seed, the mark of the store that wrote it
 * @param hashSeed seed of that hash
 * @param largestSequence newest write it ever held
 */
public record TableProvenance(long fileId, int hashId, long hashSeed, long largestSequence) {

  /**
   * Reads it from footer and properties.
   *
   * @throws CorruptionException if these are damaged or the file is no table
   * @throws UnknownFormatException if it was written by a newer version
   */
  public static TableProvenance read(Directory directory, String name) throws IOException {
    byte[] bytes = new byte[Footer.BYTES];
    long sizeBytes;
    try (ReadableFile file = directory.open(name)) {
      sizeBytes = file.size();
      if (sizeBytes < Footer.BYTES) {
        throw new CorruptionException(name, 0, "file size", "at least " + Footer.BYTES, sizeBytes);
      }
      file.readFully(sizeBytes - Footer.BYTES, ByteBuffer.wrap(bytes));
    }
    long fileId = LittleEndian.getLong(bytes, Footer.FILE_ID_OFFSET);
    try (OpenFiles files = new OpenFiles(directory, 1)) {
      TableMetadata stored = TableMetadata.read(new TableFile(files, name, fileId), sizeBytes);
      return new TableProvenance(
          fileId, stored.hash().id(), stored.hash().seed(), stored.properties().largestSequence());
    }
  }
}
