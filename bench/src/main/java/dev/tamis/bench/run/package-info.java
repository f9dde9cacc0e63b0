/** Benchmarks in db_bench's names and meaning, on one engine. */
package dev.tamis.bench.run;
