package io.landfall.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.Landfall;
import io.landfall.ops.Commands;
import io.landfall.ops.ViewBean;
import io.landfall.stack.Wait;
import io.landfall.view.EsClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Indices rebuilt from the ledger while things go on, and go wrong. */
class RebuildIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PASSWORD = "only-for-tests";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static int sites;

    private final EsProxy proxy = EsProxy.before(Site.stack().elasticsearchUrl());
    private final EsClient view = new EsClient(Site.stack().elasticsearchUrl());
    private final Site site = Site.fresh("rebuildit" + ++sites, 2);
    private final Offsets offsets = site.offsets();
    private final String old = site.index() + "-000001";
    private final String next = site.index() + "-000002";
    private ConfigurableApplicationContext product;

    @BeforeEach
    void begin() {
        start(Map.of());
    }

    private void start(Map<String, String> more) {
        Map<String, String> keys = site.keys();
        keys.put("landfall.admin-password", PASSWORD);
        keys.put("landfall.view.url", proxy.url());
        keys.put("landfall.view.probe-period", "500ms");
        keys.put("landfall.ops.watch-period", "500ms");
        keys.put("camel.main.name", "landfall-" + site.schema());
        keys.put("server.port", "0");
        keys.putAll(more);
        product = new SpringApplicationBuilder(Landfall.class)
                .run(keys.entrySet().stream()
                        .map(key -> "--" + key.getKey() + "=" + key.getValue())
                        .toArray(String[]::new));
    }

    @AfterEach
    void end() throws IOException {
        proxy.behave(EsProxy.TRANSPARENT);
        product.close();
        offsets.close();
        view.close();
        proxy.close();
    }

    @Test
    void under_traffic_the_new_index_takes_the_place_of_the_old_one_and_equals_the_ledger() {
        Load.mixed("before", 300).sendTo(site);
        offsets.awaitSettled(Wait.MOST);
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> traffic = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 40 && !enough.get(); i++) {
                Load.mixed("busy" + i, 30).sendTo(site);
            }
        });
        JsonNode done = ended(begin("{\"index\":\"" + site.index() + "\"}"));
        enough.set(true);
        traffic.join();
        offsets.awaitSettled(Wait.MOST);

        assertThat(done.path("status").asText()).as(done.toString()).isEqualTo("DONE");
        assertThat(done.path("oldIndices").asText()).isEqualTo(old);
        assertThat(done.path("newIndex").asText()).isEqualTo(next);
        assertThat(indicesBehindTheAlias()).containsExactly(next);
        assertThat(view.call("GET", "/" + old, null).has(old))
                .as("the old one is kept")
                .isTrue();
        assertThat(view.call("GET", "/" + next + "/_settings", null)
                        .at("/" + next + "/settings/index/gc_deletes")
                        .asText())
                .isEqualTo("1h");
        assertThat(site.count("operator_action where operator = 'admin' and action = 'rebuild.run'"))
                .isEqualTo(1);
        Truth.check(site);
    }

    /** Case 56, with nodes that know of the rebuild and with writes beside it that never come. */
    @Test
    void what_changes_after_its_page_was_scanned_and_before_the_alias_moves_is_in_the_new_index() {
        String known = "known";
        String missed = "missed";
        String late = "late";
        String gone = "gone";
        for (String id : List.of(known, missed, late, gone, "poison")) {
            send(id, "1", "STARTED", "'text':'first'");
        }
        offsets.awaitSettled(Wait.MOST);
        // the one that is refused keeps the alias from moving
        AtomicBoolean twinsAreLost = new AtomicBoolean();
        CountDownLatch swap = new CountDownLatch(1);
        CountDownLatch mayMove = new CountDownLatch(1);
        AtomicBoolean poisoned = new AtomicBoolean(true);
        proxy.behave(call -> {
            if (call.path().endsWith("/_aliases")) {
                swap.countDown();
                hold(mayMove);
            }
            boolean toNew = new String(call.body(), StandardCharsets.UTF_8).contains("\"" + next + "\"");
            if (!call.isBulk() || !toNew) {
                return call.pass();
            }
            return BulkFaults.itemsOf(
                            next,
                            id -> (poisoned.get() && id.equals("poison"))
                                    || (twinsAreLost.get() && !id.equals("poison")),
                            400,
                            "mapper_parsing_exception")
                    .on(call);
        });
        long id = begin("{}");
        await().atMost(Wait.MOST).until(() -> get(id).path("note").asText().contains("keep the alias from moving"));
        assertThat(site.count("failure where trigger_name = 'rebuild' and index_name = '" + next
                        + "' and task_id = 'poison' and status = 'PERMANENT'"))
                .isEqualTo(1);
        await().atMost(Wait.MOST)
                .until(() -> site.count("alarm where alarm_key = 'rebuild-waits' and closed_at is null") == 1);

        send(known, "2", "STAGE_COMPLETED", "'text':'second'", "'stage':'ASR'");
        offsets.awaitSettled(Wait.MOST);
        assertThat(text(next, known)).as("it went to both").isEqualTo("second");
        twinsAreLost.set(true);
        send(missed, "2", "STAGE_COMPLETED", "'text':'second'", "'stage':'ASR'");
        send(gone, "2", "DELETED", null);
        offsets.awaitSettled(Wait.MOST);
        assertThat(text(next, missed)).as("it went to the old one only").isEqualTo("first");
        twinsAreLost.set(false);
        poisoned.set(false);
        post("/api/failures/retry", "{\"index\":\"" + next + "\",\"status\":\"PERMANENT\"}", 200);
        await().atMost(Wait.MOST).until(() -> swap.getCount() == 0);
        assertThat(text(next, missed)).as("compared before the alias moves").isEqualTo("second");
        assertThat(view.document(next, gone).path("found").asBoolean()).isFalse();
        assertThat(post("/api/rebuild/" + id + "/stop", "", 409).path("detail").asText())
                .contains("goes on to its end");

        twinsAreLost.set(true);
        send(late, "2", "COMPLETED", "'text':'late'");
        offsets.awaitSettled(Wait.MOST);
        assertThat(text(next, late)).isEqualTo("first");
        twinsAreLost.set(false);
        mayMove.countDown();

        assertThat(ended(id).path("status").asText()).isEqualTo("DONE");
        assertThat(text(site.index(), late))
                .as("compared after the alias moved")
                .isEqualTo("late");
        assertThat(site.count("failure where trigger_name = 'rebuild' and status not in ('RESOLVED', 'SUPERSEDED')"))
                .isZero();
        assertThat(site.count("alarm where alarm_key = 'rebuild-waits' and closed_at is null"))
                .isZero();
        Truth.check(site);
    }

    @Test
    void an_index_that_was_deleted_is_made_again_and_what_waited_lands() {
        for (int i = 0; i < 50; i++) {
            send("early-" + i, "1", "COMPLETED", "'n':" + i);
        }
        offsets.awaitSettled(Wait.MOST);
        view.call("DELETE", "/" + old, null);
        for (int i = 0; i < 50; i++) {
            send("late-" + i, "1", "COMPLETED", "'n':" + i);
        }
        await().atMost(Wait.MOST)
                .until(() -> site.count("task") > 50 && site.count("failure where kind = 'index'") == 1);

        JsonNode done = ended(begin("{}"));
        assertThat(done.path("status").asText()).as(done.toString()).isEqualTo("DONE");
        assertThat(done.path("oldIndices").asText()).isEmpty();
        assertThat(indicesBehindTheAlias()).containsExactly(next);
        offsets.awaitSettled(Wait.MOST);
        await().atMost(Wait.MOST)
                .until(() -> site.count("task where landed_version < version") == 0
                        && site.count("failure where status = 'PENDING'") == 0);
        Truth.check(site);
    }

    @Test
    void one_runs_at_a_time_and_is_stopped_by_a_person_with_the_alias_as_it_was() {
        Load.mixed("some", 30).sendTo(site);
        offsets.awaitSettled(Wait.MOST);
        CountDownLatch go = new CountDownLatch(1);
        proxy.behave(call -> {
            if (call.isBulk() && new String(call.body(), StandardCharsets.UTF_8).contains("\"" + next + "\"")) {
                hold(go);
            }
            return call.pass();
        });
        long id = begin("{}");
        await().atMost(Wait.MOST).until(() -> get(id).path("phase").asText().equals("SCAN"));
        assertThat(post("/api/rebuild", "{}", 409).path("detail").asText())
                .contains("Rebuild " + id + " of " + site.index() + " is running, begun by admin");
        ViewBean jmx = product.getBean(ViewBean.class);
        assertThat(jmx.getRebuild()).contains("status=RUNNING");
        assertThatThrownBy(() -> jmx.rebuild("")).hasMessageContaining("is running");
        byte[] command = "{\"command\":\"rebuild.run\",\"by\":\"ann\"}".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> product.getBean(Commands.class).obey(command)).hasMessageContaining("is running");
        post("/api/rebuild/" + id + "/stop", "", 202);
        go.countDown();

        assertThat(ended(id).path("status").asText()).isEqualTo("STOPPED");
        assertThat(indicesBehindTheAlias()).containsExactly(old);
        assertThat(post("/api/rebuild/" + id + "/stop", "", 409).path("detail").asText())
                .contains("is not running: it is STOPPED");
        proxy.behave(EsProxy.TRANSPARENT);
        JsonNode again = ended(begin("{}"));
        assertThat(again.path("newIndex").asText()).as("a name of its own").isEqualTo(site.index() + "-000003");
        assertThat(again.path("status").asText()).isEqualTo("DONE");
        Truth.check(site);
    }

    @Test
    void what_can_not_be_rebuilt_is_refused() {
        assertThat(post("/api/rebuild", "{\"index\":\"other\"}", 400)
                        .path("detail")
                        .asText())
                .isEqualTo("index must be one of " + site.index() + ".");
        assertThat(post("/api/rebuild", "{\"indx\":\"other\"}", 400)
                        .path("detail")
                        .asText())
                .contains("no field indx");
        assertThat(send(request("/api/rebuild/77").GET(), 404).path("detail").asText())
                .contains("no rebuild 77");
        post("/api/rebuild/77/stop", "", 404);
        product.close();
        start(Map.of("landfall.view.mode", "merge"));
        assertThat(post("/api/rebuild", "{}", 409).path("detail").asText()).contains("mode merge");
        product.close();
        view.call("DELETE", "/" + old, null);
        view.call("PUT", "/" + site.index(), "{}");
        start(Map.of());
        assertThat(post("/api/rebuild", "{}", 409).path("detail").asText())
                .contains("is no alias but an index of that very name");
    }

    private void send(String id, String event, String type, String patch, String... more) {
        List<String> fields =
                new ArrayList<>(List.of("'eventId':'" + event + "'", "'taskId':'%s'", "'type':'" + type + "'"));
        fields.addAll(List.of(more));
        if (patch != null) {
            fields.add("'patch':{" + patch + "}");
        }
        Load.of(Load.entry(id, "{" + String.join(",", fields) + "}")).sendTo(site);
    }

    private String text(String index, String id) {
        return view.document(index, id).path("_source").path("text").asText();
    }

    private List<String> indicesBehindTheAlias() {
        List<String> names = new ArrayList<>();
        view.call("GET", "/" + site.index() + "/_alias", null).fieldNames().forEachRemaining(names::add);
        return names;
    }

    private long begin(String body) {
        return post("/api/rebuild", body, 202).path("id").asLong();
    }

    private JsonNode ended(long id) {
        await().atMost(Wait.MOST).until(() -> !get(id).path("status").asText().equals("RUNNING"));
        return get(id);
    }

    private JsonNode get(long id) {
        return send(request("/api/rebuild/" + id).GET(), 200);
    }

    private JsonNode post(String path, String body, int status) {
        return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)), status);
    }

    private HttpRequest.Builder request(String path) {
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
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void hold(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
