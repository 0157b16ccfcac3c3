/**
 * The second chance of failures: timed, restrained, steered by people, and reported.
 *
 * <p>Not done here: writing to the view (view), opening failures (failure), moving single failures by hand (failure).
 */
@NullMarked
package io.landfall.compensation;

import org.jspecify.annotations.NullMarked;
