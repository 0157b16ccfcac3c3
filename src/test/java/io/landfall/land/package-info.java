/**
 * The whole product in this process, on real servers, and what troubles from outside make of it.
 *
 * <p>Not done here: killing processes and servers.
 */
package io.landfall.land;
