/**
 * Cache-local Bloom filters: pure arithmetic over bytes.
 *
 * <p>A key becomes one 64-bit hash ({@link dev.tamis.filter.KeyHash}) and is a hash from there on;
 * no class here knows a key format, a file or a thread. {@link dev.tamis.filter.SplitLine} is the
 * kernel: eight bits of one 64-byte line. {@link dev.tamis.filter.FilterPartition} is the layout of
 * lines on disk (FORMAT.md is the specification), {@link dev.tamis.filter.FilterPartitionBuilder}
 * makes one, {@link dev.tamis.filter.ConcurrentLineFilter} is the same kernel for a memtable, and
 * {@link dev.tamis.filter.BloomMath} says how often all of them are wrong.
 */
package dev.tamis.filter;
