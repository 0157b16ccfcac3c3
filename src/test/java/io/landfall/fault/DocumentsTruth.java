package io.landfall.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.ledger.Ledger;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.LedgerTopics;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.MinAges;
import io.landfall.ledger.PostgresLedger;
import io.landfall.state.Task;
import io.landfall.state.Transitions;
import io.landfall.view.DocumentComposer;
import io.landfall.view.EsClient;

/** I2 and I3: every task's document is what the ledger makes of it, or an open failure says why not. */
final class DocumentsTruth {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PAGE = 500;

    private final Site site;
    private final JdbcTemplate jdbc;
    private final DocumentComposer composer = new DocumentComposer();
    private final Map<String, OpenFailure> failures = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private boolean indexHasFailure;

    /** Field: the one that was refused and left out, or null. */
    private record OpenFailure(long version, String field, String cause) {}

    DocumentsTruth(Site site) {
        this.site = site;
        this.jdbc = site.ledger();
    }

    List<String> differences() {
        jdbc.query(
                "select task_id, version, field, cause from failure"
                        + " where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')",
                row -> {
                    indexHasFailure |= row.getString("task_id") == null;
                    failures.put(
                            row.getString("task_id"),
                            new OpenFailure(row.getLong("version"), row.getString("field"), row.getString("cause")));
                });
        List<String> ids = jdbc.queryForList("select task_id from task order by 1", String.class);
        if (ids.isEmpty()) {
            differences.add("no task in the ledger: nothing was compared");
        }
        try (EsClient view = new EsClient(Site.stack().elasticsearchUrl())) {
            for (int first = 0; first < ids.size(); first += PAGE) {
                compare(view, ids.subList(first, Math.min(first + PAGE, ids.size())));
            }
            strangers(view, ids.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return differences;
    }

    private Ledger ledger() {
        LedgerTransactions transactions = new LedgerTransactions(
                new DataSourceTransactionManager(jdbc.getDataSource()), jdbc, Duration.ofSeconds(30));
        return new PostgresLedger(
                jdbc,
                transactions,
                new Transitions(5, site.index()),
                new LedgerConfiguration(Duration.ofDays(30), Duration.ofSeconds(30), 5, "truth"),
                new LedgerTopics("unused", "unused"),
                MinAges.of(Duration.ofMinutes(10)));
    }

    private void compare(EsClient view, List<String> ids) throws IOException {
        ObjectNode wanted = JSON.createObjectNode();
        ArrayNode list = wanted.putArray("ids");
        ids.forEach(list::add);
        Map<String, JsonNode> documents = new HashMap<>();
        for (JsonNode document : view.call("POST", "/" + site.index() + "/_mget", wanted.toString())
                .path("docs")) {
            documents.put(document.path("_id").asText(), document);
        }
        for (Task task : ledger().read(ids)) {
            compare(task, documents.get(task.id()));
        }
    }

    private void compare(Task task, JsonNode document) throws IOException {
        OpenFailure failure = failures.get(task.id());
        if (failure != null && failure.field == null) {
            check(failure.version <= task.version(), task, "its failure is of a version that is not there yet");
            return;
        }
        if (indexHasFailure && task.landedVersion() < task.version()) {
            return;
        }
        check(task.landedVersion() == task.version(), task, "landed " + task.landedVersion() + " of " + task.version());
        if (document == null || !document.path("found").asBoolean()) {
            check(task.isDeleted(), task, "no document");
            return;
        }
        if (task.isDeleted()) {
            check(false, task, "deleted, but its document is there");
            return;
        }
        long version = document.path("_version").asLong();
        check(version == task.version(), task, "document has version " + version + ", ledger " + task.version());
        JsonNode expected = JSON.readTree(
                composer.compose(task, failure == null ? List.of() : List.of(failure.field.split(", ", -1))));
        JsonNode actual = document.path("_source");
        check(expected.equals(actual), task, "\n  ledger:   " + expected + "\n  document: " + actual);
    }

    /** Documents that no task owns. */
    private void strangers(EsClient view, int tasks) {
        view.call("POST", "/" + site.index() + "/_refresh", null);
        long documents = view.call("GET", "/" + site.index() + "/_count", null)
                .path("count")
                .asLong();
        if (documents > tasks) {
            differences.add(documents + " documents of " + tasks + " tasks");
        }
    }

    private void check(boolean holds, Task task, String complaint) {
        if (!holds) {
            differences.add("task " + task.id() + " (" + task.state() + "): " + complaint);
        }
    }
}
