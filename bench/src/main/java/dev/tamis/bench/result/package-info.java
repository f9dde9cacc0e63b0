/** What a run measured, and its files. */
package dev.tamis.bench.result;
