/**
 * Whether what should have ended did: finds tasks that have been in a state that is not final for too long, asks the outside
 * truth about them, and emits repairs.
 *
 * <p>Not done here: asking (verifiers are routes), and changing a task: a repair is an event like any other.
 */
@NullMarked
package io.landfall.inspection;

import org.jspecify.annotations.NullMarked;
