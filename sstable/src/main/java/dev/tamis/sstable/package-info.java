/**
 * Immutable sorted tables and the memory they are read through. {@code FORMAT.md} in this module is
 * the specification of the file.
 *
 * <p>A point read goes from {@link dev.tamis.sstable.Table} through its fences ({@code TopIndex})
 * to one line of one filter partition ({@code TableFilter}), and only after a "maybe" on to {@code
 * IndexPartition} and {@code DataBlock}. {@link dev.tamis.sstable.TableWriter} writes a table,
 * {@link dev.tamis.sstable.EntryCursor} walks one. Blocks and filter partitions are charged to a
 * {@link dev.tamis.sstable.MemoryBudget}.
 */
package dev.tamis.sstable;
