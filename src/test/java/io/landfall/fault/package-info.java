/**
 * What goes wrong between Landfall and its servers, made to order for tests.
 *
 * <p>Not done here: starting the servers (stack).
 */
package io.landfall.fault;
