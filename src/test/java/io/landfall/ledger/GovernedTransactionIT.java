package io.landfall.ledger;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionOperations;

import io.landfall.stack.SharedStack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GovernedTransactionIT {
    private final List<String> timeouts = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;
    private final LedgerTransactions transactions;
    /** Shorter than a second, which is the least that Spring and the driver know: only the database can keep it. */
    private final TransactionOperations shorter;

    GovernedTransactionIT() {
        PGSimpleDataSource source = source();
        jdbc = new JdbcTemplate(source);
        TransactionWatch watch = new TransactionWatch() {
            @Override
            public void ended(String name, Duration took) {
                ends.add(name);
            }

            @Override
            public void timedOut(String name, Duration timeout, Duration took, String reason) {
                assertThat(took).isGreaterThanOrEqualTo(timeout.minusMillis(200));
                timeouts.add(name + ": " + reason);
            }
        };
        JdbcTransactionManager manager = new JdbcTransactionManager(source);
        transactions = new LedgerTransactions(manager, jdbc, TransactionTimeouts.all(Duration.ofSeconds(1)), watch);
        transaction = transactions.named("try-it");
        shorter = new LedgerTransactions(manager, jdbc, TransactionTimeouts.all(Duration.ofMillis(400)), watch)
                .named("try-it");
    }

    private static PGSimpleDataSource source() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(SharedStack.get().jdbcUrl());
        return source;
    }

    @Test
    void one_statement_that_takes_too_long_ends_it() {
        assertThatThrownBy(() -> shorter.execute(status -> sleep(5)));
        assertThat(timeouts).singleElement().asString().startsWith("try-it: ").contains("statement timeout");
        assertThat(ends).containsExactly("try-it");
    }

    @Test
    void many_short_statements_together_may_not_take_longer_either() {
        assertThatThrownBy(() -> transaction.execute(status -> {
            for (int i = 0; i < 40; i++) {
                sleep(0.2);
            }
            return true;
        }));
        assertThat(timeouts).hasSize(1);
    }

    @Test
    void a_transaction_that_does_nothing_for_too_long_is_ended_by_the_database() {
        assertThatThrownBy(() -> shorter.execute(status -> {
            // another connection works meanwhile
            new JdbcTemplate(source()).queryForList("select pg_sleep(1)");
            // past Spring, which would look at its own clock first
            return jdbc.execute((Connection own) -> own.createStatement().execute("select 1"));
        }));
        assertThat(timeouts).singleElement().asString().startsWith("try-it: ").contains("idle-in-transaction");
    }

    @Test
    void what_is_cancelled_by_hand_is_no_timeout() {
        assertThatThrownBy(
                () -> transaction.execute(status -> jdbc.queryForList("select pg_cancel_backend(pg_backend_pid())")));
        assertThat(timeouts).isEmpty();
        assertThat(ends).containsExactly("try-it");
    }

    @Test
    void a_part_of_another_transaction_is_not_counted_apart() {
        transaction.execute(status -> transactions.run("inner", () -> sleep(0)));
        assertThat(ends).containsExactly("try-it");
    }

    @Test
    void a_timeout_of_the_ledgers_own_kind_means_that_it_is_away_and_the_next_one_works() {
        assertThatThrownBy(() -> transactions.run("look", () -> sleep(5))).isInstanceOf(LedgerAway.class);
        assertThat(timeouts).singleElement().asString().startsWith("look: ");
        assertThat(transactions.run("look", () -> sleep(0))).isTrue();
    }

    @Test
    void long_work_is_refused_inside_and_done_outside() {
        LongWork.begins("a request");
        assertThatThrownBy(() -> transaction.execute(status -> {
                    LongWork.begins("a request");
                    return true;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a request inside the transaction try-it");
    }

    private boolean sleep(double seconds) {
        jdbc.queryForList("select pg_sleep(?)", seconds);
        return true;
    }
}
