/**
 * The store: {@link dev.tamis.engine.Db} and what it is made of.
 *
 * <p>Where to begin reading, each path in the order of the calls:
 *
 * <ul>
 *   <li><b>get</b>: {@code Db}, {@code ReadView}, {@code MemTable}, {@code Version}, then {@code
 *       Table}, {@code TableFilter} in the sstable module and {@code SplitLine} in filter
 *   <li><b>write</b>: {@code Db}, {@code CommitQueue}, {@code GroupWriter}, {@code WriteAheadLog},
 *       {@code MemTables}, {@code LogSync}; then in the background {@code Flush}, {@code
 *       CompactionPicker}, {@code CompactionRun}, {@code VersionSet}, {@code Manifest}
 *   <li><b>open</b>: {@code StoreOpening}, {@code Recovery}, {@code ManifestReader}, {@code
 *       LogReplay}, {@code Sweep}, {@code RecoveredState}
 * </ul>
 *
 * <p>{@code DESIGN.md} in this module has the same paths with their invariants.
 */
package dev.tamis.engine;
