/** YCSB's core workloads, run by YCSB itself in a process with the peers' jar. */
package dev.tamis.bench.ycsb;
