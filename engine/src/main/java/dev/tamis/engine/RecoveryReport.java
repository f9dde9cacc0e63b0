package dev.tamis.engine;

import java.util.List;

/**
 * What opening a store found.
 *
 * @param created whether the store was new
 * @param cleanlyClosed whether the last process had closed it; then nothing could be lost
 * @param logsRead logs that were replayed
 * @param recordsReplayed log records replayed
 * @param operationsReplayed puts and deletes in them
 * @param bytesDropped bytes at the ends of logs that were cut off: writes that had not been
 *     completed, or that a power cut took before they were synced
 * @param recordsDropped whole records among them, dropped because something before them was missing
 * @param reasons why bytes were dropped or files left alone, one line each
 * @param lastSequence sequence number of the last operation that the store holds
 */
public record RecoveryReport(
    boolean created,
    boolean cleanlyClosed,
    int logsRead,
    long recordsReplayed,
    long operationsReplayed,
    long bytesDropped,
    long recordsDropped,
    List<String> reasons,
    long lastSequence) {}
