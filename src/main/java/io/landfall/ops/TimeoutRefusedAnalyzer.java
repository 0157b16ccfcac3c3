package io.landfall.ops;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.landfall.ledger.TimeoutRefused;

final class TimeoutRefusedAnalyzer extends AbstractFailureAnalyzer<TimeoutRefused> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, TimeoutRefused cause) {
        return new FailureAnalysis(
                "Landfall was not started: " + cause.getMessage() + ".", cause.action() + ".", cause);
    }
}
