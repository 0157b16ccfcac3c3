package io.landfall.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

import io.landfall.stack.LocalStack;

/** An empty database for one run of Landfall: a ledger that knows the backlog already would have nothing to do. */
record LedgerDatabase(String jdbcUrl) {

    /** @param name anything; unique per run */
    static LedgerDatabase create(LocalStack stack, String name) throws SQLException {
        String database = name.replaceAll("\\W", "_");
        String server = stack.jdbcUrl().replaceFirst("/landfall\\?.*", "");
        try (Connection connection = DriverManager.getConnection(server + "/postgres", "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + database + " OWNER " + stack.jdbcUser());
        }
        return new LedgerDatabase(server + "/" + database);
    }
}
