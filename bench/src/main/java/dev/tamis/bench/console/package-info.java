/** What the program shows and what it takes: progress, tables, directories, refusals. */
package dev.tamis.bench.console;
