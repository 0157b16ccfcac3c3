package io.landfall.land;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.landfall.fault.EsProxy;
import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Documents that others write to as well, a second index, and tombstones that delete. */
class SharedDocumentsIT {
    @RegisterExtension
    static final Landings SHARED = Landings.shared();

    private final Landing landing = SHARED.landing();

    @AfterEach
    void no_trouble() {
        landing.proxy().behave(EsProxy.TRANSPARENT);
    }

    @Test
    void a_document_of_somebody_else_keeps_its_other_fields() {
        Traces traces = landing.traces();
        traces.view().call("PUT", "/shared/_doc/joint", "{\"theirs\":{\"keep\":1},\"text\":\"old\"}");
        landing.send(Fact.of("joint", "COMPLETED").patch("{\"text\":\"new\",\"extra\":1}"));
        landing.settled();
        assertThat(traces.document("joint").path("theirs").path("keep").asInt()).isEqualTo(1);
        assertThat(traces.document("joint").path("text").asText()).isEqualTo("new");
        assertThat(traces.document("joint").path("landfall").path("state").asText())
                .isEqualTo("ANALYZED");
        assertThat(traces.failures("joint")).isEmpty();

        landing.send(Fact.of("joint", "STARTED").patch("{\"extra\":null}"));
        landing.settled();
        assertThat(traces.document("joint").has("extra")).isFalse();
        assertThat(traces.document("joint").has("theirs")).isTrue();

        landing.send(Fact.of("joint", "DELETED"));
        landing.settled();
        assertThat(traces.document("joint").toString()).isEqualTo("{\"theirs\":{\"keep\":1}}");
        assertThat(traces.row("joint").isLanded()).isTrue();
    }

    @Test
    void a_document_with_nothing_left_in_it_goes_with_its_task() {
        landing.send(Fact.of("ours-alone", "COMPLETED").patch("{\"text\":\"x\"}"));
        assertThat(landing.settled().document("ours-alone").isMissingNode()).isFalse();
        landing.send(Fact.of("ours-alone", "DELETED"));
        assertThat(landing.settled().document("ours-alone").isMissingNode()).isTrue();
    }

    @Test
    void what_others_write_between_the_look_and_the_write_stays() {
        Traces traces = landing.traces();
        AtomicBoolean first = new AtomicBoolean(true);
        landing.proxy().behave(call -> {
            if (call.isBulk() && first.getAndSet(false)) {
                traces.view().call("PUT", "/shared/_doc/crossed", "{\"mine\":1}");
            }
            return call.pass();
        });
        landing.send(Fact.of("crossed", "COMPLETED").patch("{\"text\":\"x\"}"));
        landing.settled();
        assertThat(traces.document("crossed").path("mine").asInt()).isEqualTo(1);
        assertThat(traces.document("crossed").path("text").asText()).isEqualTo("x");
        assertThat(traces.failures("crossed")).isEmpty();
    }

    @Test
    void a_writer_that_stalls_between_look_and_write_does_not_overwrite_the_newer_one() throws Exception {
        landing.send(Fact.of("stalled", "SUBMITTED").patch("{\"text\":\"first\"}"));
        Traces traces = landing.settled();
        landing.untilEachPartitionHasAConsumer();
        CountDownLatch stalls = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        landing.proxy().behave(call -> {
            if (call.isBulk() && first.getAndSet(false)) {
                stalls.countDown();
                await().atMost(Wait.MOST).until(() -> goesOn.getCount() == 0);
            }
            return call.pass();
        });
        byte[] key = "stalled".getBytes(UTF_8);
        Fact old = Fact.of("stalled", "STARTED").patch("{\"text\":\"old\"}");
        Fact newer = Fact.of("stalled", "COMPLETED").patch("{\"text\":\"new\"}");
        landing.send(0, null, key, old.bytes());
        assertThat(stalls.await(Wait.MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();
        landing.send(1, null, key, newer.bytes());
        await().atMost(Wait.MOST)
                .until(() -> traces.row("stalled").state().equals("ANALYZED")
                        && traces.row("stalled").isLanded());
        goesOn.countDown();
        landing.settled();
        assertThat(traces.document("stalled").path("text").asText()).isEqualTo("new");
        assertThat(traces.document("stalled").path("landfall").path("state").asText())
                .isEqualTo("ANALYZED");
    }

    @Test
    void a_tombstone_deletes_its_task() {
        landing.send(Fact.of("buried", "COMPLETED").patch("{\"a\":1}"));
        landing.settled();
        landing.send(null, null, "buried".getBytes(UTF_8), null);
        landing.send(null, null, "never-there".getBytes(UTF_8), null);
        RecordMetadata nobody = landing.send(0, null, null, null);
        Traces traces = landing.settled();
        assertThat(traces.row("buried").deleted()).isTrue();
        assertThat(traces.document("buried").isMissingNode()).isTrue();
        assertThat(traces.row("never-there").deleted()).isTrue();
        assertThat(traces.row("never-there").isLanded()).isTrue();
        assertThat(traces.letter(nobody).reason()).isEqualTo("bad-task-id");
    }

    @Test
    void a_second_index_has_its_own_documents_and_mode() {
        Traces traces = landing.traces();
        traces.view().call("PUT", "/shared-apart/_doc/apart-theirs", "{\"mine\":1}");
        landing.send(
                Fact.of("apart", "SUBMITTED").text("index", "shared-apart"),
                Fact.of("apart", "COMPLETED").patch("{\"a\":1}"),
                Fact.of("apart-theirs", "COMPLETED").text("index", "shared-apart"));
        RecordMetadata moved = landing.send(Fact.of("apart", "STARTED").text("index", "shared"))
                .get(0);
        landing.settled();
        assertThat(traces.document("shared-apart", "apart").path("a").asInt()).isEqualTo(1);
        assertThat(traces.document("apart").isMissingNode()).isTrue();
        assertThat(traces.letter(moved).reason()).isEqualTo("index-changed");
        assertThat(traces.failures("apart-theirs")).singleElement().satisfies(failure -> assertThat(failure.cause())
                .isEqualTo("foreign"));
    }
}
