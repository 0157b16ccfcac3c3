/**
 * How Landfall is run: what is healthy, what is counted, what the terminal says at the start.
 *
 * <p>Not done here: showing tasks and failures (console), deciding what an outage means for the work (corridor).
 */
@NullMarked
package io.landfall.ops;

import org.jspecify.annotations.NullMarked;
