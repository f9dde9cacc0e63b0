/** The small interface behind which Tamis and its peers are measured. */
package dev.tamis.bench.engine;
