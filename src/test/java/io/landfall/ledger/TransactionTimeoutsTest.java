package io.landfall.ledger;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TransactionTimeoutsTest {
    private static final Duration USUAL = Duration.ofSeconds(15);

    @Test
    void a_name_has_its_own_timeout_or_the_usual_one_and_batches_the_ledgers() {
        TransactionTimeouts timeouts = TransactionTimeouts.of(
                new TransactionsConfiguration(USUAL, Map.of("read-tasks", Duration.ofSeconds(7)), List.of()),
                Duration.ofSeconds(20));
        assertThat(timeouts.of("read-tasks")).hasSeconds(7);
        assertThat(timeouts.of("apply-batch")).hasSeconds(20);
        assertThat(timeouts.of("anything")).isEqualTo(USUAL);
    }

    @Test
    void a_short_one_needs_an_acknowledgement_and_the_refusal_says_which_key_and_what_to_do() {
        Map<String, Duration> named = Map.of("read-tasks", Duration.ofMillis(2_999));
        assertThatThrownBy(() -> TransactionTimeouts.of(new TransactionsConfiguration(USUAL, named, List.of()), USUAL))
                .isInstanceOfSatisfying(TimeoutRefused.class, refused -> {
                    assertThat(refused).hasMessageContaining("landfall.transactions.timeouts.read-tasks is 2999 ms");
                    assertThat(refused.action()).contains("landfall.transactions.short-acknowledged=read-tasks");
                });
        assertThat(TransactionTimeouts.of(new TransactionsConfiguration(USUAL, named, List.of("read-tasks")), USUAL)
                        .of("read-tasks"))
                .hasMillis(2_999);
    }

    @Test
    void the_keys_of_all_and_of_batches_are_checked_too() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> TransactionTimeouts.of(
                        new TransactionsConfiguration(second, Map.of(), List.of("apply-batch")), USUAL))
                .isInstanceOfSatisfying(TimeoutRefused.class, refused -> {
                    assertThat(refused).hasMessageContaining("landfall.transactions.timeout is 1000 ms");
                    assertThat(refused.action()).endsWith("short-acknowledged=default");
                });
        assertThatThrownBy(() -> TransactionTimeouts.of(
                        new TransactionsConfiguration(USUAL, Map.of(), List.of("default")), second))
                .isInstanceOfSatisfying(TimeoutRefused.class, refused -> assertThat(refused)
                        .hasMessageContaining("landfall.ledger.transaction-timeout is 1000 ms"));
    }

    @Test
    void nothing_and_forever_are_refused_whatever_is_acknowledged() {
        for (Duration timeout : List.of(Duration.ZERO, Duration.ofSeconds(-5), Duration.ofHours(2))) {
            assertThatThrownBy(() -> TransactionTimeouts.of(
                            new TransactionsConfiguration(timeout, Map.of(), List.of("default")), USUAL))
                    .isInstanceOf(TimeoutRefused.class)
                    .hasMessageContaining("from 1 ms to an hour");
        }
    }
}
