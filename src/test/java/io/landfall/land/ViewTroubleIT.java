package io.landfall.land;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;
import io.landfall.fault.BulkFaults;
import io.landfall.fault.EsProxy;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the view refuses is on record with its reason, and nobody else's document suffers. */
class ViewTroubleIT {
    @RegisterExtension
    static final Landings OWNED = Landings.owned();

    private final Landing landing = OWNED.landing();

    @AfterEach
    void no_trouble() {
        landing.proxy().behave(EsProxy.TRANSPARENT);
    }

    @Test
    void one_of_five_has_a_field_of_the_wrong_type() {
        landing.whileNotReceiving(() -> landing.send(
                seconds("five-1", "1.5"),
                seconds("five-2", "2"),
                seconds("five-3", "{\"not\":\"a number\"}"),
                seconds("five-4", "4"),
                seconds("five-5", "5")));
        Traces traces = landing.settled();
        assertThat(List.of("five-1", "five-2", "five-4", "five-5")).allSatisfy(id -> {
            assertThat(traces.row(id).isLanded()).isTrue();
            assertThat(traces.failures(id)).isEmpty();
        });
        Traces.FailureSeen failure = traces.failures("five-3").get(0);
        assertThat(failure.status()).isEqualTo("PERMANENT");
        assertThat(failure.cause()).isEqualTo("mapping");
        assertThat(failure.field()).isEqualTo("durationSeconds");
        assertThat(failure.version()).isEqualTo(traces.row("five-3").version());
        assertThat(failure.reason())
                .contains("failed to parse field [durationSeconds] of type [float]")
                .contains("; caused by ");
        assertThat(failure.fragment()).contains("a number");
        assertThat(traces.tries(failure)).singleElement().satisfies(attempt -> {
            assertThat(attempt.number()).isEqualTo(1);
            assertThat(attempt.httpStatus()).isEqualTo(400);
            assertThat(attempt.triggerName()).isEqualTo("task-events");
            assertThat(attempt.reason()).isEqualTo(failure.reason());
        });
    }

    @Test
    void one_bad_field_does_not_hide_the_end_of_a_task() {
        landing.send(seconds("half", "{\"not\":1}"));
        long first = landing.settled().row("half").version();
        landing.send(Fact.of("half", "COMPLETED").patch("{\"text\":\"done\"}"));
        Traces traces = landing.settled();
        JsonNode document = traces.document("half");
        assertThat(document.path("landfall").path("state").asText()).isEqualTo("ANALYZED");
        assertThat(document.path("landfall").path("incomplete").toString()).isEqualTo("[\"durationSeconds\"]");
        assertThat(document.path("text").asText()).isEqualTo("done");
        assertThat(document.has("durationSeconds")).isFalse();
        Traces.FailureSeen failure = traces.failures("half").get(0);
        assertThat(traces.failures("half")).hasSize(1);
        assertThat(failure.version()).isEqualTo(traces.row("half").version()).isGreaterThan(first);
        assertThat(traces.tries(failure)).hasSize(2);

        landing.send(Fact.of("half", "STARTED").patch("{\"durationSeconds\":7}"));
        landing.settled();
        assertThat(traces.document("half").path("durationSeconds").asInt()).isEqualTo(7);
        assertThat(traces.document("half").path("landfall").has("incomplete")).isFalse();
        assertThat(traces.failures("half")).singleElement().satisfies(closed -> assertThat(closed.status())
                .isIn("RESOLVED", "SUPERSEDED"));
    }

