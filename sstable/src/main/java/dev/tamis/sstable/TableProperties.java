package dev.tamis.sstable;

/**
 * What a table says about itself. The arrays are not to be modified.
 *
 * @param fileId random id of the file
 * @param sizeBytes length of the file
 * @param entries internal entries, tombstones included
 * @param tombstones entries that are deletes
 * @param distinctKeys different user keys
 * @param firstKey smallest user key, empty if there are no entries
 * @param lastKey largest user key, empty if there are no entries
 * @param smallestSequence smallest sequence of an entry as stored
 * @param largestSequence largest sequence an entry ever had, also when it was written as 0
 * @param rawKeyBytes sum of the user key lengths
 * @param rawValueBytes sum of the value lengths
 * @param dataBytes bytes of data blocks in the file
 * @param filterBytes bytes of filter partitions in the file, headers included
 * @param indexBytes bytes of index partitions and top index in the file
 * @param dataBlocks number of data blocks
 * @param filterPartitions number of filter partitions, 0 if there is no filter
 * @param indexPartitions number of index partitions
 * @param filterBitsPerKey bits of filter lines per distinct key as built, 0 if there is no filter
 * @param expectedFilterRate expected false-positive rate of the filter as built, 1 without one
 */
@SuppressWarnings("ArrayRecordComponent") // keys are byte arrays everywhere; never modified
public record TableProperties(
    long fileId,
    long sizeBytes,
    long entries,
    long tombstones,
    long distinctKeys,
    byte[] firstKey,
    byte[] lastKey,
    long smallestSequence,
    long largestSequence,
    long rawKeyBytes,
    long rawValueBytes,
    long dataBytes,
    long filterBytes,
    long indexBytes,
    int dataBlocks,
    int filterPartitions,
    int indexPartitions,
    double filterBitsPerKey,
    double expectedFilterRate) {

  /** The same with the sizes that are known only when the file is complete. */
  TableProperties withSizes(long newSizeBytes, long newIndexBytes) {
    return new TableProperties(
        fileId,
        newSizeBytes,
        entries,
        tombstones,
        distinctKeys,
        firstKey,
        lastKey,
        smallestSequence,
        largestSequence,
        rawKeyBytes,
        rawValueBytes,
        dataBytes,
        filterBytes,
        newIndexBytes,
        dataBlocks,
        filterPartitions,
        indexPartitions,
        filterBitsPerKey,
        expectedFilterRate);
  }
}
