package io.landfall.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

import com.zaxxer.hikari.HikariDataSource;

import io.landfall.event.Delivery;
import io.landfall.event.SourceRecord;
import io.landfall.event.TaskEvent;
import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;
import io.landfall.state.Change;
import io.landfall.state.EventType;
import io.landfall.state.Json;
import io.landfall.state.Task;
import io.landfall.state.Transitions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random events, shuffled, repeated and cut into batches, some of which come again: the ledger holds what a plain model of
 * the whole says, and its books agree with its log.
 */
class ReplayedBatchIT {
    private static final String SCHEMA = "replayed_batches";
    private static HikariDataSource database;
    private static JdbcTemplate jdbc;
    private static PostgresLedger ledger;

    @BeforeAll
    static void tables_of_its_own() {
        LocalStack stack = SharedStack.get();
        database = new HikariDataSource();
        database.setJdbcUrl(stack.jdbcUrl());
        database.setSchema(SCHEMA);
        database.setMaximumPoolSize(2);
        Flyway.configure()
                .dataSource(stack.jdbcUrl(), stack.jdbcUser(), stack.jdbcPassword())
                .schemas(SCHEMA)
                .defaultSchema(SCHEMA)
                .load()
                .migrate();
        jdbc = new JdbcTemplate(database);
        LedgerTransactions transactions =
                new LedgerTransactions(new JdbcTransactionManager(database), jdbc, Duration.ofSeconds(30));
        ledger = new PostgresLedger(
                jdbc,
                transactions,
                new Transitions(5, "tasks"),
                new LedgerConfiguration(Duration.ofDays(30), Duration.ofSeconds(30), 5, "it"),
                new LedgerTopics("dead", "again"),
                MinAges.of(Duration.ofMinutes(10)));
    }

    @AfterAll
    static void end() {
        database.close();
    }

    static IntStream rounds() {
        return IntStream.range(0, 30);
    }

    @ParameterizedTest
    @MethodSource("rounds")
    void random_batches_come_to_what_the_model_says(int round) {
        Random random = new Random(1_000 + round);
        String topic = "round-" + round;
        List<Scenario> scenarios = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(6); i++) {
            scenarios.add(new Scenario(topic + "-task-" + i, random));
        }
        List<Delivery> deliveries = new ArrayList<>();
        deliver(deliveries, topic, phase(scenarios, scenario -> scenario.first, random));
        int malformed = random.nextInt(3);
        for (int i = 0; i < malformed; i++) {
            deliveries.add(broken(source(topic, deliveries.size(), "broken " + i)));
        }
        deliver(deliveries, topic, phase(scenarios, scenario -> scenario.second, random));

        Map<Ledger.Word, Long> words = new HashMap<>();
        Map<String, Long> versions = new HashMap<>();
        List<List<Delivery>> batches = batches(deliveries, random);
        int applied = 0;
        for (int i = 0; i < batches.size(); i++) {
            apply(batches.get(i), words, versions);
            applied += batches.get(i).size();
            if (random.nextInt(3) == 0) {
                List<Delivery> again = batches.get(random.nextInt(i + 1));
                Ledger.Applied replay = apply(again, words, versions);
                assertThat(replay.outcomes()).noneMatch(outcome -> outcome.word() == Ledger.Word.APPLIED);
                applied += again.size();
            }
        }

