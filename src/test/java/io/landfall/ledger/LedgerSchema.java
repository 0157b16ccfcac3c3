package io.landfall.ledger;

import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;

/** A ledger in a schema of its own on the shared stack, to be filled with rows and asked for plans; closing drops it. */
public final class LedgerSchema implements AutoCloseable {
    private final String name;
    private final JdbcTemplate jdbc;

    private LedgerSchema(String name, JdbcTemplate jdbc) {
        this.name = name;
        this.jdbc = jdbc;
    }

    /** An empty one, as of now. */
    public static LedgerSchema create(String name) {
        return create(name, "latest");
    }

    /** An empty one, as of a migration: its version, or {@code latest}. */
    public static LedgerSchema create(String name, String version) {
        LocalStack stack = SharedStack.get();
        LedgerSchema schema = new LedgerSchema(
                name,
                new JdbcTemplate(new DriverManagerDataSource(
                        stack.jdbcUrl() + "&currentSchema=" + name, stack.jdbcUser(), stack.jdbcPassword())));
        schema.migrate(version);
        return schema;
    }

    /** Applies the migrations up to a version, or up to {@code latest}. */
    public void migrate(String version) {
        LocalStack stack = SharedStack.get();
        Flyway.configure()
                .dataSource(stack.jdbcUrl(), stack.jdbcUser(), stack.jdbcPassword())
                .schemas(name)
                .defaultSchema(name)
                .target(version)
                .load()
                .migrate();
    }

    public JdbcTemplate jdbc() {
        return jdbc;
    }

    /** How PostgreSQL would go about a statement. */
    public String plan(String statement, Object... parameters) {
        return String.join("\n", jdbc.queryForList("explain " + statement, String.class, parameters));
    }

    @Override
    public void close() {
        jdbc.execute("drop schema " + name + " cascade");
    }
}
