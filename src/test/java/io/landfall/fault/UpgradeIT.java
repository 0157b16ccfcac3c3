package io.landfall.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.console.Asked;
import io.landfall.ledger.LedgerSchema;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;

/** A ledger of the first version, full of rows, is brought to the newest: nothing is lost, and the product goes on with it. */
class UpgradeIT {

    private Product node;

    @AfterEach
    void end() {
        node.close();
    }

    @Test
    void a_full_ledger_goes_through_all_versions_and_the_product_goes_on_with_it() throws Exception {
        Site site = Site.fresh("upgradesite", 3);
        Path order = Path.of("target", "fault", "upgrade-order").toAbsolutePath();
        node = Product.of(site, "one").as(CrashingLandfall.class).with(CrashPoint.KEY, order.toString());
        node.with("landfall.events.batch-size", "1000").start();
        Load.mixed("old", 1_200).sendTo(site);
        Load.of(Load.entry("again", "{'eventId':'1','taskId':'%s','type':'RETRY'}"))
                .sendTo(site);
        try (Offsets offsets = site.offsets()) {
            offsets.awaitSettled(Wait.MOST);
            node.stop();
            // killed at the worst moment: applied, and neither landed nor committed
            CrashPoint.arm(order, "after apply-events", 3);
            Load.mixed("late", 60).sendTo(site);
            node.with("landfall.events.batch-size", "20").launch();
            assertThat(node.awaitEnd()).isEqualTo(CrashPoint.EXIT_CODE);
            CrashPoint.disarm(order);
            OlderLedger.addRows(site.ledger());
            everyKindOfRowIsThere(site);

            List<String> versions = versions();
            OlderLedger older = OlderLedger.of(site.schema());
            try (LedgerSchema schema = LedgerSchema.create(site.schema(), versions.get(0))) {
                older.fill();
                for (String version : versions.subList(1, versions.size())) {
                    schema.migrate(version);
                    assertThat(older.lost())
                            .as("lost on the way to version " + version)
                            .isEmpty();
                    older.fill();
                }
                assertThat(older.failuresWithOtherAttempts())
                        .as("what a migration works out is what the product had counted")
                        .isZero();

                node.start();
                Load.mixed("new", 60).sendTo(site);
                offsets.awaitSettled(Wait.MOST);
                everythingIsRead(site);
                Truth.check(site);
                node.stop();
            } finally {
                older.close();
            }
        }
    }

    @Test
    void a_node_waits_for_those_who_write_and_they_do_not_wait_for_it() throws Exception {
        Site site = Site.fresh("upgradewait", 1);
        List<String> versions = versions();
        try (LedgerSchema schema = LedgerSchema.create(site.schema(), versions.get(versions.size() - 2));
                Connection writer = schema.jdbc().getDataSource().getConnection()) {
            writer.setAutoCommit(false);
            try (var statement = writer.createStatement()) {
                // as who inserts, updates and deletes has it
                for (String table : OlderLedger.tables(schema.jdbc(), site.schema())) {
                    statement.execute("lock table " + table + " in row exclusive mode");
                }
            }
            node = Product.of(site, "one").launch();
            Awaitility.await()
                    .atMost(Wait.MOST)
                    .until(() -> node.said().contains("tables are in use") || node.port() > 0);
            // another one, who came after the migration asked for its lock
            schema.jdbc().execute("set lock_timeout = '10s'; update overview_level set number = number");
            writer.commit();

            node.start();
            assertThat(schema.jdbc()
                            .queryForList(
                                    "select version from flyway_schema_history where success and version is not null order by installed_rank",
                                    String.class))
                    .endsWith(versions.get(versions.size() - 1));
            node.stop();
        }
    }

    private static void everyKindOfRowIsThere(Site site) {
        assertThat(site.count("task_event")).isGreaterThan(2_500);
        assertThat(site.ledger().queryForList("select distinct state from task", String.class))
                .containsExactlyInAnyOrder("TO_ANALYZE", "ANALYZING", "ANALYZED", "FAILED", "TO_RETRY");
        assertThat(site.count("task where deleted_at is not null")).isPositive();
        assertThat(site.count("task where landed_version < version")).isPositive();
        assertThat(site.ledger().queryForList("select distinct outcome from task_event", String.class))
                .contains("APPLIED", "STALE", "ILLEGAL");
        for (String what : List.of(
                "failure where status = 'PERMANENT'",
                "failure where status = 'RESOLVED'",
                "failure_attempt",
                "dead_letter",
                "outbox where status = 'SENT'",
                "books",
                "alarm")) {
            assertThat(site.count(what)).as(what).isPositive();
        }
    }

    private void everythingIsRead(Site site) {
        int tasks = 0;
        String after = "";
        do {
            JsonNode page = read("/api/tasks?limit=500" + after);
            tasks += page.path("items").size();
            after = page.path("next").isTextual()
                    ? "&after=" + page.path("next").asText()
                    : "";
        } while (!after.isEmpty());
        assertThat(tasks).isEqualTo((int) site.count("task"));
        for (String path : List.of(
                "failures",
                "dead-letters",
                "outbox",
                "alarms",
                "operator-actions",
                "compensation/runs",
                "inspection/runs")) {
            assertThat(read("/api/" + path + "?limit=10").path("items").size())
                    .as(path)
                    .isPositive();
        }
        for (String path : List.of(
                "overview?from=PT1H",
                "books",
                "compensation",
                "inspection",
                "audit",
                "rebuild",
                "transactions",
                "view")) {
            read("/api/" + path);
        }
    }

    private JsonNode read(String path) {
        Asked answer = Asked.get(node.port(), path);
        assertThat(answer.status()).as(path + ": " + answer.body()).isEqualTo(200);
        return answer.json();
    }

    /** All that there are, oldest first. */
    private static List<String> versions() throws IOException {
        return Arrays.stream(new PathMatchingResourcePatternResolver().getResources("classpath:db/migration/V*.sql"))
                .map(resource -> resource.getFilename().replaceAll("^V(\\d+)__.*", "$1"))
                .map(Integer::valueOf)
                .sorted()
                .map(String::valueOf)
                .toList();
    }
}
