/**
 * What did not land: a record of each view write that failed, with every attempt made on it.
 *
 * <p>Not done here: judging an answer (view), trying again (compensation).
 */
@NullMarked
package io.landfall.failure;

import org.jspecify.annotations.NullMarked;
