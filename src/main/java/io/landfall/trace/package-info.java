/**
 * What distributed tracing is told: the spans of batches, runs and verifiers, and which records they are of.
 *
 * <p>Not done here: saying when they begin and end (the corridor does), and sending them (OpenTelemetry does).
 */
@NullMarked
package io.landfall.trace;

import org.jspecify.annotations.NullMarked;
