package io.landfall.access;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class PasswordMissingAnalyzer extends AbstractFailureAnalyzer<PasswordMissing> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PasswordMissing cause) {
        return new FailureAnalysis(
                "Landfall was not started: " + cause.getMessage() + ".",
                "Set LANDFALL_ADMIN_PASSWORD (or landfall.admin-password), or listen on 127.0.0.1 only"
                        + " (server.address=127.0.0.1).",
                cause);
    }
}
