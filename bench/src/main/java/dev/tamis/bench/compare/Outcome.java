package dev.tamis.bench.compare;

import dev.tamis.bench.result.RunResult;

/**
 * How a process ended.
 *
 * @param exitCode its exit code
 * @param error the last line that it wrote to its error output, empty if there was none
 * @param result what it had measured by then, or null
 */
record Outcome(int exitCode, String error, RunResult result) {}
