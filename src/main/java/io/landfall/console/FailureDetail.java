package io.landfall.console;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/** A failure with every attempt made on it, first to last. */
record FailureDetail(@JsonUnwrapped FailureRow failure, List<FailureAttempt> attempts) {}