        for (Scenario scenario : scenarios) {
            Task task = ledger.read(List.of(scenario.taskId)).get(0);
            assertThat(picture(task)).as(scenario.taskId).isEqualTo(scenario.picture());
        }
        booksAgree(topic, scenarios, words, applied, malformed, deliveries.size());
    }

    private static Ledger.Applied apply(
            List<Delivery> batch, Map<Ledger.Word, Long> words, Map<String, Long> versions) {
        Ledger.Applied applied = ledger.apply(batch);
        applied.outcomes().forEach(outcome -> words.merge(outcome.word(), 1L, Long::sum));
        for (Task task : applied.writeSet()) {
            long before = versions.getOrDefault(task.id(), 0L);
            assertThat(task.version()).isGreaterThanOrEqualTo(before);
            versions.put(task.id(), task.version());
        }
        return applied;
    }

    /** The tasks' deliveries mixed, each task's own order kept. */
    private static List<Scenario.Fact> phase(
            List<Scenario> scenarios, Function<Scenario, List<Scenario.Fact>> events, Random random) {
        List<Scenario.Fact> all = new ArrayList<>();
        scenarios.forEach(scenario -> all.addAll(Scenario.shuffled(events.apply(scenario), random)));
        Collections.shuffle(all, random);
        return all;
    }

    private static void deliver(List<Delivery> deliveries, String topic, List<Scenario.Fact> facts) {
        for (Scenario.Fact fact : facts) {
            SourceRecord source = source(topic, deliveries.size(), fact.toString());
            TaskEvent event = new TaskEvent("seq-" + fact.seq(), fact.taskId(), change(fact));
            deliveries.add(new Delivery.WellFormed(source, event));
        }
    }

    private static Delivery broken(SourceRecord source) {
        return new Delivery.Malformed(source, "not-json", "broken by a test", null, hash(source));
    }

    private static SourceRecord source(String topic, int position, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return new SourceRecord(
                topic, position % 2, position, Instant.EPOCH.plusSeconds(position), null, bytes, List.of());
    }

    private static byte[] hash(SourceRecord source) {
        return java.nio.ByteBuffer.allocate(4)
                .putInt(java.util.Arrays.hashCode(source.value()))
                .array();
    }

    private static Change change(Scenario.Fact fact) {
        Map<String, Json> patch = new LinkedHashMap<>();
        fact.patch().forEach((name, value) -> patch.put(name, value == null ? null : Json.of(value.toString())));
        return new Change(
                fact.type(),
                fact.attempt(),
                fact.seq(),
                fact.type() == EventType.STAGE_COMPLETED ? fact.stage() : null,
                null,
                Map.of(),
                patch,
                fact.type() == EventType.FAILED ? Json.of("{\"code\":\"" + fact.seq() + "\"}") : null);
    }

    private static List<List<Delivery>> batches(List<Delivery> deliveries, Random random) {
        List<List<Delivery>> batches = new ArrayList<>();
        for (int from = 0; from < deliveries.size(); ) {
            int to = Math.min(deliveries.size(), from + 1 + random.nextInt(12));
            batches.add(deliveries.subList(from, to));
            from = to;
        }
        return batches;
    }

    private static String picture(Task task) {
        Map<String, String> fields = new TreeMap<>();
        task.fields().forEach((name, field) -> {
            if (field.value() != null) {
                fields.put(name, field.value().toString());
            }
        });
        return Scenario.picture(
                task.state().name(),
                task.attempt(),
                fields,
                new TreeSet<>(task.stages().keySet()),
                task.error() == null ? "" : String.valueOf(task.error().value()));
    }

    private static void booksAgree(
            String topic,
            List<Scenario> scenarios,
            Map<Ledger.Word, Long> words,
            int received,
            int malformed,
            int deliveries) {
        Map<String, Object> books = jdbc.queryForMap(
                """
                select sum(received)::bigint as received, sum(applied)::bigint as applied,
                    sum(no_effect)::bigint as no_effect, sum(already_applied)::bigint as already_applied,
                    sum(stale)::bigint as stale, sum(illegal)::bigint as illegal, sum(malformed)::bigint as malformed,
                    max(highest_offset) as highest_offset
                from books where topic = ?
                """,
                topic);
        assertThat(books.get("received")).isEqualTo((long) received);
        assertThat(books.get("highest_offset")).isEqualTo(deliveries - 1L);
        for (Ledger.Word word : Ledger.Word.values()) {
            assertThat(books.get(word.name().toLowerCase(java.util.Locale.ROOT)))
                    .as(word.name())
                    .isEqualTo(words.getOrDefault(word, 0L));
        }
        long events = scenarios.stream()
                .mapToLong(scenario -> scenario.first.size() + scenario.second.size())
                .sum();
        assertThat(count("select count(*) from task_event where topic = ?", topic))
                .isEqualTo(events)
                .isEqualTo((long) books.get("applied") + (long) books.get("no_effect"));
        assertThat(count("select count(*) from dead_letter where topic = ?", topic))
                .isEqualTo(malformed);
        assertThat(count(
                        """
                        select count(*) from (select task_id, version from task_event
                            where topic = ? and outcome = 'APPLIED' group by 1, 2 having count(*) > 1) twice
                        """,
                        topic))
                .isZero();
    }

    private static long count(String sql, String topic) {
        return jdbc.queryForObject(sql, Long.class, topic);
    }
}
