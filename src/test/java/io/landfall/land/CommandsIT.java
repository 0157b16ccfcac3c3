package io.landfall.land;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.compensation.Steering;
import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Commands that come as messages, and what is told of alarms. */
class CommandsIT {
    @RegisterExtension
    static final Landings OWNED = Landings.owned();

    private final Landing landing = OWNED.landing();

    @Test
    void a_command_is_obeyed_for_somebody_unverified() {
        landing.send(Fact.of("commanded", "COMPLETED").patch("{\"durationSeconds\":{\"x\":1}}"));
        Traces traces = landing.settled();
        assertThat(traces.failures("commanded")).singleElement().satisfies(failure -> assertThat(failure.status())
                .isEqualTo("PERMANENT"));
        landing.command(
                """
                {"command":"failures.retry","filter":{"taskId":"commanded","expected":1},"by":"ann"}
                """);
        await().atMost(Wait.MOST)
                .until(() -> traces.failures("commanded").get(0).status().equals("PENDING"));
        assertThat(traces.number("select affected from operator_action where operator = 'unverified:ann'"
                        + " and action = 'failures.retry' and filter like '%commanded%'"))
                .isEqualTo(1);
    }

    @Test
    void dead_letters_are_replayed_on_command() {
        landing.sendValue("{\"taskId\":\"commanded-letter\"}".getBytes(UTF_8));
        Traces traces = landing.settled();
        landing.command(
                """
                {"command":"dead-letters.replay","filter":{"taskId":"commanded-letter"},"by":"ann"}
                """);
        await().atMost(Wait.MOST)
                .until(() -> traces.number("select count(*) from dead_letter_attempt a join dead_letter d"
                                + " on d.id = a.dead_letter_id where d.task_id = 'commanded-letter'")
                        == 1);
    }

    @Test
    void compensation_is_steered_on_command() {
        Traces traces = landing.settled();
        landing.command("{\"command\":\"compensation.tune\",\"filter\":{\"rate\":77},\"by\":\"ann\"}");
        landing.command("{\"command\":\"compensation.pause\",\"by\":\"ann\"}");
        await().atMost(Wait.MOST)
                .until(() -> landing.part(Steering.class).status().paused());
        assertThat(landing.part(Steering.class).status().settings().rate()).isEqualTo(77);
        landing.command("{\"command\":\"compensation.resume\",\"by\":\"ann\"}");
        await().atMost(Wait.MOST)
                .until(() -> !landing.part(Steering.class).status().paused());
        assertThat(traces.number("select count(*) from operator_action where operator = 'unverified:ann'"
                        + " and action like 'compensation.%'"))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"command\":\"compensation.tune\",\"by\":\"ann\"}",
                "{\"command\":\"compensation.pause\",\"by\":\"a\\n2026-01-01 ERROR forged\"}",
                "{\"command\":\"compensation.pause\",\"by\":\"ann\",\"\\u0000\":1}",
                "{\"command\":\"compensation.tune\",\"filter\":{\"rate\":-1},\"by\":\"ann\"}",
                "{\"command\":\"compensation.tune\",\"filter\":{\"rat\":1},\"by\":\"ann\"}",
                "{\"command\":\"compensation.pause\",\"filter\":{\"all\":true},\"by\":\"ann\"}",
                "not JSON",
                "[]",
                "{\"command\":\"failures.retry\",\"filter\":{}",
                "{\"command\":\"failures.retry\",\"filter\":{},\"by\":\"ann\"}",
                "{\"command\":\"failures.retry\",\"filter\":{\"taskID\":\"x\"},\"by\":\"ann\"}",
                "{\"command\":\"failures.retry\",\"filter\":{\"taskId\":\"x\"}}",
                "{\"command\":\"failures.abandon\",\"filter\":{\"taskId\":\"x\",\"reason\":\"r\"},\"by\":\"ann\"}",
                "{\"command\":\"failures.retry\",\"filter\":\"all\",\"by\":\"ann\"}",
                "{\"command\":\"failures.retry\",\"filter\":{\"taskId\":\"none\",\"expected\":5},\"by\":\"ann\"}",
                "{\"command\":\"failures.retry\",\"filter\":{\"all\":true},\"by\":\"a\",\"by\":\"b\"}"
            })
    void a_bad_command_changes_nothing_and_holds_up_no_other(String bad) {
        Traces traces = landing.settled();
        long actions = traces.number("select count(*) from operator_action");
        double refused = refused();
        landing.command(bad);
        await().atMost(Wait.MOST).until(() -> refused() == refused + 1);
        assertThat(traces.number("select count(*) from operator_action")).isEqualTo(actions);
        landing.command("{\"command\":\"failures.retry\",\"filter\":{\"taskId\":\"none\"},\"by\":\"behind\"}");
        await().atMost(Wait.MOST).until(() -> traces.number("select count(*) from operator_action") == actions + 1);
    }

    @Test
    void bad_commands_are_an_alarm_that_is_told_on_its_topic() {
        landing.command("nonsense");
        Traces traces = landing.traces();
        await().atMost(Wait.MOST).until(() -> !traces.told("bad-command").isEmpty());
        JsonNode opened = traces.told("bad-command").get(0);
        assertThat(opened.path("severity").asText()).isEqualTo("P3");
        assertThat(opened.path("count").asLong()).isPositive();
        assertThat(opened.path("firstAt").asText()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(opened.path("closedAt").isNull()).isTrue();
        assertThat(traces.openAlarms("bad-command")).isEqualTo(1);
    }

    private double refused() {
        return landing.part(MeterRegistry.class)
                .get("landfall.commands")
                .tag("outcome", "refused")
                .counter()
                .count();
    }
}
