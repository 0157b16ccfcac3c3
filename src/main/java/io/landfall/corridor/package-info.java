/**
 * The hands of the routes: one small bean a step, named like the step. The only package that knows Camel.
 *
 * <p>Not done here: deciding anything; every step calls one of the brains.
 */
@NullMarked
package io.landfall.corridor;

import org.jspecify.annotations.NullMarked;
