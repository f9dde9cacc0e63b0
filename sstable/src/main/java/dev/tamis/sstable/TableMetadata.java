package dev.tamis.sstable;

import dev.tamis.filter.KeyHash;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;

/**
 * What is read of a table when it is opened, and stays in memory. Immutable.
 *
 * @param hash what fingerprints and filter were made with
 */
record TableMetadata(Footer footer, TableProperties properties, KeyHash hash, TopIndex top) {

  /**
   * Reads footer, properties and top index.
   *
   * @throws CorruptionException if they are damaged or don't fit each other
   * @throws UnknownFormatException if the file needs a newer version of the library
   */
  static TableMetadata read(TableFile file, long sizeBytes) throws IOException {
    byte[] bytes = new byte[Footer.BYTES];
    file.read(sizeBytes - Footer.BYTES, bytes, 0, Footer.BYTES);
    Footer footer = Footer.decode(file.name(), bytes, sizeBytes, file.fileId());
    TablePropertiesCodec stored = readProperties(file, footer);
    if (stored.hashId() != KeyHash.XXH64_ID) {
      throw new UnknownFormatException(file.name(), "key hash", KeyHash.XXH64_ID, stored.hashId());
    }
    TopIndex top = readTop(file, footer);
    TableProperties properties = stored.properties();
    if (top.count() != properties.indexPartitions()
        || top.filterCount() != properties.filterPartitions()) {
      throw file.corrupt(
          footer.topIndexOffset(),
          "partitions of index and filter",
          properties.indexPartitions() + ", " + properties.filterPartitions(),
          top.count() + ", " + top.filterCount());
    }
    KeyHash hash = KeyHash.of(stored.hashId(), stored.hashSeed());
    return new TableMetadata(footer, properties, hash, top);
  }

  private static TablePropertiesCodec readProperties(TableFile file, Footer footer)
      throws IOException {
    long offset = footer.propertiesOffset();
    Payload payload =
        readSection(
            file,
            offset,
            footer.propertiesLength(),
            TableFormat.KIND_PROPERTIES,
            "properties",
            TableFormat.MAX_PROPERTIES_BYTES);
    return TablePropertiesCodec.decode(payload.reader(file.name(), offset), footer);
  }

  private static TopIndex readTop(TableFile file, Footer footer) throws IOException {
    long offset = footer.topIndexOffset();
    Payload payload =
        readSection(
            file,
            offset,
            footer.topIndexLength(),
            TableFormat.KIND_TOP_INDEX,
            "top index",
            TableFormat.MAX_TOP_INDEX_BYTES);
    return TopIndex.decode(payload.reader(file.name(), offset), payload.bytes(), footer);
  }

  private static Payload readSection(
      TableFile file, long offset, long storedBytes, int kind, String what, int maxRawBytes)
      throws IOException {
    if (storedBytes > maxRawBytes) {
      throw file.corrupt(offset, what + " length", "at most " + maxRawBytes, storedBytes);
    }
    return file.readBlock(offset, (int) storedBytes, kind, what, maxRawBytes);
  }
}
