package io.landfall.trace;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Tracing that is off costs nothing: unless {@code management.tracing.enabled} is true, nothing of it is set up. Spring Boot alone
 * would only leave out what sends the spans, and make them all the same.
 */
final class TracingSwitch implements AutoConfigurationImportFilter, EnvironmentAware {
    private static final List<String> TRACING = List.of(
            "org.springframework.boot.actuate.autoconfigure.tracing.",
            "org.springframework.boot.actuate.autoconfigure.opentelemetry.",
            "org.springframework.boot.actuate.autoconfigure.logging.OpenTelemetry",
            "org.springframework.boot.actuate.autoconfigure.logging.otlp.");

    private @Nullable Environment environment;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public boolean[] match(@Nullable String[] autoConfigurations, AutoConfigurationMetadata metadata) {
        boolean on =
                Objects.requireNonNull(environment).getProperty("management.tracing.enabled", Boolean.class, false);
        boolean[] match = new boolean[autoConfigurations.length];
        for (int i = 0; i < match.length; i++) {
            String name = autoConfigurations[i];
            match[i] = on || name == null || TRACING.stream().noneMatch(name::startsWith);
        }
        return match;
    }
}
