/**
 * How fast: benchmarks that measure Landfall next to simpler ways of doing the same work, on the local stack.
 *
 * <p>Not done here: tests; no result of a benchmark fails a build.
 */
package io.landfall.bench;
