package io.landfall.corridor;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.alarm.Component;
import io.landfall.fault.BulkFaults;
import io.landfall.fault.EsProxy;
import io.landfall.fault.EsProxy.Reply;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;
import io.landfall.state.Task;
import io.landfall.view.EsClient;
import io.landfall.view.Tasks;
import io.landfall.view.ViewAway;
import io.landfall.view.ViewWrite;
import io.landfall.view.WriteOutcome;
import io.landfall.view.WriteOutcome.Failed;
import io.landfall.view.WriteOutcome.Landed;
import io.landfall.view.Written;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

class WriteViewIT {
    private static final String INDEX = "write-view-it";
    private static final WriteOutcome WHOLE = new Landed(List.of(), null);

    private final String url = SharedStack.get().elasticsearchUrl();
    private final EsClient es = new EsClient(url);
    private final EsProxy proxy = EsProxy.before(url);
    private WriteViewBench bench;

    @BeforeEach
    void emptyView() throws Exception {
        deleteIndices();
        bench = bench(Map.of());
    }

    private WriteViewBench bench(Map<String, String> keys) throws Exception {
        return new WriteViewBench(proxy.url(), INDEX, keys);
    }

    @AfterEach
    void end() throws Exception {
        bench.close();
        proxy.close();
        deleteIndices();
        es.call("DELETE", "/_index_template/landfall-" + INDEX, null);
        es.close();
    }

    private void deleteIndices() {
        es.call("DELETE", "/" + INDEX + "-000001," + INDEX + "?ignore_unavailable=true", null);
    }

    // --- landing

    @Test
    void every_document_lands_with_its_version() {
        List<Written> written = bench.write(many(2_500));
        assertThat(written).hasSize(2_500).allSatisfy(one -> {
            assertThat(one.outcome()).isEqualTo(WHOLE);
            assertThat(one.tries()).isEqualTo(1);
        });
        JsonNode document = es.document(INDEX, "task-7");
        assertThat(document.path("_version").asLong()).isEqualTo(17);
        assertThat(document.path("_source").path("landfall").path("state").asText())
                .isEqualTo("ANALYZED");
        assertThat(bench.meters
                        .counter("landfall.view.writes", "outcome", "landed")
                        .count())
                .isEqualTo(2_500);
    }

    @Test
    void ids_may_hold_anything_that_an_event_may() {
        for (String id : List.of("a/b?c#d", "_x", "语".repeat(170) + "ab", "with \"quotes\" \\", " ")) {
            assertThat(outcome(task(id).version(3))).isEqualTo(WHOLE);
            assertThat(es.document(INDEX, id).path("_version").asLong()).isEqualTo(3);
        }
    }

    @Test
    void the_same_write_twice_changes_nothing() {
        assertThat(outcome(task("a").version(5).field("n", "1"))).isEqualTo(WHOLE);
        assertThat(outcome(task("a").version(5).landed(5).field("n", "1"))).isEqualTo(WHOLE);
        assertThat(es.document(INDEX, "a").path("_version").asLong()).isEqualTo(5);
    }

    @Test
    void waiting_and_looking_happen_on_the_callers_thread() {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        bench.onRead = () -> threads.add(Thread.currentThread().getName());
        bench.write(task("a").version(9).build());
        bench.ledger.put(task("a").version(9).landed(9).build());
        bench.write(List.of(task("a").version(5).write()));
        assertThat(threads).containsExactly(Thread.currentThread().getName());
    }

    // --- what the mapping refuses

    @Test
    void every_refused_field_is_left_out_so_that_the_end_of_a_task_is_seen() {
        bench.write(task("maps-n").field("n1", "1").field("n2", "2").build());
        Tasks two = task("two-bad")
                .field("text", "\"hi\"")
                .field("n1", "\"very good\"")
                .field("n2", "{\"x\":1}");
        assertThat(outcome(two)).isInstanceOfSatisfying(Landed.class, landed -> {
            assertThat(landed.incomplete()).containsExactlyInAnyOrder("n1", "n2");
            assertThat(landed.refusal().field()).contains("n1").contains("n2");
            assertThat(landed.refusal().reason()).contains("[n1]").contains("[n2]");
        });
        assertThat(source("two-bad").path("text").asText()).isEqualTo("hi");
        assertThat(source("two-bad").path("landfall").path("state").asText()).isEqualTo("ANALYZED");
    }

