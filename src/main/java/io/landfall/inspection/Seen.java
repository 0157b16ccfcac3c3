package io.landfall.inspection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A suspect that an inspection holds, and what was seen of it before.
 *
 * @param before null: nothing, in this attempt and state
 * @param askedAt when it was claimed: no answer can be older
 */
record Seen(Suspect suspect, @Nullable Suspicion before, Instant askedAt) {}
