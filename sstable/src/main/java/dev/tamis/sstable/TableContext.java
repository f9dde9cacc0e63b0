package dev.tamis.sstable;

import dev.tamis.filter.KeyHash;
import dev.tamis.storage.Directory;

/**
 * What all tables of one store share.
 *
 * @param directory where the files are
 * @param memory the budget that blocks, filters and fences are charged to
 * @param files the bounded set of open files
 * @param hash the store's key hash; tables written with another one are searched by key
 */
public record TableContext(
    Directory directory, MemoryBudget memory, OpenFiles files, KeyHash hash) {}
