/** What filters cost and how often they are wrong, beside Guava's and a plain set. */
package dev.tamis.bench.filter;
