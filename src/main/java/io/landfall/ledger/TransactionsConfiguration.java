package io.landfall.ledger;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of transactions; {@code landfall.ledger.transaction-timeout} is that of a batch, {@code apply-batch}.
 *
 * @param timeout of a transaction that has none of its own, from its begin to its end
 * @param timeouts by name, such as {@code note-landings}
 * @param shortAcknowledged names whose timeout may be under 3 s; {@code default} stands for {@code timeout}
 */
@Validated
@ConfigurationProperties("landfall.transactions")
public record TransactionsConfiguration(
        @DefaultValue("15s") @NotNull Duration timeout,
        @DefaultValue @NotNull Map<String, Duration> timeouts,
        @DefaultValue @NotNull List<String> shortAcknowledged) {}
