package io.landfall.land;

import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.landfall.land.FakeCollector.Span;
import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a trace tells of a record's way, and what comes of records that lie about theirs. */
class TracingIT {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    private static FakeCollector collector;
    private static Landing landing;

    @BeforeAll
    static void start() {
        collector = new FakeCollector();
        landing = Landing.start(
                "traced",
                Map.of(
                        "management.tracing.enabled", "true",
                        "management.tracing.sampling.probability", "1",
                        "management.tracing.opentelemetry.export.schedule-delay", "100ms",
                        "management.otlp.tracing.endpoint", collector.url(),
                        "landfall.compensation.period", "2s",
                        "landfall.inspection.beat", "300ms",
                        "landfall.inspection.min-age", "0s",
                        "landfall.inspection.period", "1s",
                        "landfall.inspection.confirm-after", "1s",
                        "landfall.view.properties", "{\"durationSeconds\": {\"type\": \"float\"}}"));
    }

    @AfterAll
    static void end() throws Exception {
        landing.close();
        collector.close();
    }

    @Test
    void the_way_of_a_record_is_found_in_its_producers_trace_and_in_that_of_its_batch() {
        send(Fact.of("traced", "COMPLETED").patch("{\"a\":1}"), traceparent(TRACE, "01"));
        Span landed = await().atMost(Wait.MOST)
                .until(() -> inTrace(TRACE), spans -> spans.size() == 1)
                .get(0);
        assertThat(landed.name()).isEqualTo("land");
        assertThat(landed.parent()).isEqualTo(SPAN);
        assertThat(landed.tags()).containsEntry("landfall.task_id", "traced");
        Span batch = await().atMost(Wait.MOST)
                .until(() -> linkedTo(TRACE), spans -> spans.size() == 1)
                .get(0);
        assertThat(batch.name()).isEqualTo("process " + landing.events());
        assertThat(batch.parent()).isEmpty();
        assertThat(landed.links()).containsExactly(batch.trace() + "-" + batch.id());
        assertThat(inTrace(batch.trace()))
                .filteredOn(span -> span.parent().equals(batch.id()))
                .extracting(Span::name)
                // an exporter's order is no promise
                .containsExactlyInAnyOrder("apply-events", "write-view");
    }

    @Test
    void a_trace_that_is_not_recorded_gets_no_span_and_is_carried_on_all_the_same() {
        String trace = "1".repeat(32);
        send(Fact.of("again", "SUBMITTED"), traceparent(trace, "00"));
        send(
                Fact.of("again", "RETRY").attempt(1),
                traceparent(trace, "00"),
                new RecordHeader("tracestate", "vendor=x".getBytes(UTF_8)),
                new RecordHeader("baggage", "who=me".getBytes(UTF_8)));
        landing.relayed();
        ConsumerRecord<byte[], byte[]> dispatch = landing.traces().dispatchRecords().stream()
                .filter(record -> new String(record.key(), UTF_8).equals("again"))
                .findFirst()
                .orElseThrow();
        assertThat(header(dispatch, "traceparent")).isEqualTo("00-" + trace + "-" + SPAN + "-00");
        assertThat(header(dispatch, "tracestate")).isEqualTo("vendor=x");
        assertThat(header(dispatch, "baggage")).isNull();
        await().atMost(Wait.MOST).until(() -> !linkedTo(trace).isEmpty());
        assertThat(inTrace(trace)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-22222222222222222222222222222222-0000000000000000-01",
                "ff-22222222222222222222222222222222-00f067aa0ba902b7-01",
                "00-22222222222222222222222222222222-00f067aa0ba902b7-01-more",
                "00-2222222222222222222222222222222Z-00f067aa0ba902b7-01",
                "00-22222222222222222222222222222222-00f067aa0ba902b7-01\n"
            })
    void a_traceparent_of_another_form_is_as_none(String hostile) {
        String task = "hostile-" + hostile.hashCode();
        Header header = new RecordHeader("traceparent", hostile.getBytes(UTF_8));
        RecordMetadata sent = send(Fact.of(task, "RETRY").attempt(1), header);
        landing.relayed();
        assertThat(landing.traces().row(task).state()).isEqualTo("TO_RETRY");
        String batch = sent.topic() + "-" + sent.partition() + "@" + sent.offset();
        Span processed = await().atMost(Wait.MOST)
                .until(
                        () -> collector.spans().stream()
                                .filter(span -> batch.equals(span.tags().get("landfall.batch")))
                                .toList(),
                        spans -> spans.size() == 1)
                .get(0);
        assertThat(processed.links()).isEmpty();
        assertThat(landing.traces().dispatchRecords())
                .filteredOn(record -> new String(record.key(), UTF_8).equals(task))
                .singleElement()
                .satisfies(record -> assertThat(header(record, "traceparent")).isNull());
    }

