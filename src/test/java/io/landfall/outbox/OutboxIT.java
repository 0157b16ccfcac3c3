package io.landfall.outbox;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import io.landfall.stack.SharedStack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OutboxIT {
    private static final OutboxTopics TOPICS = new OutboxTopics(Set.of("t", "u"), Set.of("open"));
    private static final String STRANGER = "outbox_it_stranger";

    private final PGSimpleDataSource source = source();
    private final JdbcTemplate ledger = new JdbcTemplate(source);
    private final TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(source));
    private final Outbox outbox = new Outbox(ledger, transactions, TOPICS);

    private static PGSimpleDataSource source() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(SharedStack.get().jdbcUrl());
        source.setCurrentSchema("outbox_it");
        return source;
    }

    @BeforeEach
    void empty_table() {
        Flyway.configure()
                .dataSource(source)
                .schemas("outbox_it")
                .defaultSchema("outbox_it")
                .load()
                .migrate();
        ledger.update("truncate outbox, outbox_lease");
    }

    @Test
    void messages_of_a_key_are_one_relays_at_a_time_and_keep_their_order() {
        put("t", key(1), "1", "2");
        put("t", key(2), "3");
        Claim first = outbox.claim("t", 1);
        assertThat(texts(first)).containsExactly("1");
        put("t", key(1), "4");
        put("t", key(3), "5");
        put("u", key(1), "6");
        assertThat(texts(outbox.claim("t", 10))).containsExactly("5");
        assertThat(texts(outbox.claim("u", 10))).containsExactly("6");
        assertThat(outbox.claim("t", 10).isEmpty()).isTrue();
        outbox.sent(first.rows());
        assertThat(outbox.claim("t", 10).isEmpty())
                .as("the slot is still leased")
                .isTrue();
        outbox.free(first);
        assertThat(texts(outbox.claim("t", 10))).containsExactly("2", "3", "4");
    }

    @Test
    void two_relays_claim_side_by_side_and_none_waits_for_the_other() {
        List<String> all = new ArrayList<>();
        for (int slot = 0; slot < Outbox.SLOTS; slot++) {
            put("t", key(slot), "a" + slot, "b" + slot);
            all.addAll(List.of("a" + slot, "b" + slot));
        }
        List<String> one = texts(outbox.claim("t", 1_000));
        List<String> other = texts(outbox.claim("t", 1_000));
        assertThat(one).hasSize(2 * Outbox.SLOTS_AT_ONCE);
        assertThat(other).hasSize(2 * (Outbox.SLOTS - Outbox.SLOTS_AT_ONCE)).doesNotContainAnyElementsOf(one);
        one.addAll(other);
        assertThat(one).containsExactlyInAnyOrderElementsOf(all);
        assertThat(outbox.claim("t", 1_000).isEmpty()).isTrue();
    }

    @Test
    void a_row_that_was_written_earlier_and_committed_later_is_sent_too() {
        transactions.executeWithoutResult(status -> {
            put("t", key(1), "10");
            CompletableFuture.runAsync(() -> new JdbcTemplate(source)
                            .update("insert into outbox (topic, key, payload) values ('t', ?, '11')", (Object)
                                    key(1).getBytes(UTF_8)))
                    .join();
            // the earlier row is not committed yet
            TransactionTemplate apart = new TransactionTemplate(transactions.getTransactionManager());
            apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            apart.executeWithoutResult(inner -> {
                Claim claim = outbox.claim("t", 10);
                assertThat(texts(claim)).containsExactly("11");
                outbox.sent(claim.rows());
                outbox.free(claim);
            });
        });
        assertThat(texts(outbox.claim("t", 10))).containsExactly("10");
    }

    @Test
    void only_known_topics_that_have_a_row_waiting_are_due() {
        put("u", "k", "1");
        put("open", "k", "1");
        put("strange", "k", "1");
        assertThat(outbox.due()).containsExactlyInAnyOrder("u", "open");
    }

    @Test
    void rows_to_topics_that_nobody_knows_are_blocked_with_the_reason() {
        put("a-strange-one", "k", "1", "2");
        put("t", "k", "3");
        put("zzz", "k", "4");
        assertThat(outbox.blockStrange()).isEqualTo(3);
        assertThat(statuses()).containsExactly("1 BLOCKED", "2 BLOCKED", "3 PENDING", "4 BLOCKED");
        assertThat(ledger.queryForObject("select distinct reason from outbox where status = 'BLOCKED'", String.class))
                .contains("landfall.outbox.topics");
        assertThat(outbox.blockStrange()).isZero();
    }

    @Test
    void another_service_may_write_to_open_topics_only_and_can_not_pass_for_landfall() {
        JdbcTemplate stranger = stranger();
        String insert = "insert into outbox (topic, key, payload) values (?, ?, ?)";
        stranger.update(insert, "open", "k".getBytes(UTF_8), "1".getBytes(UTF_8));
        stranger.update(insert, "t", "k".getBytes(UTF_8), "2".getBytes(UTF_8));
        put("t", "k", "3");
        assertThatThrownBy(() -> stranger.update("insert into outbox (topic, written_by) values ('t', 'landfall')"))
                .isInstanceOf(DataAccessException.class)
                .hasStackTraceContaining("permission denied");
        assertThatThrownBy(() -> stranger.queryForList("select id from outbox"))
                .isInstanceOf(DataAccessException.class)
                .hasStackTraceContaining("permission denied");
        assertThat(texts(outbox.claim("open", 10))).containsExactly("1");
        Claim claim = outbox.claim("t", 10);
        assertThat(texts(claim)).containsExactly("3");
        assertThat(claim.refused()).isEqualTo(1);
        assertThat(statuses()).containsExactly("1 PENDING", "2 BLOCKED", "3 PENDING");
    }

    private JdbcTemplate stranger() {
        PGSimpleDataSource admin = source();
        admin.setUser("postgres");
        JdbcTemplate server = new JdbcTemplate(admin);
        List<Integer> there = server.queryForList("select 1 from pg_roles where rolname = ?", Integer.class, STRANGER);
        if (there.isEmpty()) {
            server.execute("create role " + STRANGER + " login");
        }
        server.execute("grant usage on schema outbox_it to " + STRANGER);
        server.execute("grant insert (topic, key, payload, headers) on outbox to " + STRANGER);
        PGSimpleDataSource strange = source();
        strange.setUser(STRANGER);
        return new JdbcTemplate(strange);
    }

    @Test
    void a_claim_is_bounded_by_bytes_and_one_row_always_goes() {
        put("t", key(1), "x".repeat(9 << 20), "2");
        Claim claim = outbox.claim("t", 10);
        assertThat(claim.rows()).hasSize(1);
        outbox.sent(claim.rows());
        outbox.free(claim);
        assertThat(texts(outbox.claim("t", 10))).containsExactly("2");
    }

    @Test
    void a_row_that_is_larger_than_the_producer_takes_is_blocked_without_being_read() {
        ledger.update(
                "insert into outbox (topic, key, payload) values ('t', 'k', convert_to(repeat('x', ?), 'UTF8'))",
                (int) Outbox.LARGEST + 1);
        put("t", "k", "2");
        assertThat(outbox.claim("t", 10).refused()).isEqualTo(1);
        assertThat(texts(outbox.claim("t", 10))).containsExactly("2");
    }

    @Test
    void slots_of_a_relay_that_died_are_free_when_their_lease_has_lapsed() {
        put("t", "a", "1");
        Claim claim = outbox.claim("t", 10);
        assertThat(outbox.claim("t", 10).isEmpty()).isTrue();
        ledger.update("update outbox_lease set lease_until = now() - interval '1 second'");
        assertThat(texts(outbox.claim("t", 10))).containsExactly("1");
        outbox.free(claim);
        assertThat(outbox.claim("t", 10).isEmpty())
                .as("the dead one's lease is another's by now")
                .isTrue();
    }

    private void put(String topic, String key, String... payloads) {
        for (String payload : payloads) {
            ledger.update(
                    "insert into outbox (topic, key, payload) values (?, ?, ?)",
                    topic,
                    key.getBytes(UTF_8),
                    payload.getBytes(UTF_8));
        }
    }

    /** A key that falls into that slot. */
    private static String key(int slot) {
        for (int i = 0; ; i++) {
            if (Byte.toUnsignedInt(sha256("k" + i)[0]) % Outbox.SLOTS == slot) {
                return "k" + i;
            }
        }
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> statuses() {
        return ledger.queryForList(
                "select convert_from(payload, 'UTF8') || ' ' || status from outbox order by id", String.class);
    }

    private static List<String> texts(Claim claim) {
        return new ArrayList<>(claim.rows().stream()
                .map(message -> new String(message.payload(), UTF_8))
                .toList());
    }
}
