/**
 * Cache-local Bloom filters: pure arithmetic over bytes.
 *
 * <p>A key becomes one 64-bit hash ({@link dev.tamis.filter.KeyHash}) and is a hash from there on;
 * no class here knows a key format or a file. {@link dev.tamis.filter.SplitLine} is the kernel:
 * eight bits of one 64-byte line. {@link dev.tamis.filter.FilterPartition} is the layout of lines
 * on disk (FORMAT.md is the specification), {@link dev.tamis.filter.FilterPartitionBuilder} makes
 * one, {@link dev.tamis.filter.ConcurrentLineFilter} is the same kernel for a memtable, and {@link
 * dev.tamis.filter.BloomMath} says how often all of them are wrong.
 *
 * <p>{@link dev.tamis.filter.gate.MembershipGate} puts a filter in front of a source that goes on
 * changing.
 *
 * <p>An application that wants a filter of its own begins at {@link dev.tamis.filter.BloomFilter}
 * or {@link dev.tamis.filter.BlockedBloomFilter}. Which one:
 *
 * <table>
 *   <caption>Types of filters</caption>
 *   <tr><th>if</th><th>then</th><th>bits per key at 1 %</th></tr>
 *   <tr><td>look-ups must be fast</td><td>{@link dev.tamis.filter.BlockedBloomFilter}</td><td>10.1</td></tr>
 *   <tr><td>memory counts, or filters are united</td><td>{@link dev.tamis.filter.BloomFilter}</td><td>9.6</td></tr>
 *   <tr><td>all keys are known beforehand</td><td>{@link dev.tamis.filter.RibbonFilter}</td><td>7.4 (0.8 %)</td></tr>
 *   <tr><td>keys are removed</td><td>{@link dev.tamis.filter.CuckooFilter}</td><td>10.5</td></tr>
 *   <tr><td>keys are removed, and the filter must never be full</td><td>{@link dev.tamis.filter.CountingBloomFilter}</td><td>38.3</td></tr>
 *   <tr><td>nobody knows how many keys come</td><td>{@link dev.tamis.filter.ScalableBloomFilter}</td><td>15 to 24</td></tr>
 *   <tr><td>only the recent part of a stream matters</td><td>{@link dev.tamis.filter.StableBloomFilter}, which forgets</td><td>134 of the window</td></tr>
 * </table>
 */
package dev.tamis.filter;
