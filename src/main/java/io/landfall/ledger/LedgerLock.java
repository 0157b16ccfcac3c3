package io.landfall.ledger;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Keeps the nodes of one ledger out of each other's way until the transaction that holds it ends. PostgreSQL knows such
 * locks by number and database; a ledger is a schema, and another in the same database has locks of its own.
 *
 * @param name what only one node does at a time
 */
public record LedgerLock(String name) {
    /** Within a transaction. False: another node has it. Throws Spring's data access exceptions when the ledger is away. */
    public boolean tryLock(JdbcTemplate jdbc) {
        return Boolean.TRUE.equals(jdbc.queryForObject(
                "select pg_try_advisory_xact_lock(hashtext(current_schema()), hashtext(?))", Boolean.class, name));
    }

    /** Within a transaction; waits for the node that has it. */
    void lock(JdbcTemplate jdbc) {
        jdbc.queryForList("select pg_advisory_xact_lock(hashtext(current_schema()), hashtext(?))", name);
    }
}
