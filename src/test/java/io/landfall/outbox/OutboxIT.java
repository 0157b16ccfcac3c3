package io.landfall.outbox;

import java.util.List;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.landfall.outbox.Outbox.Lane;
import io.landfall.stack.SharedStack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class OutboxIT {
    private final PGSimpleDataSource source = new PGSimpleDataSource();
    private JdbcTemplate ledger;
    private TransactionTemplate transactions;
    private Outbox outbox;

    @BeforeEach
    void empty_table() {
        source.setUrl(SharedStack.get().jdbcUrl());
        source.setCurrentSchema("outbox_it");
        Flyway.configure()
                .dataSource(source)
                .schemas("outbox_it")
                .defaultSchema("outbox_it")
                .load()
                .migrate();
        ledger = new JdbcTemplate(source);
        ledger.update("truncate outbox");
        transactions = new TransactionTemplate(new DataSourceTransactionManager(source));
        outbox = new Outbox(ledger, transactions, "alarms");
    }

    @Test
    void messages_of_a_key_are_claimed_by_one_relay_at_a_time() {
        put("t", "k", "1", "2");
        put("t", "other", "3");
        List<OutboxMessage> first = outbox.claim(Lane.MESSAGES, 1);
        put("t", "k", "4");
        put("t", null, "5");
        put("u", "k", "6");
        assertThat(texts(outbox.claim(Lane.MESSAGES, 10))).containsExactly("3", "5", "6");
        assertThat(outbox.claim(Lane.MESSAGES, 10)).isEmpty();
        outbox.sent(first);
        assertThat(texts(outbox.claim(Lane.MESSAGES, 10))).containsExactly("2", "4");
    }

    @Test
    void a_row_that_was_written_earlier_and_committed_later_is_sent_too() {
        transactions.executeWithoutResult(status -> {
            put("t", "a", "10");
            Thread other = new Thread(
                    () -> new JdbcTemplate(source).update("insert into outbox (topic, payload) values ('t', '11')"));
            other.start();
            join(other);
            // the earlier row is not committed yet
            TransactionTemplate apart = new TransactionTemplate(transactions.getTransactionManager());
            apart.setPropagationBehavior(
                    org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            outbox.sent(new Outbox(ledger, apart, "alarms").claim(Lane.MESSAGES, 10));
        });
        assertThat(texts(outbox.claim(Lane.MESSAGES, 10))).containsExactly("10");
        assertThat(ledger.queryForObject("select count(*) from outbox where status = 'SENT'", Long.class))
                .isEqualTo(1);
    }

    @Test
    void each_lane_takes_its_own_rows() {
        put("alarms", "a", "1");
        put("dispatch", "a", "2");
        assertThat(texts(outbox.claim(Lane.ALARMS, 10))).containsExactly("1");
        assertThat(texts(outbox.claim(Lane.MESSAGES, 10))).containsExactly("2");
        assertThat(outbox.claim(Lane.DEAD_LETTERS, 10)).isEmpty();
    }

    @Test
    void a_claim_is_bounded_by_bytes_and_one_row_always_goes() {
        put("t", "a", "x".repeat(9 << 20), "2");
        assertThat(outbox.claim(Lane.MESSAGES, 10)).hasSize(1);
    }

    @Test
    void a_released_row_may_be_claimed_at_once_and_a_lapsed_lease_too() {
        put("t", "a", "1");
        List<OutboxMessage> claimed = outbox.claim(Lane.MESSAGES, 10);
        outbox.release(claimed);
        assertThat(outbox.claim(Lane.MESSAGES, 10)).hasSize(1);
        ledger.update("update outbox set claimed_until = now() - interval '1 second'");
        assertThat(outbox.claim(Lane.MESSAGES, 10)).hasSize(1);
    }

    private void put(String topic, String key, String... payloads) {
        for (String payload : payloads) {
            ledger.update(
                    "insert into outbox (topic, key, payload) values (?, ?, ?)",
                    topic,
                    key == null ? null : key.getBytes(UTF_8),
                    payload.getBytes(UTF_8));
        }
    }

    private static List<String> texts(List<OutboxMessage> messages) {
        return messages.stream()
                .map(message -> new String(message.payload(), UTF_8))
                .toList();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
