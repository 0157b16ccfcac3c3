package io.landfall.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.landfall.console.Asked;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Several nodes look for tasks that went silent; what they know comes from a verifier that is a file alone. */
class InspectingNodesIT {
    private static final int TASKS = 50;

    /** Tells of all tasks that it knows of, whoever asks about which. */
    private static final String VERIFIER =
            """
            - route:
                id: verify-table
                from:
                  uri: direct:verify-table
                  steps:
                    - setBody:
                        expression:
                          constant:
                            expression: select task_id as "taskId", verdict, result from %s.outside
                    - to:
                        uri: jdbc:dataSource
            """;

    private Product one;
    private Product two;

    @AfterEach
    void end() {
        one.close();
        two.close();
    }

    @Test
    void two_nodes_make_one_repair_a_task() throws Exception {
        Site site = Site.fresh("inspecttwo", 4);
        begin(site);
        two.start();
        silent(site);

        await().atMost(Wait.MOST).until(() -> site.count("task where state = 'ANALYZED'") == TASKS);
        oneRepairEach(site);
        assertThat(site.count("inspection where repaired > 0")).isPositive();
        landed(site);
    }

    @Test
    void a_node_that_is_frozen_while_it_asks_neither_holds_up_the_search_nor_repairs_afterwards() throws Exception {
        Site site = Site.fresh("inspectfrozen", 4);
        begin(site);
        two.start();
        String frozen;
        Product asleep;
        try (Connection connection = new DriverManagerDataSource(
                                Site.stack().jdbcUrl() + "&currentSchema=" + site.schema())
                        .getConnection();
                Statement statement = connection.createStatement()) {
            // whoever asks waits for its answer
            connection.setAutoCommit(false);
            statement.execute("lock table outside in access exclusive mode");
            silent(site);
            await().atMost(Wait.MOST)
                    .until(() -> site.count("inspection where ended_at is null") == 1
                            && site.count("task where due_at > now() + interval '3 seconds'") > 0);
            frozen = site.ledger().queryForObject("select node from inspection where ended_at is null", String.class);
            asleep = "one".equals(frozen) ? one : two;
            asleep.freeze();
            connection.rollback();
        }
        long lost = site.ledger().queryForObject("select max(id) from inspection where node = ?", Long.class, frozen);
        await().atMost(Wait.MOST).until(() -> site.count("task where state = 'ANALYZED'") == TASKS);
        asleep.thaw();
        // the beats may go to the other node for ever: it is awake again when it inspects because somebody wants it to
        await().atMost(Wait.MOST)
                .until(() ->
                        Asked.post(asleep.port(), "/api/inspection/run", "").status() == 202);
        await().atMost(Wait.MOST)
                .until(() ->
                        site.count("inspection where ended_at is not null and node = '" + frozen + "' and id > " + lost)
                                > 0);

        assertThat(site.ledger().queryForMap("select why, scanned, repaired from inspection where id = ?", lost))
                .isEqualTo(Map.of("why", "lost", "scanned", 0L, "repaired", 0L));
        oneRepairEach(site);
    }

    @Test
    void a_node_whose_clock_is_an_hour_ahead_judges_ages_and_leases_by_the_ledgers() throws Exception {
        Site site = Site.fresh("inspectahead", 4);
        nodes(site);
        for (Product node : List.of(one, two)) {
            node.with("landfall.inspection.min-age", "30m")
                    .with("landfall.inspection.lease", "2m")
                    .with("landfall.inspection.verify-timeout", "2m");
        }
        two.as(AheadLandfall.class).start();
        outside(site);
        silent(site);
        await().atMost(Wait.MOST).until(() -> open(site, "clock-off:two") == 1);
        nothingIsAhead(site);
        assertThat(site.count("task where due_at = state_since + interval '30 minutes'"))
                .isEqualTo(TASKS);
        long young = inspected(two);
        await().atMost(Wait.MOST)
                .until(() -> site.count("inspection where ended_at is not null and id = " + young) == 1);
        assertThat(site.count("inspection where scanned > 0"))
                .as("by its own clock all are old enough")
                .isZero();

        try (Connection connection = new DriverManagerDataSource(
                                Site.stack().jdbcUrl() + "&currentSchema=" + site.schema())
                        .getConnection();
                Statement statement = connection.createStatement()) {
            // whoever asks waits for its answer
            connection.setAutoCommit(false);
            statement.execute("lock table outside in access exclusive mode");
            site.ledger()
                    .update("update task set state_since = state_since - interval '1 hour',"
                            + " due_at = due_at - interval '1 hour'");
            await().atMost(Wait.MOST)
                    .until(() -> site.count("inspection where ended_at is null and node = 'two'") == 1
                            && site.count("task where due_at > now()") == TASKS);
            assertThat(site.count("task where due_at > now() + interval '2 minutes'"))
                    .as("claims that hold for longer than a lease")
                    .isZero();
            assertThat(site.count("inspection where alive_until > now() + interval '2 minutes'"))
                    .as("inspections that hold for longer than a lease")
                    .isZero();
            one.start();
            connection.rollback();
        }
        await().atMost(Wait.MOST).until(() -> site.count("task where state = 'ANALYZED'") == TASKS);
        oneRepairEach(site);
        landed(site);
        assertThat(site.count("inspection where why = 'lost'")).isZero();
        nothingIsAhead(site);
        assertThat(open(site, "clock-off:two")).isEqualTo(1);
        assertThat(open(site, "clock-off:one")).isZero();
    }

