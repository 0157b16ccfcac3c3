package io.landfall.console;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.elasticsearch.client.Request;
import org.elasticsearch.client.RestClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(
        classes = ReadingApp.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "landfall.masked-fields=phone")
class ConsoleIT {
    @LocalServerPort
    private int port;

    @Autowired
    private RestClient view;

    private TestRows rows;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("console_it", registry);
    }

    @BeforeEach
    void nothing_there(@Autowired JdbcTemplate ledger) {
        rows = new TestRows(ledger);
        rows.clear();
    }

    @Test
    void a_list_is_walked_to_its_end_each_task_once() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            String id = "t%03d".formatted(i);
            rows.task(id, i % 2 == 0 ? "ANALYZED" : "ANALYZING", 10, i < 5 ? 3 : 10);
            ids.add(id);
        }
        assertThat(walk("/api/tasks?limit=7")).isEqualTo(ids);
        assertThat(walk("/api/tasks?limit=5")).isEqualTo(ids);
        assertThat(walk("/api/tasks?limit=2&unlanded=true")).isEqualTo(ids.subList(0, 5));
        assertThat(walk("/api/tasks?state=ANALYZING&limit=100")).hasSize(12);
        assertThat(walk("/api/tasks?state=ANALYZED&taskType=ASR&model=whisper&index=tasks&unlanded=false"))
                .hasSize(10);
        assertThat(walk("/api/tasks?model=other")).isEmpty();
    }

    @Test
    void tasks_are_found_by_how_long_they_have_been_in_their_state(@Autowired JdbcTemplate ledger) {
        rows.task("fresh", "ANALYZING", 10, 10);
        rows.task("old", "ANALYZING", 10, 10);
        ledger.update("update task set state_since = now() - interval '11 minutes' where task_id = 'old'");
        assertThat(walk("/api/tasks?limit=5&olderThan=10m")).containsExactly("old");
        assertThat(walk("/api/tasks?limit=5&olderThan=PT12M")).isEmpty();
        for (String wrong : List.of("soon", "-1m", "4000d", "")) {
            Asked asked = Asked.get(port, "/api/tasks?olderThan=" + wrong);
            assertThat(asked.status()).as(wrong).isEqualTo(400);
            assertThat(asked.json().at("/detail").asText()).contains("olderThan");
        }
    }

    @Test
    void tasks_that_are_not_final_are_walked_the_longest_in_their_state_first(@Autowired JdbcTemplate ledger) {
        for (int i = 0; i < 9; i++) {
            rows.task("t" + i, i % 2 == 0 ? "ANALYZING" : "TO_RETRY", 10, i < 3 ? 3 : 10);
        }
        rows.task("done", "ANALYZED", 10, 10);
        ledger.update(
                "update task set state_since = timestamptz '2026-01-31 08:00:00.123456Z'"
                        + " - case when task_id = 't4' then interval '1 second' when task_id < 't5' then interval '0' else interval '1 microsecond' end");
        for (int limit : List.of(1, 2, 4, 100)) {
            assertThat(walk("/api/tasks?sort=oldest&limit=" + limit))
                    .as("by %d", limit)
                    .containsExactly("t4", "t5", "t6", "t7", "t8", "t0", "t1", "t2", "t3");
        }
        assertThat(walk("/api/tasks?sort=oldest&limit=2&state=ANALYZING"))
                .containsExactly("t4", "t6", "t8", "t0", "t2");
        assertThat(walk("/api/tasks?sort=oldest&limit=2&unlanded=true")).containsExactly("t0", "t1", "t2");
        assertThat(walk("/api/tasks?sort=oldest&limit=2&unlanded=false")).hasSize(6);
        assertThat(walk("/api/tasks?sort=oldest&olderThan=3650d")).isEmpty();
        assertThat(walk("/api/tasks?sort=id&limit=100")).hasSize(10).startsWith("done");
        for (String wrong : List.of(
                "sort=age",
                "sort=oldest&state=ANALYZED",
                "sort=oldest&after=t4",
                "sort=oldest&after=2026-01-31T08:00:00Z",
                "sort=oldest&after=%2B99999-01-31T08:00:00Z%20t4")) {
            Asked asked = Asked.get(port, "/api/tasks?" + wrong);
            assertThat(asked.status()).as(wrong).isEqualTo(400);
            assertThat(asked.json().at("/detail").asText()).containsPattern("sort|after");
        }
    }

    @Test
    void messages_that_a_task_still_waits_for_are_told_with_it(@Autowired JdbcTemplate ledger) {
        rows.task("t1", "TO_RETRY", 10, 10);
        String message = "insert into outbox (topic, key, payload, status, reason) values (?, ?, '', ?, ?)";
        ledger.update("truncate outbox");
        ledger.update(message, "landfall.dispatch", TestRows.bytes("t1"), "SENT", null);
        ledger.update(message, "landfall.dispatch", TestRows.bytes("t1"), "PENDING", null);
        ledger.update(message, "landfall.dispatch", TestRows.bytes("t2"), "PENDING", null);
        ledger.update(message, "landfall.task-events", TestRows.bytes("t1"), "BLOCKED", "too large");
        JsonNode task = Asked.get(port, "/api/tasks/t1").json();
        assertThat(task.at("/unsent")).hasSize(2);
        assertThat(task.at("/unsent/0/status").asText()).isEqualTo("PENDING");
        assertThat(task.at("/unsent/1/reason").asText()).isEqualTo("too large");
        assertThat(task.at("/dispatchTopic").asText()).isEqualTo("landfall.dispatch");
        ledger.update("truncate outbox");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "a/b?c#d",
                "//",
                "/",
                "a//b",
                "a/../b",
                "../x",
                "a\\b",
                "a;b=c",
                "100%",
                "%2F",
                "%252F",
                "a b+c",
                "任务-1",
                "😀",
                "<i>\"'",
                "x\u2028y",
                "by-id",
                "a.json",
                ".hidden",
                "a:b@c",
                "{id}",
                "*"
            })
    void an_id_may_hold_any_character(String id) {
        rows.task(id, "ANALYZING", 10, 0);
        Asked asked = Asked.get(port, "/api/tasks/" + encoded(id));
        assertThat(asked.status()).as(asked.body()).isEqualTo(200);
        assertThat(asked.json().at("/row/taskId").asText()).isEqualTo(id);
        assertThat(Asked.get(port, "/api/task?id=" + encoded(id))
                        .json()
                        .at("/row/taskId")
                        .asText())
                .isEqualTo(id);
        assertThat(Asked.anonymously(port, "/api/tasks/" + encoded(id)).status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void an_id_that_is_a_folder_on_the_way_is_asked_for_by_parameter(String id) {
        rows.task(id, "ANALYZING", 10, 0);
        assertThat(Asked.get(port, "/api/task?id=" + id)
                        .json()
                        .at("/row/taskId")
                        .asText())
                .isEqualTo(id);
    }

    @Test
    void a_task_tells_all_that_is_known_masked() throws Exception {
        rows.task("t1", "ANALYZING", 10, 10);
        rows.content("t1", "{\"n\":1.50,\"phone\":\"tel-123\"}");
        rows.event("t1", "e1", 9, "{\"eventId\":\"e1\",\"patch\":{\"n\":1.50}}");
        rows.event("t1", "e2", 10, "{\"eventId\":\"e2\",\"patch\":{\"phone\":\"tel-123\",\"odd\":\"\\ud800\"}}");
        long failure = rows.failure(
                "t1",
                "PERMANENT",
                "failed to parse field [phone]. Preview of field's value: 'tel-123'",
                "{\"phone\":\"te");
        document("t1", 10, "{\"phone\":\"tel-123\",\"landfall\":{\"version\":10}}");

        Asked asked = Asked.get(port, "/api/tasks/t1");
        assertThat(asked.body()).doesNotContain("tel-123").contains("{\"n\":1.50,\"phone\":\"***\"}");
        JsonNode task = asked.json();
        assertThat(task.at("/row/state").asText()).isEqualTo("ANALYZING");
        assertThat(task.at("/row/version").asLong()).isEqualTo(10);
        assertThat(task.at("/row/unlanded").asBoolean()).isFalse();
        assertThat(task.at("/row/createdAt").asText()).endsWith("Z");
        assertThat(task.at("/events")).hasSize(2);
        assertThat(task.at("/events/0/eventId").asText()).isEqualTo("e1");
        assertThat(task.at("/events/1/outcome").asText()).isEqualTo("APPLIED");
        assertThat(task.at("/events/1/payload/patch/phone").asText()).isEqualTo("***");
        assertThat(task.at("/failures/0/id").asLong()).isEqualTo(failure);
        assertThat(task.at("/failures/0/attempts/0/httpStatus").asInt()).isEqualTo(400);
        assertThat(task.at("/document/phone").asText()).isEqualTo("***");
        assertThat(task.at("/documentVersion").asLong()).isEqualTo(10);
        assertThat(task.at("/differs").asBoolean(true)).isFalse();
        assertThat(task.has("documentError")).isFalse();
    }

    @Test
    void a_document_of_another_version_or_a_missing_one_differs() throws Exception {
        rows.task("old/doc", "ANALYZED", 10, 10);
        document("old/doc", 9, "{\"landfall\":{\"version\":9}}");
        rows.task("none", "ANALYZED", 10, 10);
        assertThat(Asked.get(port, "/api/tasks/old%2Fdoc").json().at("/differs").asBoolean())
                .isTrue();
        JsonNode none = Asked.get(port, "/api/tasks/none").json();
        assertThat(none.at("/differs").asBoolean()).isTrue();
        assertThat(none.at("/document").isNull()).isTrue();
    }

    @Test
    void while_the_view_is_away_the_task_is_shown_and_says_so() {
        rows.task("t1", "ANALYZED", 10, 10);
        SharedStack.get().elasticsearch().freeze();
        try {
            JsonNode task = Asked.get(port, "/api/tasks/t1").json();
            assertThat(task.at("/row/taskId").asText()).isEqualTo("t1");
            assertThat(task.at("/documentError").asText()).contains("away");
            assertThat(task.at("/differs").isNull()).isTrue();
        } finally {
            SharedStack.get().elasticsearch().thaw();
        }
    }

    @Test
    void while_the_ledger_is_away_the_answer_is_503_and_then_it_works_again() {
        rows.task("t1", "ANALYZED", 10, 10);
        SharedStack.get().postgres().kill();
        try {
            Asked asked = Asked.get(port, "/api/tasks");
            assertThat(asked.status()).as(asked.body()).isEqualTo(503);
            assertThat(asked.contentType()).startsWith("application/problem+json");
            assertThat(Asked.anonymously(port, "/actuator/health/readiness").status())
                    .isEqualTo(503);
            assertThat(Asked.anonymously(port, "/actuator/health/liveness").status())
                    .isEqualTo(200);
        } finally {
            SharedStack.get().postgres().start();
        }
        // the pool comes back with a backoff of its own
        await().atMost(Wait.MOST).until(() -> Asked.get(port, "/api/tasks").status() == 200);
    }

    @Test
    void a_nul_character_in_a_parameter_is_refused() {
        assertThat(Asked.get(port, "/api/tasks?model=%00").status()).isEqualTo(400);
        assertThat(Asked.get(port, "/api/task?id=a%00").status()).isEqualTo(400);
    }

    @Test
    void a_filter_that_does_not_exist_is_refused_and_those_that_do_are_named() {
        Asked asked = Asked.get(port, "/api/tasks?platform=web");
        assertThat(asked.status()).isEqualTo(400);
        assertThat(asked.contentType()).startsWith("application/problem+json");
        assertThat(asked.body()).contains("no parameter platform").contains("taskType");
    }

    @Test
    void failures_are_found_by_what_they_are() {
        rows.failure("a", "PENDING", "r", "{}");
        long permanent = rows.failure("b", "PERMANENT", "r", "{}");
        assertThat(Asked.get(port, "/api/failures").json().at("/items")).hasSize(2);
        assertThat(Asked.get(port, "/api/failures").json().at("/items/0/id").asLong())
                .isEqualTo(permanent);
        assertThat(Asked.get(port, "/api/failures?status=PERMANENT&cause=mapping&index=tasks&taskId=b")
                        .json()
                        .at("/items"))
                .hasSize(1);
        assertThat(Asked.get(port, "/api/failures?taskId=c").json().at("/items"))
                .isEmpty();
        JsonNode first = Asked.get(port, "/api/failures?limit=1").json();
        JsonNode second = Asked.get(
                        port, "/api/failures?limit=1&after=" + first.at("/next").asText())
                .json();
        assertThat(second.at("/items/0/taskId").asText()).isEqualTo("a");
        JsonNode detail = Asked.get(port, "/api/failures/" + permanent).json();
        assertThat(detail.at("/attempts/0/reason").asText()).isEqualTo("r");
        assertThat(detail.at("/truncated").asBoolean()).isTrue();
    }

    @Test
    void dead_letters_are_shown_whatever_their_bytes() {
        long odd = rows.deadLetter("not-utf-8", new byte[] {(byte) 0xff, 0, '{'}, 1);
        long tombstone = rows.deadLetter("tombstone", null, 2);
        long json = rows.deadLetter("attempt-cap", TestRows.bytes("{\"a\":1,\"phone\":2}"), 3);
        assertThat(Asked.get(port, "/api/dead-letters?reason=not-utf-8").json().at("/items"))
                .hasSize(1);
        assertThat(Asked.get(port, "/api/dead-letters").json().at("/items/0/id").asLong())
                .isEqualTo(json);
        assertThat(Asked.get(port, "/api/dead-letters/" + odd)
                        .json()
                        .at("/payload")
                        .isTextual())
                .isTrue();
        assertThat(Asked.get(port, "/api/dead-letters/" + tombstone)
                        .json()
                        .at("/payloadSize")
                        .isNull())
                .isTrue();
        assertThat(Asked.get(port, "/api/dead-letters/" + json)
                        .json()
                        .at("/payload/phone")
                        .asText())
                .isEqualTo("***");
    }

    @Test
    void the_books_of_all_nodes_are_one(@Autowired JdbcTemplate ledger) {
        ledger.update("insert into books (node, topic, partition_no, received, applied, stale, highest_offset)"
                + " values ('n1', 'e', 0, 5, 3, 2, 40), ('n2', 'e', 0, 2, 2, 0, 90), ('n1', 'e', 1, 1, 1, 0, 7)");
        JsonNode books = Asked.get(port, "/api/books").json().at("/items");
        assertThat(books).hasSize(2);
        assertThat(books.at("/0/received").asLong()).isEqualTo(7);
        assertThat(books.at("/0/highestOffset").asLong()).isEqualTo(90);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/tasks?limit=0",
                "/api/tasks?limit=501",
                "/api/tasks?limit=x",
                "/api/tasks?state=DONE",
                "/api/tasks?unlanded=perhaps",
                "/api/tasks?olderThan=600",
                "/api/tasks?state=FAILED&state=ANALYZED",
                "/api/failures?status=OPEN",
                "/api/failures/x",
                "/api/dead-letters?reason=nonsense",
                "/api/dead-letters?status=nonsense",
                "/api/alarms?severity=P4",
                "/api/alarms?open=perhaps",
                "/api/alarms?after=x",
                "/api/task"
            })
    void a_bad_parameter_is_a_problem_that_names_it(String target) {
        Asked asked = Asked.get(port, target);
        assertThat(asked.status()).isEqualTo(400);
        assertThat(asked.contentType()).startsWith("application/problem+json");
        assertThat(asked.json().at("/detail").asText())
                .containsPattern("limit|state|olderThan|unlanded|status|id|after|reason|severity|open");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/tasks/none",
                "/api/failures/1",
                "/api/dead-letters/1",
                "/api/nothing",
                "/nothing",
                "/api/tasks/a/b"
            })
    void an_unknown_thing_is_a_problem(String target) {
        Asked asked = Asked.get(port, target);
        assertThat(asked.status()).isEqualTo(404);
        assertThat(asked.contentType()).startsWith("application/problem+json");
    }

    private List<String> walk(String target) {
        List<String> ids = new ArrayList<>();
        String next = "";
        while (true) {
            Asked asked = Asked.get(port, target + next);
            assertThat(asked.status()).as(asked.body()).isEqualTo(200);
            JsonNode page = asked.json();
            page.at("/items").forEach(task -> ids.add(task.at("/taskId").asText()));
            if (page.at("/next").isNull()) {
                return ids;
            }
            next = (target.contains("?") ? "&" : "?") + "after="
                    + encoded(page.at("/next").asText());
        }
    }

    private void document(String id, long version, String json) throws Exception {
        Request put = new Request("PUT", "/tasks/_doc/" + encoded(id));
        put.addParameter("version", String.valueOf(version));
        put.addParameter("version_type", "external_gte");
        put.setJsonEntity(json);
        view.performRequest(put);
    }

    private static String encoded(String raw) {
        return URLEncoder.encode(raw, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
