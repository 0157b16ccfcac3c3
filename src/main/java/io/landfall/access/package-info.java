/**
 * Who may come in over HTTP, how they show who they are, and which requests are refused before anything reads them.
 *
 * <p>Not done here: what those who may come in can see and do (console, ops).
 */
@NullMarked
package io.landfall.access;

import org.jspecify.annotations.NullMarked;
