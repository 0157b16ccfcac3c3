/**
 * The console in a real browser, on the whole product: its pages, its actions, and what hostile data makes of them.
 *
 * <p>Not done here: what the API answers; see {@code console}.
 */
package io.landfall.browser;
