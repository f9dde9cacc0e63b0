/**
 * The main job: one program that loads real data into a store, reads it back in every way, and
 * prints what the store and its filters did. Starts at {@link dev.tamis.bench.BenchCommand}.
 */
package dev.tamis.bench;
