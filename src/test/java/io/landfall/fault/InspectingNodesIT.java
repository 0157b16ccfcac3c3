package io.landfall.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.landfall.console.Asked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Several nodes look for tasks that went silent; what they know comes from a verifier that is a file alone. */
class InspectingNodesIT {
    private static final Duration BOUND = Duration.ofMinutes(2);
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

        await().atMost(BOUND).until(() -> site.count("task where state = 'ANALYZED'") == TASKS);
        oneRepairEach(site);
        assertThat(site.count("inspection where repaired > 0")).isPositive();
        assertThat(new DocumentsTruth(site).differences()).isEmpty();
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
            await().atMost(BOUND)
                    .until(() -> site.count("inspection where ended_at is null") == 1
                            && site.count("task where due_at > now() + interval '3 seconds'") > 0);
            frozen = site.ledger().queryForObject("select node from inspection where ended_at is null", String.class);
            asleep = "one".equals(frozen) ? one : two;
            asleep.freeze();
            connection.rollback();
        }
        long lost = site.ledger().queryForObject("select max(id) from inspection where node = ?", Long.class, frozen);
        await().atMost(BOUND).until(() -> site.count("task where state = 'ANALYZED'") == TASKS);
        asleep.thaw();
        // the beats may go to the other node for ever: it is awake again when it inspects because somebody wants it to
        await().atMost(BOUND)
                .until(() ->
                        Asked.post(asleep.port(), "/api/inspection/run", "").status() == 202);
        await().atMost(BOUND)
                .until(() ->
                        site.count("inspection where ended_at is not null and node = '" + frozen + "' and id > " + lost)
                                > 0);

        assertThat(site.ledger().queryForMap("select why, scanned, repaired from inspection where id = ?", lost))
                .isEqualTo(Map.of("why", "lost", "scanned", 0L, "repaired", 0L));
        oneRepairEach(site);
    }

    private void begin(Site site) throws IOException {
        Path verifier = Path.of("target", "fault", site.schema() + "-verify-table.camel.yaml")
                .toAbsolutePath();
        Files.createDirectories(verifier.getParent());
        Files.writeString(verifier, VERIFIER.formatted(site.schema()));
        one = node(site, "one", verifier);
        two = node(site, "two", verifier);
        one.start();
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
        await().atMost(BOUND).until(() -> site.count("task") == TASKS);
    }

    private static void oneRepairEach(Site site) {
        await().atMost(BOUND).until(() -> site.count("repair where outcome = 'APPLIED'") == TASKS);
        assertThat(site.count("repair")).isEqualTo(TASKS);
        assertThat(site.count("task_event where event_id like 'repair:%'")).isEqualTo(TASKS);
        assertThat(site.count("outbox where topic = '" + site.topic() + "'")).isEqualTo(TASKS);
        assertThat(site.ledger().queryForObject("select sum(repaired) from inspection", Long.class))
                .isEqualTo(TASKS);
        assertThat(site.ledger().queryForList("select distinct state from task", String.class))
                .isEqualTo(List.of("ANALYZED"));
    }
}
