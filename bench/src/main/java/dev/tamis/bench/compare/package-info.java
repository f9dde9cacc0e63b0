/** Several engines, each measured in processes of its own, side by side. */
package dev.tamis.bench.compare;
