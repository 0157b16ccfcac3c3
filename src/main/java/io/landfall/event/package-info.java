/**
 * What came in: records of the topics of events and of model calls read into values; what can't be read is a value too, not an exception.
 *
 * <p>Not done here: deciding what an event does to its task (state), looking up repeated ids (ledger).
 */
@NullMarked
package io.landfall.event;

import org.jspecify.annotations.NullMarked;
