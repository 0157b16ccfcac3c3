package io.landfall.ledger;

import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The ledger's keys.
 *
 * @param retention how long events are kept; records older than that are dead letters ({@code too-old})
 * @param transactionTimeout of the transaction that applies a batch, {@code apply-batch}; at its end everything is rolled back and tried again
 * @param maxAttempts runs a task may have before a RETRY is illegal
 * @param node this node's name in the books and in attempts
 */
@Validated
@ConfigurationProperties("landfall.ledger")
public record LedgerConfiguration(
        @DefaultValue("30d") @NotNull Duration retention,
        @DefaultValue("15s") @NotNull Duration transactionTimeout,
        @DefaultValue("5") @Min(1) @Max(1_000_000) int maxAttempts,
        @DefaultValue("node") @NotNull String node) {}
