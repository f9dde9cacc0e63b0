/**
 * The program: the main job, the benchmarks beside other engines, and their reports. Starts at
 * {@link dev.tamis.bench.BenchCommand}; a subcommand each has its own package.
 */
package dev.tamis.bench;
