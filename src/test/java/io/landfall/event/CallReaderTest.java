package io.landfall.event;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.landfall.event.ModelCall.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

class CallReaderTest {
    private static final Instant AT = Instant.parse("2026-03-09T10:00:00Z");

    @Test
    void every_field_is_read_and_the_result_stays_as_it_was_written() {
        ModelCall call = call(
                """
                {"callId":"c1","taskId":"t1","attempt":2,"platform":"openai","model":"m","outcome":"OK","final":true,
                 "completedAt":"2026-03-09T18:00:00+0800","result": {"a": [1.50, "\\u0000"] } , "error":{"code":"x"}, "more": {}}""");
        assertThat(call.taskId()).isEqualTo("t1");
        assertThat(call.attempt()).isEqualTo(2);
        assertThat(call.callId()).isEqualTo("c1");
        assertThat(call.platform()).isEqualTo("openai");
        assertThat(call.model()).isEqualTo("m");
        assertThat(call.outcome()).isEqualTo(Outcome.OK);
        assertThat(call.last()).isTrue();
        assertThat(call.completedAt()).isEqualTo(AT);
        assertThat(String.valueOf(call.result())).isEqualTo("{\"a\": [1.50, \"\\u0000\"] }");
        assertThat(call.error()).isNull();
    }

    @Test
    void a_result_may_be_any_json() {
        for (String result : List.of("\"text, \"", "1.0", "true", "[]", "{\"a\":{\"b\":[]}}")) {
            ModelCall call = call(
                    "{\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\",\"result\": " + result + " }");
            assertThat(String.valueOf(call.result())).isEqualTo(result);
        }
        assertThat(call("{\"result\":null,\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\"}")
                        .result())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "not json|not-json",
                "[]|not-an-object",
                "{\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\"}|missing-field",
                "{\"callId\":\"c\",\"attempt\":1,\"outcome\":\"OK\"}|missing-field",
                "{\"callId\":\"c\",\"taskId\":\"t\",\"outcome\":\"OK\"}|missing-field",
                "{\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1}|missing-field",
                "{\"callId\":\"c\",\"taskId\":\" \",\"attempt\":1,\"outcome\":\"OK\"}|bad-task-id",
                "{\"callId\":\"\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\"}|bad-field",
                "{\"callId\":\"a\\u0000\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\"}|bad-field",
                "{\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":0,\"outcome\":\"OK\"}|bad-field",
                "{\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"ok\"}|bad-field",
                "{\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\",\"final\":\"yes\"}|bad-field",
                "{\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\",\"platform\":\"../x\"}|bad-field",
                "{\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\",\"completedAt\":\"2021-51\"}|bad-field",
                "{\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"ERROR\",\"error\":\"x\"}|bad-field",
                "{\"callId\":\"c\",\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\"}|duplicate-key",
                "{\"callId\":\"c\",\"taskId\":\"t\",\"attempt\":1,\"outcome\":\"OK\"}}|trailing-bytes"
            })
    void what_is_no_call_says_why(String value, String reason) {
        CallDelivery read = read(value.getBytes(StandardCharsets.UTF_8));
        assertThat(read).isInstanceOfSatisfying(CallDelivery.Unreadable.class, unreadable -> assertThat(
                        unreadable.letter().reason())
                .isEqualTo(reason));
    }

    @Test
    void a_record_without_a_value_is_no_call() {
        assertThat(read(null)).isInstanceOf(CallDelivery.Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "RUNNING,-,RUNNING,-,false",
                "OK,-,RUNNING,-,true",
                "ERROR,-,RUNNING,-,true",
                "RUNNING,-,OK,-,false",
                "ERROR,-,OK,-,false",
                "OK,-,ERROR,-,false",
                "OK,2026-03-09T10:00:01Z,ERROR,2026-03-09T10:00:00Z,true",
                "ERROR,2026-03-09T10:00:00Z,OK,2026-03-09T10:00:01Z,false",
                "OK,2026-03-09T10:00:00Z,ERROR,2026-03-09T10:00:00Z,false",
                "OK,2026-03-09T10:00:00Z,ERROR,-,true",
                "OK,-,ERROR,2026-03-09T10:00:00Z,false"
            })
    void an_end_outdoes_running_and_the_later_end_the_earlier(
            Outcome next, Instant nextAt, Outcome known, Instant knownAt, boolean outdoes) {
        assertThat(told(next, nextAt).outdoes(told(known, knownAt))).isEqualTo(outdoes);
    }

    private static ModelCall told(Outcome outcome, Instant at) {
        return new ModelCall("t", 1, "c", null, null, outcome, null, at, null, null);
    }

    private static ModelCall call(String json) {
        return ((CallDelivery.Told) read(json.getBytes(StandardCharsets.UTF_8))).call();
    }

    private static CallDelivery read(byte[] value) {
        return new CallReader().read(new SourceRecord("calls", 0, 1, AT, null, value, List.of()));
    }
}
