/**
 * The hands: one small bean a route step, named like the step. The only package that knows Camel.
 *
 * <p>Not done here: deciding anything; the brains do.
 */
@NullMarked
package io.landfall.corridor;

import org.jspecify.annotations.NullMarked;
