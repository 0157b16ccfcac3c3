package io.landfall.compensation;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What became of a run, or how far it is.
 *
 * @param endedAt null: it is under way
 * @param trigger {@code schedule} or {@code operator}
 * @param by the operator
 * @param failed tries that failed and will be made again
 * @param drained tasks written whose index had been blocked
 * @param why it ended; see {@link Ending#word}
 * @param stoppedBy the operator who asked it to
 * @param detail of a dry run: JSON, what would be tried, by index and cause; else one line or null
 */
public record RunReport(
        long id,
        Instant startedAt,
        @Nullable Instant endedAt,
        String node,
        String trigger,
        @Nullable String by,
        boolean dryRun,
        long tried,
        long resolved,
        long superseded,
        long failed,
        long exhausted,
        long permanent,
        long drained,
        @Nullable String why,
        @Nullable String stoppedBy,
        @Nullable String detail) {}
