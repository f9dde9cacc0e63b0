/** Other engines behind the port {@code dev.tamis.bench.engine}, and YCSB on that port. */
package dev.tamis.peers;
