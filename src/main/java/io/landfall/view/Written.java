package io.landfall.view;

import java.time.Duration;

/**
 * The one answer to a write.
 *
 * @param write as it was last sent: its task may have been read again meanwhile
 * @param tries how often it was sent to the view, from 0 (settled by a look alone)
 * @param took from its first sending to its answer, waits included
 */
public record Written(ViewWrite write, WriteOutcome outcome, int tries, Duration took) {}
