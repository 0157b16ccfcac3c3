package io.landfall.console;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What is not shown of payloads.
 *
 * @param maskedFields names such as {@code phone}, at any depth, or paths such as {@code result.text}; empty: all is shown
 */
@ConfigurationProperties("landfall")
record MaskConfiguration(Set<String> maskedFields) {
    MaskConfiguration(@Nullable Set<String> maskedFields) {
        this.maskedFields = maskedFields == null ? Set.of() : Set.copyOf(maskedFields);
    }
}
