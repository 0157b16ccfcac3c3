/**
 * What a person on call looks at first: how much there is and how fast it goes, sampled while time passes, so that looking
 * costs the same however many tasks there are.
 *
 * <p>Not done here: showing it (console), metrics for other tools (ops).
 */
@NullMarked
package io.landfall.overview;

import org.jspecify.annotations.NullMarked;
