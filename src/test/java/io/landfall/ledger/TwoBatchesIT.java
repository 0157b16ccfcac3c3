package io.landfall.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import com.zaxxer.hikari.HikariDataSource;

import io.landfall.event.EventLimits;
import io.landfall.event.EventReader;
import io.landfall.event.SourceRecord;
import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;
import io.landfall.state.Task;
import io.landfall.state.Transitions;

import static org.assertj.core.api.Assertions.assertThat;

/** Two batches with the same task, at the same time or landing in the wrong order. */
class TwoBatchesIT {
    private static final String SCHEMA = "two_batches";
    private final EventReader reader =
            new EventReader(new EventLimits(Set.of("tasks"), EventLimits.Tombstone.DEAD_LETTER, Duration.ofDays(30)));
    private final HikariDataSource database = new HikariDataSource();
    private JdbcTemplate jdbc;
    private TransactionTemplate open;
    private PostgresLedger ledger;
    private long offset;

    @BeforeEach
    void emptyTables() {
        LocalStack stack = SharedStack.get();
        Flyway flyway = Flyway.configure()
                .dataSource(stack.jdbcUrl(), stack.jdbcUser(), stack.jdbcPassword())
                .schemas(SCHEMA)
                .defaultSchema(SCHEMA)
                .cleanDisabled(false)
                .load();
        flyway.clean();
        flyway.migrate();
        database.setJdbcUrl(stack.jdbcUrl());
        database.setSchema(SCHEMA);
        database.setMaximumPoolSize(3);
        jdbc = new JdbcTemplate(database);
        JdbcTransactionManager manager = new JdbcTransactionManager(database);
        open = new TransactionTemplate(manager);
        ledger = new PostgresLedger(
                jdbc,
                new LedgerTransactions(manager, jdbc, Duration.ofSeconds(30)),
                new Transitions(5, "tasks"),
                new LedgerConfiguration(Duration.ofDays(30), Duration.ofSeconds(30), 5, "it"),
                new LedgerTopics("dead", "again"),
                MinAges.of(Duration.ofMinutes(10)));
    }

    @AfterEach
    void end() {
        database.close();
    }

    @Test
    void landings_are_noted_by_key_also_when_failures_have_become_many_since_the_plan_was_made() {
        open.executeWithoutResult(status -> {
            for (int i = 0; i < 20; i++) {
                ledger.landed(landings(1));
            }
            jdbc.update(
                    """
                    insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated,
                        status)
                    select 'other' || n, 'tasks', 'index', 1, 'throttled', 'r', 'task-events', '{}', false, 'PENDING'
                    from generate_series(1, 20000) n
                    """);
            long before = rowsRead("failure");
            ledger.landed(landings(500));
            assertThat(rowsRead("failure") - before).isLessThan(1_000);
        });
    }

    private static List<Ledger.Landing> landings(int tasks) {
        return IntStream.range(0, tasks)
                .mapToObj(n -> new Ledger.Landing("t" + n, "tasks", 1, true))
                .toList();
    }

    /** In this transaction. */
    private long rowsRead(String table) {
        return jdbc.queryForObject(
                "select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) from pg_stat_xact_user_tables"
                        + " where schemaname = ? and relname = ?",
                Long.class,
                SCHEMA,
                table);
    }

    @Test
    void a_batch_that_waited_for_another_builds_on_the_content_that_this_one_left() {
        apply("{'eventId':'1','taskId':'t','type':'STARTED','seq':1,'patch':{'text':'draft'}}");
        CompletableFuture<Void> waiting = open.execute(status -> {
            apply("{'eventId':'2','taskId':'t','type':'STARTED','seq':2,'patch':{'text':'final'}}");
            CompletableFuture<Void> other = CompletableFuture.runAsync(
                    () -> apply("{'eventId':'3','taskId':'t','type':'STARTED','seq':3,'patch':{'x':1}}"));
            Awaitility.await().atMost(Wait.MOST).until(this::somebodyWaits);
            return other;
        });
        waiting.join();

        Task task = ledger.read(List.of("t")).get(0);
        assertThat(task.fields().get("text").value()).hasToString("\"final\"");
        assertThat(task.fields().get("x").value()).hasToString("1");
    }

    @Test
    void a_repeat_is_known_though_it_was_logged_before_its_task_was_made() {
        String slow = "{'eventId':'2','taskId':'t','type':'COMPLETED','seq':2}";
        open.executeWithoutResult(status -> {
            // from here on this batch's time stands still
            jdbc.queryForList("select now()");
            CompletableFuture.runAsync(() -> apply("{'eventId':'1','taskId':'t','type':'STARTED','seq':1}"))
                    .join();
            apply(slow);
        });

        assertThat(jdbc.queryForObject(
                        "select logged_at < created_at from task_event join task using (task_id) where event_id = '2'",
                        Boolean.class))
                .isTrue();
        assertThat(apply(slow)).extracting(Ledger.Settled::word).containsExactly(Ledger.Word.ALREADY_APPLIED);
    }

    @Test
    void an_older_version_acknowledged_after_a_newer_one_makes_the_task_unlanded_again() {
        apply("{'eventId':'1','taskId':'t','type':'STARTED','seq':1}");
        Task older = ledger.read(List.of("t")).get(0);
        apply("{'eventId':'2','taskId':'t','type':'COMPLETED','seq':2}");
        Task newer = ledger.read(List.of("t")).get(0);

        assertThat(ledger.landed(List.of(landing(newer)))).isEmpty();
        assertThat(ledger.read(List.of("t")).get(0).isUnlanded()).isFalse();
        assertThat(ledger.landed(List.of(landing(newer)))).isEmpty();

        assertThat(ledger.landed(List.of(landing(older)))).containsExactly("t");
        assertThat(ledger.read(List.of("t")).get(0).isUnlanded()).isTrue();
    }

    private static Ledger.Landing landing(Task task) {
        return new Ledger.Landing(task.id(), task.index(), task.version(), true);
    }

    private boolean somebodyWaits() {
        return !jdbc.queryForList("select 1 from pg_stat_activity where wait_event_type = 'Lock'"
                        + " and query like '%from task%for update%'")
                .isEmpty();
    }

    private List<Ledger.Settled> apply(String json) {
        Instant now = Instant.now();
        byte[] value = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        SourceRecord record = new SourceRecord("two", 0, offset++, now, null, value, List.of());
        return ledger.apply(List.of(reader.read(record, now))).outcomes();
    }
}