    @Test
    void more_fields_than_an_index_takes_are_on_record_and_do_not_hide_the_end_of_a_task() {
        StringBuilder labels = new StringBuilder();
        for (int i = 1; i <= 1_001; i++) {
            labels.append(i == 1 ? "" : ",").append("\"spk_%04d\":%d".formatted(i, i));
        }
        landing.send(Fact.of("many-labels", "COMPLETED").patch("{\"labels\":{" + labels + "}}"));
        Traces traces = landing.settled();
        Traces.FailureSeen failure = traces.failures("many-labels").get(0);
        assertThat(failure.status()).isEqualTo("PERMANENT");
        assertThat(failure.field()).isEqualTo("labels");
        JsonNode document = traces.document("many-labels");
        assertThat(document.path("landfall").path("state").asText()).isEqualTo("ANALYZED");
        assertThat(document.path("landfall").path("incomplete").toString()).isEqualTo("[\"labels\"]");
        assertThat(document.size()).isEqualTo(1);
        assertThat(traces.row("many-labels").isLanded()).isTrue();
        assertThat(failure.cause()).isEqualTo("field-limit");
        assertThat(failure.reason()).contains("Limit of total fields");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            result-text  | {"result":"hi"}                | result
            beyond-long  | {"count":9223372036854775808}  | count
            beyond-float | {"durationSeconds":1e400}      | durationSeconds
            nul-in-float | {"durationSeconds":"\\u0000x"} | durationSeconds
            half-pair    | {"count":"\\ud800"}            | count
            """)
    void a_value_that_its_field_does_not_take_is_left_out_and_on_record(String id, String patch, String field) {
        landing.send(Fact.of("result-object", "COMPLETED").patch("{\"result\":{\"text\":\"hi\"}}"));
        landing.settled();
        landing.send(Fact.of(id, "COMPLETED").patch(patch), Fact.of("behind-" + id, "SUBMITTED"));
        Traces traces = landing.settled();
        assertThat(traces.failures(id)).singleElement().satisfies(failure -> {
            assertThat(failure.field()).isEqualTo(field);
            assertThat(failure.status()).isEqualTo("PERMANENT");
        });
        assertThat(traces.document(id)
                        .path("landfall")
                        .path("incomplete")
                        .get(0)
                        .asText())
                .isEqualTo(field);
        assertThat(traces.row("behind-" + id).isLanded()).isTrue();
    }

    @Test
    void behind_a_gateway_of_1_mebibyte_only_what_is_larger_alone_fails() {
        landing.proxy().behave(BulkFaults.tooLargeAbove(1024 * 1024));
        String text = "words ".repeat(20 * 1024 / 6);
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            facts.add(Fact.of("wide-" + i, "SUBMITTED").patch("{\"transcript\":\"" + text + "\"}"));
        }
        facts.add(100, Fact.of("widest", "SUBMITTED").patch("{\"transcript\":\"" + text.repeat(77) + "\"}"));
        landing.whileNotReceiving(() -> landing.send(facts));
        Traces traces = landing.settled();
        assertThat(traces.number("select count(*) from task where task_id like 'wide-%' and landed_version = version"))
                .isEqualTo(200);
        assertThat(traces.failures("widest")).singleElement().satisfies(failure -> {
            assertThat(failure.status()).isEqualTo("PERMANENT");
            assertThat(failure.cause()).isEqualTo("too-large");
        });
        assertThat(traces.document("widest").isMissingNode()).isTrue();
    }

    @Test
    void an_unknown_kind_of_refusal_is_permanent() {
        landing.proxy().behave(BulkFaults.items(id -> id.equals("strange"), 400, "strange_exception"));
        landing.whileNotReceiving(
                () -> landing.send(Fact.of("strange", "SUBMITTED"), Fact.of("beside-strange", "SUBMITTED")));
        Traces traces = landing.settled();
        assertThat(traces.failures("strange")).singleElement().satisfies(failure -> {
            assertThat(failure.status()).isEqualTo("PERMANENT");
            assertThat(failure.cause()).isEqualTo("refused");
            assertThat(failure.reason()).contains("strange_exception").contains("made by a test");
        });
        assertThat(traces.row("beside-strange").isLanded()).isTrue();
    }

    @Test
    void an_answer_with_one_item_too_many_is_none() {
        landing.proxy().behave(BulkFaults.firstBulks(2, BulkFaults.oneItemTooMany()));
        landing.send(Fact.of("miscounted", "COMPLETED"));
        Traces traces = landing.settled();
        assertThat(traces.row("miscounted").isLanded()).isTrue();
        assertThat(traces.failures("miscounted")).isEmpty();
    }

    @Test
    void a_document_of_somebody_else_is_left_alone_and_named_as_such() {
        Traces traces = landing.traces();
        traces.view().call("PUT", "/owned/_doc/theirs", "{\"mine\":\"keep\"}");
        landing.send(Fact.of("theirs", "COMPLETED").patch("{\"a\":1}"));
        landing.settled();
        assertThat(traces.document("theirs").toString()).isEqualTo("{\"mine\":\"keep\"}");
        assertThat(traces.failures("theirs")).singleElement().satisfies(failure -> {
            assertThat(failure.status()).isEqualTo("PERMANENT");
            assertThat(failure.cause()).isEqualTo("foreign");
            assertThat(failure.reason()).contains("somebody else").contains("=merge");
        });
    }

    @Test
    void a_deleted_alias_is_waited_for_and_no_index_of_its_name_comes_to_be() {
        landing.send(Fact.of("before-alias", "SUBMITTED"), Fact.of("alias-delete", "SUBMITTED"));
        Traces traces = landing.settled();
        landing.untilEachPartitionHasAConsumer();
        traces.view().call("DELETE", "/owned-000001/_alias/owned", null);
        try {
            long bulks = landing.proxy().bulks();
            // a partition each: a batch with a deletion looks for the alias before it sends anything
            landing.send(0, null, null, Fact.of("without-alias", "COMPLETED").bytes());
            landing.send(1, null, null, Fact.of("alias-delete", "DELETED").bytes());
            await().atMost(Wait.MOST)
                    .until(() -> landing.proxy().bulks() > bulks
                            && traces.row("without-alias") != null
                            && traces.row("alias-delete").deleted());
            assertThat(traces.view().call("GET", "/owned", null).path("status").asInt())
                    .isEqualTo(404);
        } finally {
            traces.view().call("PUT", "/owned-000001/_alias/owned", "{\"is_write_index\":true}");
        }
        landing.settled();
        assertThat(traces.view().call("GET", "/owned", null).has("owned-000001"))
                .isTrue();
        assertThat(traces.document("without-alias").isMissingNode()).isFalse();
        assertThat(traces.document("alias-delete").isMissingNode()).isTrue();
        assertThat(traces.failures("without-alias")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 429, 401, 0})
    void a_view_that_answers_nothing_else_for_a_while_makes_no_failures(int status) {
        AtomicInteger asked = new AtomicInteger();
        EsProxy.Reply reply = status == 0 ? EsProxy.Reply.RESET : EsProxy.Reply.error(status, "out_of_order");
        landing.proxy().behave(call -> {
            asked.incrementAndGet();
            return reply;
        });
        Traces traces = landing.traces();
        long letters = traces.number("select count(*) from dead_letter");
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            facts.add(Fact.of("out-" + status + "-" + i, "COMPLETED"));
        }
        landing.send(facts);
        await().atMost(Wait.MOST).until(() -> asked.get() >= 6);
        landing.proxy().behave(EsProxy.TRANSPARENT);
        landing.settled();
        assertThat(facts).allSatisfy(fact -> {
            assertThat(traces.row(fact.taskId()).isLanded()).isTrue();
            assertThat(traces.failures(fact.taskId())).isEmpty();
        });
        assertThat(traces.number("select count(*) from dead_letter")).isEqualTo(letters);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void a_view_that_takes_only_some_documents_loses_none_and_each_try_is_seen(int status) {
        landing.proxy().behave(BulkFaults.items(id -> id.endsWith("3"), status, "busy_exception"));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add("busy-" + status + "-" + i);
        }
        landing.send(ids.stream().map(id -> Fact.of(id, "SUBMITTED")).toList());
        landing.settled();
        landing.send(ids.stream().map(id -> Fact.of(id, "STARTED")).toList());
        Traces traces = landing.settled();
        assertThat(ids).allSatisfy(id -> {
            if (id.endsWith("3")) {
                Traces.FailureSeen failure = traces.failures(id).get(0);
                assertThat(traces.failures(id)).hasSize(1);
                assertThat(failure.status()).isEqualTo("PENDING");
                assertThat(failure.cause()).isEqualTo(status == 429 ? "throttled" : "unavailable");
                assertThat(traces.tries(failure))
                        .hasSizeGreaterThanOrEqualTo(2)
                        .allSatisfy(one -> assertThat(one.httpStatus()).isEqualTo(status));
            } else {
                assertThat(traces.row(id).isLanded()).isTrue();
                assertThat(traces.failures(id)).isEmpty();
            }
        });
        landing.proxy().behave(EsProxy.TRANSPARENT);
        landing.send(ids.stream().map(id -> Fact.of(id, "COMPLETED")).toList());
        landing.settled();
        assertThat(ids).allSatisfy(id -> {
            assertThat(traces.row(id).isLanded()).isTrue();
            assertThat(traces.document(id).path("landfall").path("state").asText())
                    .isEqualTo("ANALYZED");
            assertThat(traces.failures(id))
                    .allSatisfy(closed -> assertThat(closed.status()).isIn("RESOLVED", "SUPERSEDED"));
        });
    }

    @Test
    void a_password_of_the_view_that_is_changed_is_told_and_waited_for() {
        Availability availability = landing.part(Availability.class);
        landing.proxy().behave(call -> EsProxy.Reply.error(401, "security_exception"));
        landing.send(Fact.of("locked-out", "COMPLETED"));
        await().atMost(Wait.MOST).until(() -> availability
                .absence(Component.VIEW)
                .map(Availability.Absence::reason)
                .orElse("")
                .contains("security_exception"));
        assertThat(landing.traces().failures("locked-out")).isEmpty();
        landing.proxy().behave(EsProxy.TRANSPARENT);
        Traces traces = landing.settled();
        assertThat(traces.row("locked-out").isLanded()).isTrue();
        assertThat(traces.failures("locked-out")).isEmpty();
        assertThat(availability.absence(Component.VIEW)).isEmpty();
    }

    private static Fact seconds(String id, String json) {
        return Fact.of(id, "SUBMITTED").patch("{\"durationSeconds\":" + json + "}");
    }
}
