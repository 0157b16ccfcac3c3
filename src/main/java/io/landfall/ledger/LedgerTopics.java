package io.landfall.ledger;

import jakarta.validation.constraints.NotBlank;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where the ledger's own messages go, through the outbox.
 *
 * @param deadLetters events that can never be applied
 * @param dispatch tasks to be run again
 */
@Validated
@ConfigurationProperties("landfall.topics")
public record LedgerTopics(
        @DefaultValue("landfall.dead-letters") @NotBlank String deadLetters,
        @DefaultValue("landfall.dispatch") @NotBlank String dispatch) {}