    @Test
    void a_document_of_many_refused_fields_lands_without_any() {
        Tasks maps = task("maps-k");
        Tasks bad = task("many-bad").field("text", "\"hi\"");
        for (int i = 0; i < 12; i++) {
            maps.field("k" + i, "1");
            bad.field("k" + i, "\"no number\"");
        }
        bench.write(maps.build());
        assertThat(((Landed) outcome(bad)).incomplete()).hasSize(13);
        assertThat(source("many-bad").path("landfall").path("state").asText()).isEqualTo("ANALYZED");
        assertThat(source("many-bad").size()).isEqualTo(1);
    }

    @Test
    void a_dotted_name_under_a_field_that_is_no_object_is_left_out() {
        bench.write(task("maps-plain").field("plain", "\"t\"").build());
        assertThat(incomplete(task("dotted").field("plain.foo", "1"))).isEqualTo("plain.foo");
    }

    @Test
    void one_document_of_five_has_a_field_of_the_wrong_type() {
        List<Written> written = bench.write(
                task("a").field("durationSeconds", "1.5").build(),
                task("b").field("durationSeconds", "2").build(),
                task("c")
                        .field("text", "\"hi\"")
                        .field("durationSeconds", "{\"x\":1}")
                        .build(),
                task("d").field("durationSeconds", "4").build(),
                task("e").field("durationSeconds", "5").build());
        assertThat(written.get(2).outcome()).isInstanceOfSatisfying(Landed.class, landed -> {
            assertThat(landed.incomplete()).containsExactly("durationSeconds");
            assertThat(landed.refusal().permanent()).isTrue();
            assertThat(landed.refusal().field()).isEqualTo("durationSeconds");
            assertThat(landed.refusal().reason())
                    .contains("failed to parse field [durationSeconds]")
                    .contains("caused by");
        });
        assertThat(written.stream().filter(one -> one.outcome().equals(WHOLE))).hasSize(4);
        JsonNode source = source("c");
        assertThat(source.has("durationSeconds")).isFalse();
        assertThat(source.path("text").asText()).isEqualTo("hi");
        assertThat(source.path("landfall").path("incomplete").toString()).isEqualTo("[\"durationSeconds\"]");
        assertThat(source.path("landfall").path("state").asText()).isEqualTo("ANALYZED");
    }

    @Test
    void too_many_new_fields_do_not_hide_the_end_of_a_task() {
        StringBuilder labels = new StringBuilder("{\"spk_0\":1");
        for (int i = 1; i <= 1_001; i++) {
            labels.append(",\"spk_").append(i).append("\":1");
        }
        Failed refusal = onlyOurs(
                task("a").field("labels", labels.append('}').toString()).field("n", "1"), "labels", "n");
        assertThat(refusal.permanent()).isTrue();
        assertThat(refusal.cause()).isEqualTo("field-limit");
        assertThat(refusal.field()).isEqualTo("labels, n");
        assertThat(refusal.reason()).contains("Limit of total fields [1000] has been exceeded");
        assertThat(source("a").path("landfall").path("state").asText()).isEqualTo("ANALYZED");
        assertThat(source("a").size()).isEqualTo(1);
    }

    @Test
    void values_that_do_not_fit_their_field_are_left_out() {
        bench.write(task("first")
                .field("result", "{\"text\":\"hi\"}")
                .field("n", "1")
                .build());
        assertThat(incomplete(task("a").field("result", "\"hi\""))).isEqualTo("result");
        assertThat(incomplete(task("b").field("n", "9223372036854775808"))).isEqualTo("n");
        assertThat(incomplete(task("c").field("n", "1e400"))).isEqualTo("n");
        assertThat(incomplete(task("d").field("brandNew", "1e400"))).isEqualTo("brandNew");
        assertThat(incomplete(task("e").field("result", "{\"text\":{\"deep\":1}}")))
                .isEqualTo("result");
    }

