package io.landfall.view;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.elasticsearch._types.ErrorResponse;
import co.elastic.clients.elasticsearch.core.bulk.BulkOperation;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import co.elastic.clients.elasticsearch.core.bulk.OperationType;

import io.landfall.failure.IndexBlock;
import io.landfall.state.Task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ViewJobTest {
    private static final WriteOutcome LANDED = new WriteOutcome.Landed(List.of(), null);

    private final MemoryLedger ledger = new MemoryLedger();
    private final KeptAlarms alarms = new KeptAlarms();
    private final FakeLook look = new FakeLook();
    private final SettableClock clock = new SettableClock();
    private final BulkSize size = new BulkSize(configuration(), clock);
    private String twin;
    private final ViewWriter writer = new ViewWriter(
            configuration(),
            look,
            new Looks(look, ledger, alarms, true),
            new IndexBreakers(configuration(), new KeptIndexFailures(), clock),
            size,
            () -> 0.5,
            index -> twin);

    @Test
    void what_lands_goes_beside_into_the_index_that_is_being_rebuilt_and_its_refusal_holds_up_nothing() {
        twin = "tasks-000002";
        ViewJob job = open(Tasks.task("a").build(), Tasks.task("b").build());
        List<BulkOperation> sent = job.next();
        assertThat(sent)
                .extracting(operation -> operation.index().index() + " "
                        + operation.index().id() + " " + operation.index().requireAlias())
                .containsExactly("tasks a true", "tasks b true", "tasks-000002 a false", "tasks-000002 b false");
        job.answered(List.of(item("a", 201), item("b", 429), item("a", 400), item("b", 429)));
        assertThat(job.makeReady()).isTrue();
        answer(job, 200);

        assertThat(job.hasNext()).isFalse();
        assertThat(job.written()).hasSize(2).allSatisfy(written -> assertThat(written.outcome())
                .isEqualTo(LANDED));
    }

    @Test
    void an_index_that_takes_no_writes_is_told_though_the_one_that_is_being_rebuilt_takes_none_either() {
        twin = "tasks-000002";
        ViewJob job = open(Tasks.task("a").build());
        answer(job, 403, 403);
        assertThat(job.absence()).startsWith("index tasks takes no writes: ");
        assertThat(job.takeBlocks()).extracting(IndexBlock::index).containsExactly("tasks");
    }

    @Test
    void what_goes_beside_is_not_tried_again_when_it_is_refused_alone() {
        twin = "tasks-000002";
        ViewJob job = open(Tasks.task("a").build());
        assertThat(job.next()).hasSize(2);
        job.unanswered(refusal(500));
        job.makeReady();
        answer(job, 201);
        job.makeReady();
        assertThat(job.next()).extracting(one -> one.index().index()).containsExactly(twin);
        job.unanswered(refusal(500));
        assertThat(job.hasNext()).isFalse();
        assertThat(job.written()).singleElement().satisfies(one -> assertThat(one.outcome())
                .isEqualTo(LANDED));
    }

    @Test
    void what_goes_beside_lowers_the_size_of_bulks_only_when_it_is_throttled() {
        twin = "tasks-000002";
        answer(open(Tasks.task("a").build()), 201, 503);
        assertThat(size.documents()).isEqualTo(1000);
        answer(open(Tasks.task("b").build()), 201, 429);
        assertThat(size.documents()).isEqualTo(500);
    }

    @Test
    void every_write_is_answered_once_and_in_its_place() {
        ViewJob job = open(
                Tasks.task("a").build(),
                Tasks.task("b").build(),
                Tasks.task("c").build());
        answer(job, 201, 400, 200);
        assertThat(job.hasNext()).isFalse();
        assertThat(job.written().get(0).outcome()).isEqualTo(LANDED);
        assertThat(job.written().get(1).outcome()).isInstanceOf(WriteOutcome.Failed.class);
        assertThat(job.written().get(2).outcome()).isEqualTo(LANDED);
    }

    @Test
    void a_job_that_is_not_done_gives_no_answers() {
        ViewJob job = open(Tasks.task("a").build());
        assertThatThrownBy(job::written).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_throttled_document_is_tried_three_times_with_growing_waits() {
        ViewJob job = open(Tasks.task("a").build());
        List<Duration> pauses = new ArrayList<>();
        while (job.hasNext()) {
            answer(job, 429);
            pauses.add(job.pause());
            job.makeReady();
        }
        assertThat(pauses).startsWith(Duration.ofMillis(100), Duration.ofMillis(200));
        assertThat(job.written().get(0).tries()).isEqualTo(3);
        assertThat(job.written().get(0).outcome())
                .isInstanceOfSatisfying(WriteOutcome.Failed.class, failed -> assertThat(failed.permanent())
                        .isFalse());
        assertThat(job.absence()).isNull();
    }

    @Test
    void the_answers_of_another_bulk_count_as_none() {
        ViewJob job = open(Tasks.task("a").build(), Tasks.task("b").build());
        List<BulkOperation> sent = job.next();
        assertThat(sent).hasSize(2);
        job.answered(List.of(item("a", 201), item("b", 201), item("b", 201)));
        assertThat(job.absence()).isEqualTo("3 answers to 2 operations");
        assertThat(job.pause()).isPositive();
        job.makeReady();
        // one asks for both
        assertThat(job.next()).hasSize(1);
        job.answered(List.of(item("b", 201)));
        assertThat(job.absence()).isEqualTo("answer 0 speaks of another document");
        job.makeReady();
        answer(job, 201);
        assertThat(job.absence()).isNull();
        job.makeReady();
        answer(job, 201);
        assertThat(job.written()).extracting(Written::tries).containsExactly(3, 2);
        assertThat(job.written()).allSatisfy(one -> assertThat(one.outcome()).isEqualTo(LANDED));
    }

    @Test
    void a_refused_request_is_halved_until_the_guilty_document_is_alone() {
        Task[] tasks = new Task[16];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = Tasks.task("t" + i).build();
        }
        ViewJob job = open(tasks);
        int requests = 0;
        while (job.hasNext()) {
            List<BulkOperation> sent = job.next();
            requests++;
            boolean guilty = sent.stream().anyMatch(o -> o.index().id().equals("t11"));
            if (guilty) {
                job.unanswered(refusal(400));
            } else {
                job.answered(sent.stream().map(o -> item(o.index().id(), 201)).toList());
            }
            job.makeReady();
        }
        assertThat(requests).isLessThanOrEqualTo(9);
        assertThat(job.written().stream().filter(one -> one.outcome().equals(LANDED)))
                .hasSize(15);
        assertThat(job.written().get(11).outcome()).isInstanceOfSatisfying(WriteOutcome.Failed.class, failed -> {
            assertThat(failed.permanent()).isTrue();
            assertThat(failed.httpStatus()).isEqualTo(400);
        });
    }

    @Test
    void a_view_that_refuses_everything_is_ill_and_nobody_is_guilty() {
        look.takesBulks = false;
        ViewJob job = open(Tasks.task("a").build());
        for (int i = 0; i < 20; i++) {
            job.next();
            job.unanswered(refusal(500));
            assertThat(job.absence()).isNotNull();
            assertThat(job.pause()).isBetween(Duration.ofMillis(250), Duration.ofSeconds(5));
            job.makeReady();
            assertThat(job.hasNext()).isTrue();
        }
    }

    @Test
    void a_bulk_that_is_too_large_lowers_the_ceiling_for_later_jobs() {
        Task large =
                Tasks.task("a").field("t", "\"" + "x".repeat(200_000) + "\"").build();
        Task other =
                Tasks.task("b").field("t", "\"" + "x".repeat(200_000) + "\"").build();
        ViewJob job = open(large, other);
        job.next();
        job.unanswered(refusal(413));
        job.makeReady();
        answer(job, 201);
        job.makeReady();
        answer(job, 201);
        ViewJob later = open(large, other);
        assertThat(later.next()).hasSize(1);
    }

    @Test
    void what_waits_for_its_next_try_is_never_sent_as_an_empty_bulk() {
        ledger.put(Tasks.task("a").version(9).landed(9).build());
        look.seen = new DocumentLook.Seen(true, 9L, 9, 1, 1, null);
        ViewJob job = open(Tasks.task("a").version(5).build(), Tasks.task("b").build());
        answer(job, 409, 429);
        assertThat(job.makeReady()).isFalse();
        assertThat(job.pause()).isPositive();
        assertThat(job.absence()).isNull();
        assertThat(job.makeReady()).isTrue();
        answer(job, 201);
        assertThat(job.written().get(0).outcome()).isEqualTo(new WriteOutcome.Superseded());
        assertThat(job.written().get(1).outcome()).isEqualTo(LANDED);
    }

    @Test
    void a_throttled_view_gets_smaller_bulks_from_all_jobs() {
        answer(open(Tasks.task("a").build()), 429);
        assertThat(size.documents()).isEqualTo(500);
        ViewJob job = open(Tasks.task("b").build());
        job.next();
        job.unanswered(refusal(429));
        assertThat(size.documents()).isEqualTo(250);
        answer(open(Tasks.task("c").build()), 503);
        assertThat(size.documents()).isEqualTo(250);
    }

    @Test
    void a_refusal_that_names_no_field_leaves_only_our_own_object() {
        Task task = Tasks.task("a").field("x", "1").field("y", "2").build();
        ViewJob job = open(task);
        answer(job, 400);
        job.makeReady();
        answer(job, 201);
        assertThat(job.written().get(0).outcome()).isInstanceOfSatisfying(WriteOutcome.Landed.class, landed -> {
            assertThat(landed.incomplete()).containsExactly("x", "y");
            assertThat(landed.refusal().permanent()).isTrue();
            assertThat(landed.refusal().field()).isEqualTo("x, y");
            assertThat(landed.refusal().reason()).isEqualTo("made_up: by a test");
        });
    }

    @Test
    void what_is_refused_without_its_fields_too_keeps_its_first_reason() {
        ViewJob job = open(Tasks.task("a").field("x", "1").build());
        answer(job, 400);
        job.makeReady();
        answer(job, 400);
        assertThat(job.written().get(0).outcome()).isInstanceOfSatisfying(WriteOutcome.Failed.class, failed -> {
            assertThat(failed.permanent()).isTrue();
            assertThat(failed.field()).isNull();
            assertThat(failed.reason()).isEqualTo("made_up: by a test");
        });
    }

    @Test
    void an_old_row_is_read_again_before_it_is_sent() {
        ledger.put(Tasks.task("a").version(9).build());
        long longAgo = System.nanoTime() - Duration.ofSeconds(31).toNanos();
        ViewJob job = writer.open(List.of(
                new ViewWrite(Tasks.task("a").version(5).build(), longAgo),
                new ViewWrite(Tasks.task("gone").version(5).build(), longAgo)));
        assertThat(job.makeReady()).isTrue();
        List<BulkOperation> sent = job.next();
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).index().version()).isEqualTo(9);
        job.answered(List.of(item("a", 201)));
        assertThat(job.written().get(0).write().task().version()).isEqualTo(9);
        assertThat(job.written().get(1).outcome()).isEqualTo(new WriteOutcome.Superseded());
    }

    @Test
    void a_newer_version_that_the_ledger_knows_supersedes_ours() {
        ledger.put(Tasks.task("a").version(9).landed(9).build());
        look.seen = new DocumentLook.Seen(true, 9L, 9, 1, 1, null);
        ViewJob job = open(Tasks.task("a").version(5).build());
        answer(job, 409);
        assertThat(job.makeReady()).isTrue();
        assertThat(job.hasNext()).isFalse();
        assertThat(job.written().get(0).outcome()).isEqualTo(new WriteOutcome.Superseded());
        assertThat(alarms.open()).isEmpty();
    }

    @Test
    void a_document_ahead_of_the_ledger_raises_the_task_above_it() {
        ledger.put(Tasks.task("a").version(5).build());
        look.seen = new DocumentLook.Seen(true, 90L, 90, 1, 1, null);
        ViewJob job = open(Tasks.task("a").version(5).build());
        answer(job, 409);
        job.makeReady();
        assertThat(job.next().get(0).index().version()).isEqualTo(91);
        job.answered(List.of(item("a", 200)));
        assertThat(job.written().get(0).outcome()).isEqualTo(LANDED);
        assertThat(job.written().get(0).write().task().version()).isEqualTo(91);
        assertThat(alarms.open()).containsKey("view-ahead:tasks");
    }

    @Test
    void a_view_that_can_not_be_looked_at_is_waited_for() {
        ledger.put(Tasks.task("a").version(5).build());
        ViewJob job = open(Tasks.task("a").version(5).build());
        answer(job, 409);
        look.away = true;
        assertThat(job.makeReady()).isFalse();
        assertThat(job.absence()).contains("away by order");
        look.away = false;
        assertThat(job.makeReady()).isTrue();
        assertThat(job.hasNext()).isTrue();
    }

    private ViewJob open(Task... tasks) {
        ViewJob job = writer.open(java.util.Arrays.stream(tasks)
                .map(task -> new ViewWrite(task, System.nanoTime()))
                .toList());
        assertThat(job.makeReady()).isTrue();
        return job;
    }

    private static void answer(ViewJob job, int... statuses) {
        List<BulkOperation> sent = job.next();
        assertThat(sent).hasSize(statuses.length);
        List<BulkResponseItem> items = new ArrayList<>();
        for (int i = 0; i < statuses.length; i++) {
            items.add(item(sent.get(i).index().id(), statuses[i]));
        }
        job.answered(items);
    }

    private static BulkResponseItem item(String id, int status) {
        return BulkResponseItem.of(i -> {
            i.operationType(OperationType.Index).index("tasks").id(id).status(status);
            return status < 300
                    ? i
                    : i.error(ErrorCause.of(e -> e.type("made_up").reason("by a test")));
        });
    }

    private static ElasticsearchException refusal(int status) {
        ErrorCause cause = ErrorCause.of(e -> e.type("made_up").reason("by a test"));
        return new ElasticsearchException(
                "es/bulk", ErrorResponse.of(r -> r.status(status).error(cause)));
    }

    private static ViewConfiguration configuration() {
        return new Binder(new MapConfigurationPropertySource(Map.of("landfall.view.trust-ids", "true")))
                .bindOrCreate("landfall.view", ViewConfiguration.class);
    }
}
