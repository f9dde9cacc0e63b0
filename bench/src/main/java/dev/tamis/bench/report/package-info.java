/** One HTML page from result files: charts and tables that can be read without a network. */
package dev.tamis.bench.report;