    @Test
    void text_that_no_parser_takes_is_left_out() {
        Failed refusal = onlyOurs(task("a").field("n", "NaN"), "n");
        assertThat(refusal.permanent()).isTrue();
        assertThat(refusal.reason()).contains("NaN").contains("caused by");
    }

    @Test
    void names_that_elasticsearch_refuses_are_left_out() {
        List<Written> written = bench.write(
                task("a").field("", "1").build(),
                task("b").field("a..b", "1").build(),
                task("c").field("_id", "\"x\"").build(),
                task("d").field("fine", "1").build());
        assertThat(((Landed) written.get(0).outcome()).incomplete()).containsExactly("");
        assertThat(((Landed) written.get(1).outcome()).incomplete()).containsExactly("a..b");
        assertThat(((Landed) written.get(2).outcome()).incomplete()).containsExactly("_id");
        assertThat(written.get(3).outcome()).isEqualTo(WHOLE);
    }

    @Test
    void an_error_nobody_has_seen_yet_is_judged_by_its_status() {
        proxy.behave(BulkFaults.items(id -> id.equals("b"), 400, "brand_new_exception"));
        List<Written> written = bench.write(task("a").build(), task("b").build());
        assertThat(written.get(0).outcome()).isEqualTo(WHOLE);
        assertThat(((Failed) written.get(1).outcome()).permanent()).isTrue();
    }

    // --- versions

    @Test
    void a_stale_write_leaves_the_document_as_it_was() {
        bench.write(task("a").version(9).field("n", "9").build());
        bench.ledger.put(task("a").version(9).landed(9).build());
        List<Written> written = bench.write(
                List.of(task("a").version(5).landed(3).field("n", "5").write()));
        assertThat(written.get(0).outcome()).isEqualTo(new WriteOutcome.Superseded());
        assertThat(source("a").path("n").asInt()).isEqualTo(9);
        assertThat(bench.alarms.open()).isEmpty();
    }

    @Test
    void documents_newer_than_a_restored_ledger_are_followed_again() {
        bench.write(task("a").version(900).field("n", "900").build());
        List<Written> written = bench.write(task("a").version(5).field("n", "5").build());
        assertThat(written.get(0).outcome()).isEqualTo(WHOLE);
        assertThat(written.get(0).write().task().version()).isGreaterThan(900);
        assertThat(source("a").path("n").asInt()).isEqualTo(5);
        assertThat(bench.alarms.open()).containsKey("view-ahead:" + INDEX);
    }

    @Test
    void a_version_raised_by_someone_elses_update_is_passed() {
        bench.write(task("a").version(5).field("n", "5").build());
        es.call("POST", "/" + INDEX + "/_update/a", "{\"doc\":{\"n\":6}}");
        assertThat(outcome(task("a").version(5).landed(5).field("n", "5"))).isEqualTo(WHOLE);
        assertThat(source("a").path("n").asInt()).isEqualTo(5);
    }

    @Test
    void a_deleted_task_takes_its_document_along_and_a_late_write_does_not_bring_it_back() {
        bench.write(task("a").version(5).build());
        assertThat(outcome(task("a").version(7).landed(5).deleted())).isEqualTo(WHOLE);
        assertThat(es.document(INDEX, "a").path("found").asBoolean()).isFalse();
        bench.ledger.put(task("a").version(7).landed(7).deleted().build());
        List<Written> late = bench.write(List.of(task("a").version(6).landed(5).write()));
        assertThat(late.get(0).outcome()).isEqualTo(new WriteOutcome.Superseded());
        assertThat(es.document(INDEX, "a").path("found").asBoolean()).isFalse();
    }

