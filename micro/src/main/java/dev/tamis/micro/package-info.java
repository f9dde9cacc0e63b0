/**
 * What the micro-benchmarks share (entries, random numbers, a place on disk), and the page of
 * results. The benchmarks themselves lie in the packages they measure, since most of what they
 * measure is package-private.
 */
package dev.tamis.micro;
