package io.landfall.access;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class LoginRefusedAnalyzer extends AbstractFailureAnalyzer<LoginRefused> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LoginRefused cause) {
        return new FailureAnalysis(
                "Landfall was not started: " + cause.getMessage() + ".",
                "A hash is made with, for example, htpasswd -nBC 10 NAME; put {bcrypt} before it. README, \"Security\", says more.",
                cause);
    }
}
