/**
 * What a model platform says of the calls that tasks name, asked over HTTP with restraint.
 *
 * <p>Not done here: deciding what follows from a verdict (inspection), and calls that platforms tell of by themselves (calls).
 */
@NullMarked
package io.landfall.platform;

import org.jspecify.annotations.NullMarked;
