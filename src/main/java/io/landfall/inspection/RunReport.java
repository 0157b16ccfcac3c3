package io.landfall.inspection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What an inspection found and did, or how far it is.
 *
 * @param endedAt null: it is under way
 * @param trigger {@code schedule}, {@code confirm} (second looks alone) or {@code operator}
 * @param by the operator
 * @param scanned tasks that a verifier was asked about
 * @param confirmed of which a second look said the same
 * @param repaired for which COMPLETED was sent
 * @param retried for which RETRY was sent
 * @param failed for which FAILED was sent
 * @param running that are at work
 * @param absent that no platform knows of
 * @param unknown of which the verifier could not tell
 * @param moved to which an event came between the look and the judgement: it wins
 * @param strange answers about tasks that nobody had asked for
 * @param why it ended; see {@link Ending#word}
 * @param stoppedBy the operator who asked it to
 * @param detail of a dry run: JSON, what was seen and would be done; else one line or null
 */
public record RunReport(
        long id,
        Instant startedAt,
        @Nullable Instant endedAt,
        String node,
        String trigger,
        @Nullable String by,
        boolean dryRun,
        long scanned,
        long confirmed,
        long repaired,
        long retried,
        long failed,
        long running,
        long absent,
        long unknown,
        long moved,
        long strange,
        @Nullable String why,
        @Nullable String stoppedBy,
        @Nullable String detail) {}
