package io.landfall.audit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.Landfall;
import io.landfall.fault.Load;
import io.landfall.fault.Offsets;
import io.landfall.fault.Site;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;
import io.landfall.view.EsClient;

import static org.assertj.core.api.Assertions.assertThat;

/** The audit of a running product: silent while all is well, and finding and mending what was broken by hand. */
class AuditIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PASSWORD = "only-for-tests";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static Site site;
    private static Offsets offsets;
    private static ConfigurableApplicationContext product;
    private static JdbcTemplate ledger;
    private static EsClient view;
    private static int loads;

    @BeforeAll
    static void begin() {
        site = Site.fresh("auditit", 2);
        Map<String, String> keys = site.keys();
        keys.put("landfall.admin-password", PASSWORD);
        keys.put("landfall.audit.settle", "1s");
        keys.put("camel.main.name", "landfall-auditit");
        keys.put("server.port", "0");
        product = new SpringApplicationBuilder(Landfall.class)
                .run(keys.entrySet().stream()
                        .map(key -> "--" + key.getKey() + "=" + key.getValue())
                        .toArray(String[]::new));
        ledger = product.getBean(JdbcTemplate.class);
        view = new EsClient(SharedStack.get().elasticsearchUrl());
        offsets = site.offsets();
    }

    @AfterAll
    static void end() throws IOException {
        product.close();
        offsets.close();
        view.close();
    }

    @BeforeEach
    void some_tasks() {
        Load.mixed("audit" + ++loads, 40).sendTo(site);
        offsets.awaitSettled(Wait.MOST);
    }

    @Test
    void an_audit_under_traffic_finds_nothing_when_all_is_well() {
        CompletableFuture<Void> traffic = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 15; i++) {
                Load.mixed("busy" + i, 60).sendTo(site);
            }
        });
        int audits = 0;
        while (!traffic.isDone() || audits < 2) {
            JsonNode done = audit("{\"orphans\":true}");
            assertThat(done.path("found").asLong()).as(done.toString()).isZero();
            audits++;
        }
        traffic.join();
        offsets.awaitSettled(Wait.MOST);
        JsonNode done = audit("{}");

        assertThat(done.path("found").asLong()).as(done.toString()).isZero();
        assertThat(done.path("tasks").asLong()).isEqualTo(site.count("task"));
        assertThat(done.path("notFoldable").asLong()).isZero();
        assertThat(done.path("suspects").asLong()).isZero();
    }

    @Test
    void what_is_broken_is_found_repaired_and_then_no_longer_found() {
        Set<String> mendable = breakWhatCanBeMended();
        Set<String> all = new TreeSet<>(mendable);
        all.addAll(breakWhatCanNot());

        // a document whose row is missing is an orphan till the row is back
        Set<String> first = new TreeSet<>(all);
        first.add("document-orphan broken-1");
        assertThat(found(audit("{\"orphans\":true}"))).isEqualTo(first);
        awaitAlarm(1);

        JsonNode repair = audit("{\"orphans\":true,\"repair\":true}");
        assertThat(found(repair)).isEqualTo(all);
        assertThat(repaired(repair)).isEqualTo(mendable);
        assertThat(site.count("audit_replaced")).as("rows as they were").isEqualTo(2);

        mendTheRest();
        JsonNode after = audit("{\"orphans\":true}");
        assertThat(found(after)).isEmpty();
        awaitAlarm(0);
        assertThat(site.count("failure where cause = 'foreign' and status = 'PERMANENT'"))
                .isEqualTo(1);
    }

    /** Kind and task, each broken in its own way. */
    private static Set<String> breakWhatCanBeMended() {
        List<String> landed = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            landed.add("broken-" + i);
            String patch = i == 9 ? "{'durationSeconds':'long'}" : "{'text':'words'}";
            String json = "{'eventId':'1','taskId':'%s','type':'COMPLETED','patch':" + patch + "}";
            Load.of(Load.entry("broken-" + i, json)).sendTo(site);
        }
        offsets.awaitSettled(Wait.MOST);
        Set<String> broken = new TreeSet<>();
        broken.add("row-differs " + landed.get(0));
        broken.add("document-differs " + landed.get(0));
        ledger.update("update task set state = 'ANALYZING', attempt = 3 where task_id = ?", landed.get(0));
        broken.add("row-missing " + landed.get(1));
        ledger.update("delete from task_content where task_id = ?", landed.get(1));
        ledger.update("delete from task where task_id = ?", landed.get(1));
        broken.add("row-unreadable " + landed.get(2));
        ledger.update("delete from task_content where task_id = ?", landed.get(2));
        broken.add("unlanded " + landed.get(3));
        ledger.update("update task set landed_version = 0 where task_id = ?", landed.get(3));
        broken.add("document-missing " + landed.get(4));
        call("DELETE", landed.get(4), version(landed.get(4)), null);
        broken.add("document-older " + landed.get(5));
        put(landed.get(5), 0, own -> own.put("version", 1));
        broken.add("document-newer " + landed.get(6));
        put(landed.get(6), 3_000_000_000L, own -> own.put("version", version(landed.get(6)) + 3_000_000_000L));
        broken.add("document-differs " + landed.get(7));
        put(landed.get(7), 0, own -> own.put("state", "FAILED"));
        String outlived = landed.get(8);
        broken.add("failure-outlived " + outlived);
        fail(outlived, version(outlived));
        String incomplete = landed.get(9);
        assertThat(site.count("failure where task_id = '" + incomplete + "'")).isEqualTo(1);
        broken.add("document-incomplete " + incomplete);
        ledger.update("delete from failure where task_id = ?", incomplete);
        String deleted = ledger.queryForList("select task_id from task where deleted_at is not null", String.class)
                .get(0);
        broken.add("document-left " + deleted);
        call("PUT", deleted, version(deleted), "{\"landfall\":{\"version\":" + version(deleted) + "}}");
        return broken;
    }

    private static Set<String> breakWhatCanNot() {
        String taken = "taken";
        Load.of(Load.entry(taken, "{'eventId':'1','taskId':'%s','type':'COMPLETED'}"))
                .sendTo(site);
        offsets.awaitSettled(Wait.MOST);
        call("PUT", taken, version(taken), "{\"mine\":1}");
        call("PUT", "orphan", 5, "{\"landfall\":{\"version\":5}}");
        fail("nobody", 1);
        ledger.update("update books set received = received + 1, applied = applied + 1 where partition_no = 0");
        return Set.of(
                "document-foreign " + taken,
                "document-orphan orphan",
                "failure-without-task nobody",
                "books " + site.topic() + "-0");
    }

    private static void mendTheRest() {
        call("DELETE", "orphan", 6, null);
        ledger.update("delete from failure where task_id = 'nobody'");
        ledger.update("update books set received = received - 1, applied = applied - 1 where partition_no = 0");
    }

    private static void fail(String taskId, long version) {
        ledger.update(
                "insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated,"
                        + " status) values (?, ?, 'index', ?, 'throttled', 'planted', 'test', '', false, 'PENDING')",
                taskId,
                site.index(),
                version);
    }

    private static long version(String taskId) {
        return ledger.queryForObject("select version from task where task_id = ?", Long.class, taskId);
    }

    /** The document as it is, with its own object changed. */
    private static void put(String taskId, long ahead, java.util.function.Consumer<ObjectNode> change) {
        ObjectNode source = (ObjectNode) view.document(site.index(), taskId).path("_source");
        change.accept((ObjectNode) source.path("landfall"));
        call("PUT", taskId, version(taskId) + ahead, source.toString());
    }

    private static void call(String method, String taskId, long version, String body) {
        JsonNode answer = view.call(
                method,
                "/" + site.index() + "/_doc/" + taskId + "?refresh=true&version_type=external_gte&version=" + version,
                body);
        assertThat(answer.has("error")).as(answer.toString()).isFalse();
    }

    @Test
    void a_node_goes_on_with_what_a_dead_one_left_and_leaves_a_living_one_alone() {
        List<String> ids = ledger.queryForList("select task_id from task order by 1", String.class);
        long id = ledger.queryForObject(
                "insert into audit (started_by, repair, orphans, node, token, lease_until, cursor_id, tasks)"
                        + " values ('somebody', false, false, 'other', ?, now() + interval '1 hour', ?, 10) returning id",
                Long.class,
                UUID.randomUUID(),
                ids.get(9));
        Awaitility.await().during(Duration.ofSeconds(4)).atMost(Wait.MOST).until(() -> latest().path("node")
                .asText()
                .equals("other"));

        JsonNode refusal = post("/api/audit", "{}", 409);
        assertThat(refusal.path("detail").asText()).contains("Audit " + id + " is running, begun by somebody");

        ledger.update("update audit set lease_until = now() - interval '1 second' where id = ?", id);
        JsonNode done = ended();
        assertThat(done.path("id").asLong()).isEqualTo(id);
        assertThat(done.path("status").asText()).isEqualTo("DONE");
        assertThat(done.path("tasks").asLong()).isEqualTo(ids.size());
        assertThat(done.path("node").asText()).isNotEqualTo("other");
    }

    @Test
    void a_person_stops_an_audit_and_who_did_so_is_on_record() {
        ledger.update(
                "insert into audit (started_by, repair, orphans, node, token, lease_until)"
                        + " values ('somebody', false, false, 'other', ?, now() + interval '1 hour')",
                UUID.randomUUID());
        post("/api/audit/stop", "", 202);
        ledger.update("update audit set lease_until = now() - interval '1 second' where status = 'RUNNING'");

        assertThat(ended().path("status").asText()).isEqualTo("STOPPED");
        assertThat(site.count("operator_action where operator = 'admin' and action = 'audit.stop'"))
                .isPositive();
        assertThat(post("/api/audit/stop", "", 409).path("detail").asText()).isEqualTo("No audit is running.");
    }

    @Test
    void a_wrong_word_is_told() {
        assertThat(post("/api/audit", "{\"repiar\":true}", 400).path("detail").asText())
                .contains("no field repiar")
                .contains("orphans, repair");
        assertThat(post("/api/audit", "{\"repair\":\"yes\"}", 400)
                        .path("detail")
                        .asText())
                .contains("repair must be true or false");
        assertThat(post("/api/audit", "[]", 400).path("detail").asText()).contains("object");
        assertThat(post("/api/audit", "{", 400).path("status").asInt()).isEqualTo(400);
        assertThat(get("/api/audit/9999/findings", 404).path("detail").asText()).contains("no audit 9999");
        assertThat(get("/api/audit/9999/findings?kind=x", 400).path("detail").asText())
                .contains("kind must be one of");
    }

    private static JsonNode audit(String options) {
        long id = post("/api/audit", options, 202).path("id").asLong();
        JsonNode done = ended();
        assertThat(done.path("id").asLong()).isEqualTo(id);
        assertThat(done.path("status").asText()).isEqualTo("DONE");
        return done;
    }

    private static JsonNode ended() {
        Awaitility.await()
                .atMost(Wait.MOST)
                .until(() -> !latest().path("status").asText().equals("RUNNING"));
        return latest();
    }

    private static JsonNode latest() {
        return get("/api/audit", 200);
    }

    private static Set<String> found(JsonNode audit) {
        Set<String> found = new TreeSet<>();
        findings(audit).forEach(one -> found.add(text(one)));
        assertThat(audit.path("found").asLong()).isEqualTo(found.size());
        return found;
    }

    private static Set<String> repaired(JsonNode audit) {
        Set<String> repaired = new TreeSet<>();
        findings(audit).stream()
                .filter(one -> !one.path("repairedAt").isNull())
                .forEach(one -> repaired.add(text(one)));
        assertThat(audit.path("repaired").asLong()).isEqualTo(repaired.size());
        return repaired;
    }

    private static String text(JsonNode finding) {
        return finding.path("kind").asText() + " " + finding.path("subject").asText();
    }

    private static List<JsonNode> findings(JsonNode audit) {
        List<JsonNode> all = new ArrayList<>();
        String path = "/api/audit/" + audit.path("id").asLong() + "/findings?limit=4";
        JsonNode page = get(path, 200);
        page.path("items").forEach(all::add);
        while (!page.path("next").isNull()) {
            page = get(path + "&after=" + page.path("next").asText(), 200);
            page.path("items").forEach(all::add);
        }
        return all;
    }

    private static void awaitAlarm(int open) {
        Awaitility.await()
                .atMost(Wait.MOST)
                .until(() -> site.count("alarm where alarm_key = 'audit-differs' and closed_at is null") == open);
    }

    private static JsonNode get(String path, int status) {
        return send(request(path).GET(), status);
    }

    private static JsonNode post(String path, String body, int status) {
        return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)), status);
    }

    private static HttpRequest.Builder request(String path) {
        String login = Base64.getEncoder().encodeToString(("admin:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        String port = product.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Basic " + login)
                .header("Content-Type", "application/json");
    }

    private static JsonNode send(HttpRequest.Builder request, int status) {
        try {
            HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
