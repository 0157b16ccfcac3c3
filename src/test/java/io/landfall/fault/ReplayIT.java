package io.landfall.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.stack.Wait;
import io.landfall.view.EsClient;

import static org.assertj.core.api.Assertions.assertThat;

/** The topic, the offsets or the ledger are not what they were. */
class ReplayIT {
    private static final List<String> TABLES = List.of(
            "task",
            "task_content",
            "task_event",
            "dead_letter",
            "dead_letter_attempt",
            "outbox",
            "failure",
            "failure_attempt",
            "books");

    private Product node;

    @AfterEach
    void end() {
        node.close();
    }

    @Test
    void a_topic_read_again_from_its_beginning_leaves_every_document_as_it_was() {
        Site site = Site.fresh("replaysitea", 2);
        node = Product.of(site, "one").start();
        Load load = Load.mixed("r", 60);
        load.sendTo(site);
        try (Offsets offsets = site.offsets()) {
            offsets.awaitSettled(Wait.MOST);
            node.stop();
            Map<String, String> before = documents(site);
            long applied = site.booked("applied");
            long alreadyApplied = site.booked("already_applied");
            long logged = site.count("task_event");

            offsets.moveToBeginning();
            node.start();
            offsets.awaitSettled(Wait.MOST);

            assertThat(documents(site)).isEqualTo(before);
            assertThat(site.booked("applied")).isEqualTo(applied);
            assertThat(site.booked("already_applied") - alreadyApplied).isGreaterThanOrEqualTo(logged);
            assertThat(site.booked("received")).isEqualTo(2L * load.records().size());
            Truth.check(site);
        }
    }

    @Test
    void events_of_a_topic_that_was_made_anew_are_applied() {
        Site site = Site.fresh("replaysiteb", 2);
        node = Product.of(site, "one").start();
        Load.mixed("old", 40).sendTo(site);
        try (Offsets offsets = site.offsets()) {
            offsets.awaitSettled(Wait.MOST);
            Truth.check(site);
            long tasks = site.count("task");

            offsets.deleteTopic();
            site.createTopics();
            Load.mixed("new", 60).sendTo(site);

            Awaitility.await().atMost(Wait.MOST).untilAsserted(() -> assertThat(site.count("task"))
                    .isGreaterThanOrEqualTo(tasks + 60));
            offsets.awaitSettled(Wait.MOST);
            Truth.check(site);
        }
    }

    @Test
    void documents_follow_a_ledger_that_was_restored_under_them() {
        Site site = Site.fresh("replaysitec", 2);
        Path order = Path.of("target", "fault", "restore-order").toAbsolutePath();
        node = Product.of(site, "one").as(CrashingLandfall.class).with(CrashPoint.KEY, order.toString());
        CrashPoint.arm(order, "after apply-events", 3);
        Load.mixed("kept", 60).sendTo(site);
        node.launch();
        assertThat(node.awaitEnd()).isEqualTo(CrashPoint.EXIT_CODE);
        CrashPoint.disarm(order);
        try (Offsets offsets = site.offsets()) {
            // applied and not written: the backup is made at the worst time
            Backup backup = Backup.of(site, offsets.committed(), offsets.ends());
            assertThat(site.count("task where landed_version < version")).isPositive();
            node.start();
            // more happens to the same tasks, which the backup does not know
            moreOf(site).sendTo(site);
            offsets.awaitSettled(Wait.MOST);
            Truth.check(site);
            node.stop();

            backup.restore(site);
            offsets.moveTo(backup.offsets);
            // one record a batch: an un-landed task is written again before a newer event lifts its version
            node.with("landfall.events.batch-size", "1").start();
            offsets.awaitSettled(Wait.MOST);

            Truth.check(site);
            assertThat(site.count("alarm where alarm_key like 'view-ahead:%'")).isPositive();
        }
    }

    @Test
    void a_lost_ledger_is_made_again_from_the_topic() {
        Site site = Site.fresh("replaysited", 2);
        node = Product.of(site, "one").start();
        Load.mixed("all", 60).sendTo(site);
        try (Offsets offsets = site.offsets()) {
            offsets.awaitSettled(Wait.MOST);
            Truth.check(site);
            node.stop();
            Map<String, String> before = contents(site);

            site.ledger().execute("drop schema " + site.schema() + " cascade");
            offsets.moveToBeginning();
            node.start();
            offsets.awaitSettled(Wait.MOST);

            assertThat(contents(site)).isEqualTo(before);
            Truth.check(site);
        }
    }

    /** Id to what the producers told. */
    private static Map<String, String> contents(Site site) {
        Map<String, String> contents = new TreeMap<>();
        try (EsClient view = new EsClient(Site.stack().elasticsearchUrl())) {
            view.call("POST", "/" + site.index() + "/_refresh", null);
            for (JsonNode hit : view.call("POST", "/" + site.index() + "/_search", "{\"size\":5000}")
                    .path("hits")
                    .path("hits")) {
                ObjectNode content = hit.path("_source").deepCopy();
                JsonNode ours = content.remove("landfall");
                contents.put(hit.path("_id").asText(), ours.path("state").asText() + " " + content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(contents).isNotEmpty();
        return contents;
    }

    private static Load moreOf(Site site) {
        return new Load(site.ledger().queryForList("select task_id from task order by 1", String.class).stream()
                .map(id -> Load.entry(
                        id, "{'eventId':'later','taskId':'%s','type':'STAGE_COMPLETED','stage':'X','patch':{'x':1}}"))
                .toList());
    }

    /** Id to version, sequence number and content. */
    private static Map<String, String> documents(Site site) {
        Map<String, String> documents = new TreeMap<>();
        try (EsClient view = new EsClient(Site.stack().elasticsearchUrl())) {
            view.call("POST", "/" + site.index() + "/_refresh", null);
            String all = "{\"size\":5000,\"version\":true,\"seq_no_primary_term\":true}";
            for (JsonNode hit : view.call("POST", "/" + site.index() + "/_search", all)
                    .path("hits")
                    .path("hits")) {
                documents.put(
                        hit.path("_id").asText(),
                        hit.path("_version") + " " + hit.path("_seq_no") + " " + hit.path("_source"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(documents).isNotEmpty();
        return documents;
    }

    /** A copy of the tables, and where the group was when it was made. */
    private record Backup(Map<TopicPartition, Long> offsets) {
        static Backup of(Site site, Map<TopicPartition, Long> committed, Map<TopicPartition, Long> ends) {
            JdbcTemplate jdbc = site.ledger();
            TABLES.forEach(table -> jdbc.execute("create table backup_" + table + " as table " + table));
            Map<TopicPartition, Long> offsets = new HashMap<>();
            ends.keySet().forEach(partition -> offsets.put(partition, committed.getOrDefault(partition, 0L)));
            return new Backup(offsets);
        }

        void restore(Site site) {
            JdbcTemplate jdbc = site.ledger();
            jdbc.execute("truncate " + String.join(", ", TABLES));
            TABLES.forEach(
                    table -> jdbc.execute("insert into " + table + " overriding system value table backup_" + table));
        }
    }
}
