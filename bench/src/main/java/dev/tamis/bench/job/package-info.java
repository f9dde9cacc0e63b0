/** The main job: a store at work on real data. */
package dev.tamis.bench.job;
