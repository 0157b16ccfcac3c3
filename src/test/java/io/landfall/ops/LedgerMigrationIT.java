package io.landfall.ops;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Migrations beside those who use the tables, with the connections that application.yml gives them. */
@Timeout(120)
class LedgerMigrationIT {
    private static final String SCHEMA = "ledger_migration";
    private static final int TRIES = 2;

    @TempDir
    private Path migrations;

    private final LocalStack stack = SharedStack.get();
    private final DriverManagerDataSource source =
            new DriverManagerDataSource(stack.jdbcUrl() + "&currentSchema=" + SCHEMA);
    private final JdbcTemplate ledger = new JdbcTemplate(source);
    private final AtomicInteger pauses = new AtomicInteger();

    @BeforeEach
    void a_table_with_a_row() throws Exception {
        migration(
                "V1__table.sql",
                "create table thing (id integer primary key, name text); insert into thing values (1);");
        migrate(() -> {});
    }

    @AfterEach
    void no_table() {
        ledger.execute("drop schema " + SCHEMA + " cascade");
    }

    @Test
    void one_that_gets_no_lock_gives_way_to_those_who_write() throws Exception {
        migration("V2__column.sql", "create table other (id integer); alter table thing add column more text;");
        try (Connection writer = writing()) {
            assertThatThrownBy(() -> migrate(() -> {
                        pauses.incrementAndGet();
                        ledger.update("update thing set name = 'others write between two tries' where id = 2");
                    }))
                    .isInstanceOf(FlywayException.class)
                    .hasMessageContaining("lock timeout");
            assertThat(pauses).hasValue(TRIES - 1);
            assertThat(ledger.queryForList(
                            "select version from flyway_schema_history where version is not null", String.class))
                    .containsExactly("1");
            assertThat(tables()).as("rolled back whole").doesNotContain("other");
            writer.rollback();
        }
    }

    @Test
    void it_is_tried_again_until_the_lock_is_to_be_had() throws Exception {
        migration("V2__column.sql", "alter table thing add column more text;");
        try (Connection writer = writing()) {
            migrate(() -> {
                pauses.incrementAndGet();
                commit(writer);
            });
        }
        assertThat(pauses).hasValue(1);
        assertThat(ledger.queryForMap("select * from thing"))
                .containsEntry("name", "written")
                .containsKey("more");
    }

    @Test
    void a_long_one_is_not_ended_by_the_timeouts_of_other_statements() throws Exception {
        migration("V2__long.sql", "select pg_sleep(2.5); alter table thing add column more text;");
        migrate(
                () -> {},
                "spring.datasource.hikari.data-source-properties.options=-c statement_timeout=1000"
                        + " -c idle_in_transaction_session_timeout=1000",
                "spring.datasource.hikari.data-source-properties.socketTimeout=2");
        assertThat(ledger.queryForMap("select * from thing")).containsKey("more");
    }

    @Test
    void an_index_is_made_concurrently_without_waiting_for_itself() throws Exception {
        migration("V2__index.sql", "create index concurrently thing_name on thing (name);");
        migrate(() -> {});
        assertThat(ledger.queryForObject(
                        "select count(*) from pg_index where indexrelid = 'thing_name'::regclass and indisvalid",
                        Integer.class))
                .isEqualTo(1);
    }

    @Test
    void what_is_wrong_for_another_reason_is_not_tried_again() throws Exception {
        migration("V2__wrong.sql", "alter table nothing add column more text;");
        assertThatThrownBy(() -> migrate(pauses::incrementAndGet)).isInstanceOf(FlywayException.class);
        assertThat(pauses).hasValue(0);
    }

    @Test
    void who_finds_the_tables_in_use_each_time_is_told_what_to_do() throws Exception {
        migration("V2__column.sql", "alter table thing add column more text;");
        try (Connection writer = writing()) {
            Throwable failed = catchThrowable(() -> migrate(() -> {}));
            FailureAnalysis told = new LedgerBusyAnalyzer().analyze(failed, (FlywayException) failed);
            assertThat(told.getDescription()).contains("are in use").contains("rolled back whole");
            assertThat(told.getAction()).contains("pg_stat_activity");
            assertThat(new LedgerMissingAnalyzer().analyze((FlywayException) failed))
                    .isNull();
            writer.rollback();
        }
    }

    /** In a transaction that stays open: locks as every writer has them. */
    private Connection writing() throws SQLException {
        Connection writer = source.getConnection();
        writer.setAutoCommit(false);
        try (var statement = writer.createStatement()) {
            statement.executeUpdate("update thing set name = 'written' where id = 1");
        }
        return writer;
    }

    private static void commit(Connection writer) {
        try {
            writer.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void migration(String name, String sql) throws Exception {
        Files.writeString(migrations.resolve(name), sql);
    }

    private List<String> tables() {
        return ledger.queryForList("select tablename from pg_tables where schemaname = '" + SCHEMA + "'", String.class);
    }

    private void migrate(Runnable pause, String... more) {
        new ApplicationContextRunner()
                .withInitializer(new ConfigDataApplicationContextInitializer())
                .withConfiguration(
                        AutoConfigurations.of(DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class))
                .withBean(LedgerMigration.class, () -> new LedgerMigration(TRIES, pause))
                .withPropertyValues(
                        "spring.datasource.url=" + stack.jdbcUrl(),
                        "spring.datasource.username=" + stack.jdbcUser(),
                        "spring.datasource.password=" + stack.jdbcPassword(),
                        "spring.datasource.hikari.schema=" + SCHEMA,
                        "spring.flyway.schemas=" + SCHEMA,
                        "spring.flyway.default-schema=" + SCHEMA,
                        "spring.flyway.locations=filesystem:" + migrations)
                .withPropertyValues(more)
                .run(context -> {
                    if (context.getStartupFailure() != null) {
                        throw rootOf(context.getStartupFailure());
                    }
                    context.getBean(Flyway.class);
                });
    }

    private static Throwable rootOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FlywayException) {
                return cause;
            }
        }
        return failure;
    }
}
