package io.landfall.inspection;

import java.time.Duration;

/**
 * What became of a repair's event.
 *
 * @param kind COMPLETED, FAILED or RETRY
 * @param outcome as in the event log
 * @param took since the task came into the state that was repaired
 */
public record SettledRepair(String kind, String outcome, Duration took) {}
