package io.landfall.ops;

import java.sql.Connection;
import java.util.List;

import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.landfall.console.ReadingApp;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(
        classes = ReadingApp.class,
        properties = {"landfall.failures.retention=10d", "landfall.calls.retention=20d"})
class PurgeIT {
    @Autowired
    private JdbcTemplate ledger;

    @Autowired
    private DataSource source;

    @Autowired
    private Purge purge;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("purge_it", registry);
    }

    @BeforeEach
    void old_and_new_rows() {
        ledger.update("truncate failure, alarm, outbox, dead_letter, operator_action cascade");
        for (int days : new int[] {9, 11}) {
            for (String status :
                    List.of("PENDING", "CLAIMED", "EXHAUSTED", "PERMANENT", "RESOLVED", "SUPERSEDED", "ABANDONED")) {
                ledger.update(
                        """
                        with f as (
                            insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment,
                                truncated, status, first_at, last_at, closed_at)
                            values (?, 'tasks', 'index', 1, 'mapping', '', '', '', false, ?, %1$s, %1$s, %1$s)
                            returning id)
                        insert into failure_attempt (failure_id, number, version, trigger_name, node, http_status, cause, reason, duration_ms)
                        select id, 1, 1, '', '', 400, '', '', 1 from f
                        """
                                .formatted(age(days)),
                        status + days,
                        status);
            }
            ledger.update(
                    "insert into alarm (alarm_key, severity, summary, first_at, last_at, closed_at) values"
                            + " ('open' || ?, 'P1', '', %1$s, %1$s, null), ('closed' || ?, 'P1', '', %1$s, %1$s, %1$s)"
                                    .formatted(age(days)),
                    days,
                    days);
            for (String status : List.of("OPEN", "REPLAYED", "RESOLVED")) {
                ledger.update(
                        "insert into dead_letter (topic, partition_no, offset_no, record_at, hash, reason, detail, headers, status,"
                                + " created_at, resolved_at) values ('t', 0, ?, now(), '', ?, '', '[]', ?, %1$s, %1$s)"
                                        .formatted(age(days)),
                        days,
                        status + days,
                        status);
            }
            for (String status : List.of("PENDING", "BLOCKED", "SENT")) {
                ledger.update(
                        "insert into outbox (topic, key, status, created_at, sent_at) values ('t', convert_to(? || ?, 'UTF8'), ?, %1$s, %1$s)"
                                .formatted(age(days)),
                        status,
                        days,
                        status);
            }
        }
        ledger.update(
                "insert into operator_action (operator, action, at) values ('ann', 'x', now() - interval '9 years')");
    }

    private static String age(int days) {
        return "now() - interval '" + days + " days'";
    }

    @Test
    void what_has_been_over_for_long_goes_and_what_is_open_stays_however_old() {
        purge.purge();
        assertThat(names("select task_id from failure"))
                .containsExactlyInAnyOrder(
                        "PENDING9",
                        "CLAIMED9",
                        "EXHAUSTED9",
                        "PERMANENT9",
                        "RESOLVED9",
                        "SUPERSEDED9",
                        "ABANDONED9",
                        "PENDING11",
                        "CLAIMED11",
                        "EXHAUSTED11",
                        "PERMANENT11");
        assertThat(ledger.queryForObject("select count(*) from failure_attempt", Long.class))
                .isEqualTo(11);
        assertThat(names("select alarm_key from alarm")).containsExactlyInAnyOrder("open9", "open11", "closed9");
        assertThat(names("select reason from dead_letter"))
                .containsExactlyInAnyOrder("OPEN9", "REPLAYED9", "RESOLVED9", "OPEN11", "REPLAYED11");
        assertThat(names("select convert_from(key, 'UTF8') from outbox"))
                .containsExactlyInAnyOrder("PENDING9", "BLOCKED9", "SENT9", "PENDING11", "BLOCKED11");
        assertThat(ledger.queryForObject("select count(*) from operator_action", Long.class))
                .isEqualTo(1);
    }

    @Test
    void a_call_that_nobody_told_of_for_its_own_retention_goes() {
        ledger.update("truncate model_call");
        for (int days : new int[] {11, 21}) {
            ledger.update(
                    "insert into model_call (task_id, attempt, call_id, outcome, told_at, updated_at)"
                            + " values ('t', 1, ?, 'RUNNING', now() - interval '1 year', %s)".formatted(age(days)),
                    "call" + days);
        }
        purge.purge();
        assertThat(names("select call_id from model_call")).containsExactly("call11");
    }

    @Test
    void old_timeouts_of_transactions_go() {
        ledger.update("truncate transaction_timeout");
        for (int days : new int[] {9, 11}) {
            ledger.update("insert into transaction_timeout (at, name, node, timeout_ms, took_ms, reason) values ("
                    + age(days) + ", 'name" + days + "', 'n', 1, 1, '')");
        }
        purge.purge();
        assertThat(names("select name from transaction_timeout")).containsExactly("name9");
    }

    @Test
    void a_letter_that_was_given_up_goes_like_one_that_was_resolved() {
        ledger.update("update dead_letter set status = 'ABANDONED', closed_by = 'ann' where status = 'RESOLVED'");
        purge.purge();
        assertThat(names("select reason from dead_letter where closed_by = 'ann'"))
                .containsExactly("RESOLVED9");
    }

    @Test
    void a_resolved_letter_whose_message_still_waits_stays() {
        ledger.update(
                "insert into outbox (topic, dead_letter_id) select 't', id from dead_letter where reason = 'RESOLVED11'");
        purge.purge();
        assertThat(names("select reason from dead_letter")).contains("RESOLVED11");
    }

    @Test
    void more_than_one_round_is_deleted_and_nothing_while_another_node_is_at_it() throws Exception {
        ledger.update(
                "insert into outbox (topic, status, sent_at) select 't', 'SENT', " + age(11)
                        + " from generate_series(1, ?)",
                2 * Purge.ROWS + 1);
        try (Connection other = source.getConnection()) {
            other.setAutoCommit(false);
            assertThat(Purge.LOCK.tryLock(new JdbcTemplate(new SingleConnectionDataSource(other, true))))
                    .isTrue();
            purge.purge();
            assertThat(ledger.queryForObject("select count(*) from outbox", Long.class))
                    .isEqualTo(2L * Purge.ROWS + 7);
            other.rollback();
        }
        purge.purge();
        assertThat(ledger.queryForObject("select count(*) from outbox", Long.class))
                .isEqualTo(5);
    }

    private List<String> names(String sql) {
        return ledger.queryForList(sql, String.class);
    }
}