    @Test
    void a_delete_of_what_never_landed_is_a_landing() {
        assertThat(outcome(task("never").version(7).deleted())).isEqualTo(WHOLE);
    }

    @Test
    void a_delete_behind_a_newer_tombstone_follows_it() {
        bench.write(task("a").version(50).deleted().build());
        assertThat(outcome(task("a").version(5).field("n", "1"))).isEqualTo(WHOLE);
        assertThat(es.document(INDEX, "a").path("_version").asLong()).isEqualTo(51);
    }

    // --- documents of others

    @Test
    void a_foreign_document_stays_and_is_named_as_such() {
        es.call("PUT", "/" + INDEX + "/_doc/a", "{\"theirs\":1}");
        List<Written> written =
                bench.write(task("a").version(5).build(), task("b").version(5).build());
        assertThat(written.get(0).outcome()).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.permanent()).isTrue();
            assertThat(failed.cause()).isEqualTo("foreign");
            assertThat(failed.reason()).contains("merge");
        });
        assertThat(written.get(1).outcome()).isEqualTo(WHOLE);
        assertThat(source("a").toString()).isEqualTo("{\"theirs\":1}");
        assertThat(failed(task("a").version(6).deleted()).cause()).isEqualTo("foreign");
    }

    @Test
    void a_trusted_index_is_written_without_a_look() throws Exception {
        es.call("PUT", "/" + INDEX + "/_doc/a", "{\"theirs\":1}");
        bench.close();
        bench = bench(Map.of("trust-ids", "true"));
        assertThat(outcome(task("a").version(5).field("n", "1"))).isEqualTo(WHOLE);
        assertThat(source("a").has("theirs")).isFalse();
    }

    @Test
    void a_shared_document_keeps_the_fields_of_others() throws Exception {
        merging();
        es.call("PUT", "/" + INDEX + "/_doc/a", "{\"price\":1.50,\"text\":\"theirs\"}");
        List<Written> written = bench.write(
                task("a").version(5).field("text", "\"ours\"").field("n", "1").build(),
                task("b").version(5).field("n", "2").build());
        assertThat(written).allSatisfy(one -> assertThat(one.outcome()).isEqualTo(WHOLE));
        assertThat(source("a").path("price").asDouble()).isEqualTo(1.5);
        assertThat(source("a").path("text").asText()).isEqualTo("ours");
        assertThat(source("b").path("n").asInt()).isEqualTo(2);
        es.call("POST", "/" + INDEX + "/_update/a", "{\"doc\":{\"later\":true}}");
        assertThat(outcome(
                        task("a").version(6).landed(5).field("text", "\"new\"").removed("n")))
                .isEqualTo(WHOLE);
        assertThat(source("a").has("n")).isFalse();
        assertThat(source("a").path("later").asBoolean()).isTrue();
        assertThat(source("a").path("landfall").path("version").asLong()).isEqualTo(6);
    }

    @Test
    void a_writer_that_stalls_between_read_and_write_does_not_undo_a_newer_one() throws Exception {
        merging();
        bench.write(task("a").version(5).field("n", "5").build());
        AtomicBoolean stalled = new AtomicBoolean();
        proxy.behave(call -> {
            if (call.isBulk() && stalled.compareAndSet(false, true)) {
                bench.ledger.put(task("a").version(9).landed(9).field("n", "9").build());
                es.call("PUT", "/" + INDEX + "/_doc/a", "{\"n\":9,\"theirs\":1,\"landfall\":{\"version\":9}}");
            }
            return call.pass();
        });
        List<Written> written = bench.write(
                List.of(task("a").version(6).landed(5).field("n", "6").write()));
        assertThat(written.get(0).outcome()).isEqualTo(new WriteOutcome.Superseded());
        assertThat(source("a").path("n").asInt()).isEqualTo(9);
    }

    @Test
    void another_owner_who_writes_in_between_is_merged_with() throws Exception {
        merging();
        bench.write(task("a").version(5).field("n", "5").build());
        proxy.behave(BulkFaults.firstBulks(2, call -> {
            es.call("POST", "/" + INDEX + "/_update/a", "{\"doc\":{\"theirs\":" + System.nanoTime() + "}}");
            return call.pass();
        }));
        List<Written> written =
                bench.write(task("a").version(6).landed(5).field("n", "6").build());
        assertThat(written.get(0).outcome()).isEqualTo(WHOLE);
        assertThat(written.get(0).tries()).isEqualTo(3);
        assertThat(source("a").has("theirs")).isTrue();
        assertThat(source("a").path("n").asInt()).isEqualTo(6);
    }

    @Test
    void a_deleted_task_leaves_a_shared_document_to_its_other_owners() throws Exception {
        merging();
        es.call("PUT", "/" + INDEX + "/_doc/a", "{\"price\":1}");
        bench.write(
                task("a").version(5).field("n", "1").build(),
                task("b").version(5).field("n", "1").build());
        List<Written> written = bench.write(
                task("a").version(6).landed(5).field("n", "1").deleted().build(),
                task("b").version(6).landed(5).field("n", "1").deleted().build(),
                task("never").version(6).deleted().build());
        assertThat(written).allSatisfy(one -> assertThat(one.outcome()).isEqualTo(WHOLE));
        assertThat(source("a").toString()).isEqualTo("{\"price\":1}");
        assertThat(es.document(INDEX, "b").path("found").asBoolean()).isFalse();
    }

    @Test
    void a_bad_field_of_a_shared_document_is_left_out() throws Exception {
        merging();
        es.call("PUT", "/" + INDEX + "/_doc/a", "{\"price\":1}");
        assertThat(incomplete(task("a").field("durationSeconds", "\"x\"").field("n", "1")))
                .isEqualTo("durationSeconds");
        assertThat(source("a").path("price").asInt()).isEqualTo(1);
        assertThat(source("a").path("n").asInt()).isEqualTo(1);
    }

    // --- a view in trouble

    @Test
    void throttled_documents_are_tried_again_and_then_left_to_compensation() {
        proxy.behave(BulkFaults.items(id -> id.endsWith("3"), 429, "es_rejected_execution_exception"));
        List<Written> written = bench.write(many(100));
        assertThat(written.stream().filter(one -> one.outcome().equals(WHOLE))).hasSize(90);
        assertThat(written.get(3).tries()).isEqualTo(3);
        assertThat(written.get(3).outcome()).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.permanent()).isFalse();
            assertThat(failed.cause()).isEqualTo("throttled");
            assertThat(failed.httpStatus()).isEqualTo(429);
        });
        proxy.behave(BulkFaults.firstBulks(
                1, BulkFaults.items(id -> id.hashCode() % 3 == 0, 503, "unavailable_shards_exception")));
        assertThat(bench.write(many(100)))
                .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(WHOLE));
    }

    @Test
    void a_view_that_answers_no_request_is_waited_for() {
        for (Reply reply : List.of(
                Reply.error(429, "circuit_breaking_exception"),
                Reply.error(503, "cluster_block_exception"),
                Reply.page(502),
                Reply.error(401, "security_exception"),
                Reply.RESET)) {
            proxy.behave(BulkFaults.first(3, reply));
            assertThat(bench.write(many(50))).as("%s", reply).allSatisfy(one -> assertThat(one.outcome())
                    .isEqualTo(WHOLE));
            assertThat(bench.availability.absence(Component.VIEW)).isEmpty();
        }
    }

    @Test
    void connections_that_break_now_and_then_lose_nothing() {
        AtomicInteger calls = new AtomicInteger();
        proxy.behave(call -> calls.incrementAndGet() % 4 == 0 ? Reply.RESET : call.pass());
        for (int round = 1; round <= 10; round++) {
            int version = 100 * round;
            List<ViewWrite> writes = many(20, version);
            assertThat(bench.write(writes))
                    .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(WHOLE));
        }
        assertThat(calls.get()).isGreaterThan(21);
        assertThat(es.document(INDEX, "task-19").path("_version").asLong()).isEqualTo(1_019);
    }

    @Test
    void a_view_that_throttles_gets_smaller_bulks_and_larger_ones_when_it_is_well() {
        proxy.behave(BulkFaults.firstBulks(
                2, BulkFaults.items(id -> id.endsWith("3"), 429, "es_rejected_execution_exception")));
        assertThat(bench.write(many(100)))
                .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(WHOLE));
        assertThat(bench.size.documents()).isEqualTo(250);
        bench.write(many(600));
        assertThat(bench.size.documents()).isEqualTo(302);
    }

    @Test
    void a_cluster_that_answers_500_to_everything_fails_no_document() {
        proxy.behave(BulkFaults.first(6, Reply.error(500, "null_pointer_exception")));
        assertThat(bench.write(many(40)))
                .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(WHOLE));
        proxy.behave(BulkFaults.firstBulks(4, call -> Reply.error(500, "null_pointer_exception")));
        assertThat(outcome(task("alone").version(1))).isEqualTo(WHOLE);
    }

    @Test
    void the_patience_of_a_batch_ends_and_nothing_is_recorded() {
        proxy.behave(call -> Reply.RESET);
        assertThatThrownBy(() -> bench.send(many(5), Duration.ofMillis(700))).isInstanceOf(ViewAway.class);
        assertThat(bench.availability.absence(Component.VIEW)).isPresent();
        assertThat(bench.meters.find("landfall.view.writes").counters())
                .allSatisfy(counter -> assertThat(counter.count()).isZero());
    }

    @Test
    void a_stop_ends_the_wait_at_once() {
        proxy.behave(call -> Reply.RESET);
        CompletableFuture<Throwable> waiting =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> bench.send(many(5), Duration.ofMinutes(10))));
        await().atMost(Wait.MOST)
                .until(() -> bench.availability.absence(Component.VIEW).isPresent());
        bench.close();
        await().atMost(Wait.MOST).until(waiting::isDone);
        assertThat(waiting.join()).isInstanceOf(ViewAway.class);
    }

    @Test
    void one_answer_too_many_counts_as_none() {
        proxy.behave(BulkFaults.firstBulks(1, BulkFaults.oneItemTooMany()));
        List<Written> written = bench.write(many(10));
        assertThat(written).allSatisfy(one -> {
            assertThat(one.outcome()).isEqualTo(WHOLE);
            assertThat(one.tries()).isEqualTo(2);
        });
    }

    @Test
    void a_gateway_that_takes_only_small_requests_is_obeyed() {
        proxy.behave(BulkFaults.tooLargeAbove(1024 * 1024));
        String twenty = "\"" + "x".repeat(20 * 1024) + "\"";
        List<ViewWrite> writes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            writes.add(task("t" + i)
                    .field("text", i == 77 ? "\"" + "y".repeat(1_572_864) + "\"" : twenty)
                    .write());
        }
        List<Written> written = bench.write(writes);
        assertThat(written.stream().filter(one -> one.outcome().equals(WHOLE))).hasSize(199);
        assertThat(written.get(77).outcome()).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.permanent()).isTrue();
            assertThat(failed.cause()).isEqualTo("too-large");
            assertThat(failed.httpStatus()).isEqualTo(413);
        });
        long before = proxy.bulks();
        writes.remove(77);
        assertThat(bench.write(writes))
                .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(WHOLE));
        assertThat(proxy.bulks() - before).isLessThan(15);
    }

    // --- indices

    @Test
    void a_missing_alias_is_waited_for_and_never_becomes_an_index() throws Exception {
        es.call("DELETE", "/" + INDEX + "-000001/_alias/" + INDEX, null);
        assertThatThrownBy(() -> bench.send(many(3), Duration.ofMillis(500)))
                .isInstanceOf(ViewAway.class)
                .hasMessageContaining("require_alias");
        assertThatThrownBy(() -> bench.send(
                        List.of(task("a").version(3).landed(2).deleted().write()), Duration.ofMillis(500)))
                .isInstanceOf(ViewAway.class)
                .hasMessageContaining("alias " + INDEX + " is missing");
        assertThat(es.exists(INDEX)).isFalse();
        es.call("PUT", "/" + INDEX + "-000001/_alias/" + INDEX, null);
        assertThat(bench.write(many(3)))
                .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(WHOLE));
        assertThat(bench.availability.absence(Component.VIEW)).isEmpty();
    }

    @Test
    void a_blocked_index_is_waited_for_and_only_one_document_tries() {
        es.call("PUT", "/" + INDEX + "/_settings", "{\"index.blocks.write\":true}");
        AtomicBoolean lifted = new AtomicBoolean();
        List<Long> sizes = new CopyOnWriteArrayList<>();
        proxy.behave(call -> {
            if (call.isBulk()) {
                sizes.add(
                        new String(call.body(), StandardCharsets.UTF_8).lines().count() / 2);
            }
            if (call.isBulk() && proxy.bulks() > 3 && lifted.compareAndSet(false, true)) {
                es.call("PUT", "/" + INDEX + "/_settings", "{\"index.blocks.write\":null}");
            }
            return call.pass();
        });
        assertThat(bench.write(many(20)))
                .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(WHOLE));
        assertThat(bench.availability.absence(Component.VIEW)).isEmpty();
        assertThat(sizes).startsWith(20L, 1L, 1L).endsWith(1L, 19L);
        assertThat(bench.breakers.blocks()).isEmpty();
        assertThat(bench.failures.records())
                .hasSize(sizes.size() - 2)
                .allSatisfy(block -> assertThat(block.line()).contains(INDEX).contains("FORBIDDEN"));
    }

    @Test
    void an_index_that_was_there_is_used_and_its_loss_is_a_permanent_failure() throws Exception {
        bench.close();
        es.call("DELETE", "/" + INDEX + "-000001", null);
        es.call("PUT", "/" + INDEX, "{\"mappings\":{\"properties\":{\"n\":{\"type\":\"long\"}}}}");
        bench = bench(Map.of());
        assertThat(outcome(task("a").version(5).field("n", "1"))).isEqualTo(WHOLE);
        es.call("DELETE", "/" + INDEX, null);
        es.call("PUT", "/_cluster/settings", "{\"persistent\":{\"action.auto_create_index\":\"false\"}}");
        try {
            Failed failed = failed(task("b").version(5).field("n", "1"));
            assertThat(failed.permanent()).isTrue();
            assertThat(failed.cause()).isEqualTo("index-missing");
        } finally {
            es.call("PUT", "/_cluster/settings", "{\"persistent\":{\"action.auto_create_index\":null}}");
        }
    }

    private void merging() throws Exception {
        bench.close();
        bench = bench(Map.of("index-modes." + INDEX, "merge"));
    }

    private static Tasks task(String id) {
        return Tasks.task(id).index(INDEX);
    }

    private static List<ViewWrite> many(int count) {
        return many(count, 10);
    }

    private static List<ViewWrite> many(int count, int firstVersion) {
        List<ViewWrite> writes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            writes.add(task("task-" + i)
                    .version(firstVersion + i)
                    .field("n", "" + i)
                    .write());
        }
        return writes;
    }

    private WriteOutcome outcome(Tasks task) {
        Task row = task.build();
        return bench.write(row).get(0).outcome();
    }

    private Failed failed(Tasks task) {
        return (Failed) outcome(task);
    }

    /** It landed with nothing but our own object; why. */
    private Failed onlyOurs(Tasks task, String... without) {
        Landed landed = (Landed) outcome(task);
        assertThat(landed.incomplete()).containsExactly(without);
        return landed.refusal();
    }

    private String incomplete(Tasks task) {
        return String.join(", ", ((Landed) outcome(task)).incomplete());
    }

    private JsonNode source(String id) {
        return es.document(INDEX, id).path("_source");
    }
}
