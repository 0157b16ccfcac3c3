package io.landfall.ledger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.landfall.stack.SharedStack;

import static org.assertj.core.api.Assertions.assertThat;

class LedgerLockIT {
    private static final LedgerLock LOCK = new LedgerLock("once");

    private final Node one = new Node("ledger_lock_one");

    @BeforeAll
    static void schemas() {
        JdbcTemplate database = new JdbcTemplate(source());
        database.execute("create schema ledger_lock_one");
        database.execute("create schema ledger_lock_other");
    }

    @AfterAll
    static void no_schemas() {
        JdbcTemplate database = new JdbcTemplate(source());
        database.execute("drop schema ledger_lock_one");
        database.execute("drop schema ledger_lock_other");
    }

    @Test
    void another_node_of_the_ledger_does_not_get_it_until_the_transaction_has_ended() {
        Node second = new Node("ledger_lock_one");
        one.transaction.executeWithoutResult(status -> {
            assertThat(LOCK.tryLock(one.jdbc)).isTrue();
            assertThat(second.gets(LOCK)).isFalse();
            assertThat(second.gets(new LedgerLock("something else"))).isTrue();
        });
        assertThat(second.gets(LOCK)).isTrue();
    }

    @Test
    void another_ledger_in_the_same_database_has_its_own() {
        Node other = new Node("ledger_lock_other");
        one.transaction.executeWithoutResult(status -> {
            LOCK.lock(one.jdbc);
            assertThat(other.gets(LOCK)).isTrue();
        });
    }

    private static PGSimpleDataSource source() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(SharedStack.get().jdbcUrl());
        return source;
    }

    private static final class Node {
        private final JdbcTemplate jdbc;
        private final TransactionTemplate transaction;

        Node(String schema) {
            PGSimpleDataSource source = source();
            source.setCurrentSchema(schema);
            jdbc = new JdbcTemplate(source);
            transaction = new TransactionTemplate(new JdbcTransactionManager(source));
        }

        boolean gets(LedgerLock lock) {
            return Boolean.TRUE.equals(transaction.execute(status -> lock.tryLock(jdbc)));
        }
    }
}
