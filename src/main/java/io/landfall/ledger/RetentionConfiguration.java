package io.landfall.ledger;

import java.time.Duration;

import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long the ledger keeps what it need not keep.
 *
 * @param eraseAfter so long after its deletion nothing of a task's payloads is left
 */
@Validated
@ConfigurationProperties("landfall.ledger")
public record RetentionConfiguration(@DefaultValue("24h") @NotNull Duration eraseAfter) {
    public RetentionConfiguration {
        if (eraseAfter.isNegative()) {
            throw new IllegalArgumentException(
                    "landfall.ledger.erase-after is " + eraseAfter + "; it can't be negative");
        }
    }
}