    /** The inspection that this node begins because somebody wants it to. */
    private static long inspected(Product node) {
        AtomicLong id = new AtomicLong();
        await().atMost(Wait.MOST).until(() -> {
            Asked asked = Asked.post(node.port(), "/api/inspection/run", "");
            id.set(asked.json().path("id").asLong());
            return asked.status() == 202;
        });
        return id.get();
    }

    private static long open(Site site, String alarm) {
        return site.count("alarm where closed_at is null and alarm_key = '" + alarm + "'");
    }

    /** By the time of the look: {@code now()} is the begin of its transaction, and others may commit before its snapshot. */
    private static void nothingIsAhead(Site site) {
        assertThat(List.of(
                        "task where greatest(created_at, state_since, updated_at) > clock_timestamp()",
                        "task_event where logged_at > clock_timestamp()",
                        "inspection where greatest(started_at, ended_at) > clock_timestamp()",
                        "inspection_control where next_at > clock_timestamp() + interval '1 minute'",
                        "repair where greatest(created_at, settled_at) > clock_timestamp()",
                        "outbox where greatest(created_at, sent_at) > clock_timestamp()",
                        "outbox_lease where lease_until > clock_timestamp() + interval '90 seconds'",
                        "alarm where greatest(first_at, last_at) > clock_timestamp()"))
                .allSatisfy(ahead -> assertThat(site.count(ahead)).as(ahead).isZero());
    }

    private void begin(Site site) throws IOException {
        nodes(site);
        one.start();
        outside(site);
    }

    private void nodes(Site site) throws IOException {
        Path verifier = Path.of("target", "fault", site.schema() + "-verify-table.camel.yaml")
                .toAbsolutePath();
        Files.createDirectories(verifier.getParent());
        Files.writeString(verifier, VERIFIER.formatted(site.schema()));
        one = node(site, "one", verifier);
        two = node(site, "two", verifier);
    }

    /** What the verifier knows: all is done. */
    private static void outside(Site site) {
        site.ledger().execute("create table outside (task_id text, verdict text, result text)");
        site.ledger()
                .update("insert into outside select 't' || n, 'DONE', null from generate_series(0, ?) n", TASKS - 1);
    }

    private static Product node(Site site, String name, Path verifier) {
        return Product.of(site, name)
                .with("landfall.routes", "file:routes/*.camel.yaml,file:" + verifier)
                .with("landfall.inspection.min-age", "1s")
                .with("landfall.inspection.period", "2s")
                .with("landfall.inspection.beat", "300ms")
                .with("landfall.inspection.confirm-after", "1s")
                .with("landfall.inspection.lease", "5s");
    }

    /** Work that is done, and of which no event tells. */
    private static void silent(Site site) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Site.stack().bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < TASKS; i++) {
                String event = "{\"eventId\":\"s\",\"taskId\":\"t%d\",\"type\":\"STARTED\",\"platform\":\"table\"}";
                var unused = producer.send(new ProducerRecord<>(site.topic(), "t" + i, event.formatted(i)));
            }
        }
        await().atMost(Wait.MOST).until(() -> site.count("task") == TASKS);
    }

    /** The ledger is ahead of its documents for a moment. */
    private static void landed(Site site) {
        await().atMost(Wait.MOST).until(() -> site.count("task where landed_version < version") == 0);
        assertThat(new DocumentsTruth(site).differences()).isEmpty();
    }

    private static void oneRepairEach(Site site) {
        await().atMost(Wait.MOST).until(() -> site.count("repair where outcome = 'APPLIED'") == TASKS);
        assertThat(site.count("repair")).isEqualTo(TASKS);
        assertThat(site.count("task_event where event_id like 'repair:%'")).isEqualTo(TASKS);
        assertThat(site.count("outbox where topic = '" + site.topic() + "'")).isEqualTo(TASKS);
        assertThat(site.ledger().queryForObject("select sum(repaired) from inspection", Long.class))
                .isEqualTo(TASKS);
        assertThat(site.ledger().queryForList("select distinct state from task", String.class))
                .isEqualTo(List.of("ANALYZED"));
    }
}