    @Test
    void a_log_line_of_a_failure_says_of_which_task_batch_route_and_trace_it_is() {
        ListAppender<ILoggingEvent> kept = new ListAppender<>() {
            @Override
            protected void append(ILoggingEvent line) {
                line.prepareForDeferredProcessing();
                super.append(line);
            }
        };
        kept.start();
        Logger facts = (Logger) LoggerFactory.getLogger("io.landfall.facts");
        facts.addAppender(kept);
        RecordMetadata sent;
        try {
            sent = send(Fact.of("refused", "COMPLETED").patch("{\"durationSeconds\":\"long\"}"));
            landing.settled();
        } finally {
            facts.detachAppender(kept);
        }
        long failure = landing.traces().failures("refused").get(0).id();
        Map<String, String> said = kept.list.stream()
                .filter(line -> "refused".equals(line.getMDCPropertyMap().get("taskId")))
                .findFirst()
                .orElseThrow()
                .getMDCPropertyMap();
        assertThat(said)
                .containsEntry("failureId", Long.toString(failure))
                .containsEntry("route", "record-failures")
                .containsEntry("batch", sent.topic() + "-" + sent.partition() + "@" + sent.offset())
                .containsKey("traceId");
        assertThat(collector.spans()).extracting(Span::trace).contains(said.get("traceId"));
    }

    @Test
    void inspections_and_the_verifiers_that_they_ask_are_one_trace() {
        landing.call(
                "silent".getBytes(UTF_8),
                "{\"callId\":\"c\",\"taskId\":\"silent\",\"attempt\":1,\"outcome\":\"OK\",\"result\":{\"text\":\"it\"}}"
                        .getBytes(UTF_8));
        landing.callsRecorded();
        send(Fact.of("silent", "STARTED"));
        await().atMost(Wait.MOST)
                .until(() -> landing.settled().row("silent").state().equals("ANALYZED"));
        List<Span> verifiers =
                await().atMost(Wait.MOST).until(() -> collector.named("verify-call-log"), spans -> spans.size() >= 2);
        assertThat(verifiers).allSatisfy(asked -> await().atMost(Wait.MOST).untilAsserted(() -> assertThat(
                        collector.named("inspection-run"))
                .anyMatch(run -> run.trace().equals(asked.trace()) && run.id().equals(asked.parent()))));
        // the repair is an event like any other: its landing is part of the inspection that sent it
        await().atMost(Wait.MOST).until(() -> collector.named("land").stream()
                .anyMatch(span -> "silent".equals(span.tags().get("landfall.task_id"))
                        && verifiers.stream().anyMatch(asked -> asked.trace().equals(span.trace()))));
    }

    private static RecordMetadata send(Fact fact, Header... headers) {
        return landing.send(0, null, fact.taskId().getBytes(UTF_8), fact.bytes(), headers);
    }

    private static Header traceparent(String trace, String flags) {
        return new RecordHeader("traceparent", ("00-" + trace + "-" + SPAN + "-" + flags).getBytes(UTF_8));
    }

    private static List<Span> inTrace(String trace) {
        return collector.spans().stream()
                .filter(span -> span.trace().equals(trace))
                .toList();
    }

    private static List<Span> linkedTo(String trace) {
        return collector.spans().stream()
                .filter(span -> span.links().contains(trace + "-" + SPAN))
                .toList();
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), UTF_8);
    }
}
