/**
 * What goes wrong with Landfall and between it and its servers, made to order for tests, and the check of what must hold
 * when it is over: {@link io.landfall.fault.Truth}.
 *
 * <p>Not done here: starting the servers (stack).
 */
package io.landfall.fault;
