/**
 * What is true: the PostgreSQL tables of tasks and their events, changed only batch by batch, in one transaction each.
 *
 * <p>Not done here: what an event means (state), how a task is shown (view).
 */
@NullMarked
package io.landfall.ledger;

import org.jspecify.annotations.NullMarked;
