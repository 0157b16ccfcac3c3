package io.landfall.inspection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What was seen of a suspect so far, in the attempt and state that it is in.
 *
 * @param looks of that kind in a row; of ABSENT only those after the deadline
 * @param since when the first of them was answered
 * @param told whether somebody was told that it runs for too long
 * @param reason of FAILED and UNKNOWN, one line
 */
record Suspicion(Kind kind, int looks, Instant since, boolean told, @Nullable String reason) {}
