/**
 * What an event means: the state machine of a task, pure and without I/O.
 *
 * <p>Not done here: reading events (event), keeping tasks (ledger), showing them (view).
 */
@NullMarked
package io.landfall.state;

import org.jspecify.annotations.NullMarked;
