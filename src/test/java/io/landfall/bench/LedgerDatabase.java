package io.landfall.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.landfall.stack.LocalStack;

/** An empty database for one run of Landfall: a ledger that knows the backlog already would have nothing to do. */
record LedgerDatabase(String jdbcUrl) {

    /** @param name anything; unique per run */
    static LedgerDatabase create(LocalStack stack, String name) throws SQLException {
        String database = database(name);
        String server = server(stack);
        try (Connection connection = DriverManager.getConnection(server + "/postgres", "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + database + " OWNER " + stack.jdbcUser());
        }
        return new LedgerDatabase(url(stack, name));
    }

    /** Where the one of that name is. */
    static String url(LocalStack stack, String name) {
        return server(stack) + "/" + database(name);
    }

    /** The tables in the one of that name. */
    static JdbcTemplate open(LocalStack stack, String name) {
        return new JdbcTemplate(source(stack, name));
    }

    /** Its connections: each is made when it is asked for. */
    static DataSource source(LocalStack stack, String name) {
        return new DriverManagerDataSource(
                url(stack, name) + "?currentSchema=landfall", stack.jdbcUser(), stack.jdbcPassword());
    }

    private static String database(String name) {
        return name.replaceAll("\\W", "_");
    }

    private static String server(LocalStack stack) {
        return stack.jdbcUrl().replaceFirst("/landfall\\?.*", "");
    }
}
