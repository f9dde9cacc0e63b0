/** What becomes of damaged files: {@code tamis-bench damage}. */
package dev.tamis.bench.damage;
