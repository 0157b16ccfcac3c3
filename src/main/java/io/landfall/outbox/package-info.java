/**
 * Messages that were written in the transaction that caused them, by us or by another service on the same database, on their
 * way to Kafka: at least once.
 *
 * <p>Not done here: sending (the corridor's routes do).
 */
@NullMarked
package io.landfall.outbox;

import org.jspecify.annotations.NullMarked;
