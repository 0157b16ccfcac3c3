package io.landfall.ledger;

import org.jspecify.annotations.Nullable;

import io.landfall.event.SourceRecord;

/** A delivery that can never be applied as it is, whole with its reason. */
record DeadLetter(SourceRecord source, byte[] hash, String reason, String detail, @Nullable String taskId) {}
