package io.landfall.view;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.elasticsearch.core.bulk.BulkOperation;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import co.elastic.clients.elasticsearch.core.bulk.OperationType;

import io.landfall.failure.IndexBlock;

import static org.assertj.core.api.Assertions.assertThat;

/** What a job does with documents whose index takes no writes. */
class BlockedIndexJobTest {
    private static final WriteOutcome LANDED = new WriteOutcome.Landed(List.of(), null);
    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final SettableClock clock = new SettableClock();
    private final KeptIndexFailures failures = new KeptIndexFailures();
    private IndexBreakers breakers;

    @Test
    void without_another_index_all_wait_and_one_document_tries_each_period() {
        ViewWriter writer = writer("tasks");
        ViewJob job = open(writer, task("a"), task("b"), task("c"));
        answer(job, 403, 403, 201);
        assertThat(job.absence()).startsWith("index tasks takes no writes: cluster_block_exception");
        for (int i = 0; i < 3; i++) {
            assertThat(job.makeReady()).isFalse();
            assertThat(job.pause()).isPositive();
            assertThat(job.absence()).isNotNull();
        }
        clock.pass(PERIOD);
        assertThat(job.makeReady()).isTrue();
        answer(job, 403);
        assertThat(job.absence()).isNotNull();
        clock.pass(PERIOD);
        assertThat(job.makeReady()).isTrue();
        answer(job, 201);
        assertThat(job.absence()).isNull();
        assertThat(job.makeReady()).isTrue();
        answer(job, 201);
        assertThat(job.written()).allSatisfy(one -> assertThat(one.outcome()).isEqualTo(LANDED));
        assertThat(breakers.blocks()).isEmpty();
    }

    @Test
    void beside_another_index_documents_are_left_and_the_others_land() {
        ViewWriter writer = writer("tasks,apart");
        ViewJob job = open(writer, task("a"), apart("b"));
        answer(job, 403, 201);
        assertThat(job.absence()).isNull();
        assertThat(job.makeReady()).isTrue();
        assertThat(job.hasNext()).isFalse();
        assertThat(blocked(job, 0).index()).isEqualTo("tasks");
        assertThat(job.written().get(1).outcome()).isEqualTo(LANDED);
        assertThat(job.takeBlocks()).extracting(IndexBlock::index).containsExactly("tasks");
        assertThat(job.takeBlocks()).isEmpty();

        ViewJob next = open(writer, task("c"), apart("d"));
        answer(next, 201);
        assertThat(blocked(next, 0).reason()).contains("cluster_block_exception");
        assertThat(next.written().get(0).tries()).isZero();
        assertThat(next.takeBlocks()).extracting(IndexBlock::index).containsExactly("tasks");
    }

    @Test
    void a_probe_that_is_taken_lets_the_rest_of_its_job_go() {
        ViewWriter writer = writer("tasks,apart");
        breakers.blocked("tasks", "made by a test", 403);
        clock.pass(PERIOD);
        ViewJob job = open(writer, apart("x"), task("a"), task("b"), task("c"));
        ViewJob beside = open(writer, task("d"));
        assertThat(beside.hasNext()).isFalse();
        answer(job, 201, 201);
        assertThat(breakers.blocks()).isEmpty();
        job.makeReady();
        answer(job, 201, 201);
        assertThat(job.written()).allSatisfy(one -> assertThat(one.outcome()).isEqualTo(LANDED));
    }

    @Test
    void a_probe_that_is_refused_leaves_the_rest_of_its_job() {
        ViewWriter writer = writer("tasks,apart");
        breakers.blocked("tasks", "made by a test", 403);
        clock.pass(PERIOD);
        ViewJob job = open(writer, task("a"), task("b"));
        answer(job, 403);
        job.makeReady();
        assertThat(job.hasNext()).isFalse();
        assertThat(blocked(job, 0).since()).isEqualTo(blocked(job, 1).since());
        assertThat(breakers.blocked("tasks")).isEqualTo(PERIOD);
    }

    @Test
    void a_probe_without_an_answer_holds_up_nothing() {
        ViewWriter writer = writer("tasks,apart");
        breakers.blocked("tasks", "made by a test", 403);
        clock.pass(PERIOD);
        ViewJob lost = open(writer, task("a"));
        assertThat(lost.next()).hasSize(1);
        assertThat(open(writer, task("b")).hasNext()).isFalse();
        clock.pass(PERIOD);
        ViewJob job = open(writer, task("c"));
        answer(job, 201);
        assertThat(breakers.blocks()).isEmpty();
    }

    @Test
    void an_answer_from_before_the_block_does_not_end_it() {
        ViewWriter writer = writer("tasks,apart");
        ViewJob early = open(writer, task("a"));
        List<BulkOperation> sent = early.next();
        breakers.blocked("tasks", "made by a test", 403);
        early.answered(items(sent, 201));
        assertThat(breakers.blocks()).hasSize(1);
    }

    @Test
    void a_throttled_probe_says_nothing_about_the_index() {
        ViewWriter writer = writer("tasks,apart");
        breakers.blocked("tasks", "made by a test", 403);
        clock.pass(PERIOD);
        ViewJob job = open(writer, task("a"));
        answer(job, 429);
        assertThat(breakers.blocks()).hasSize(1);
    }

    @Test
    void too_many_tasks_that_wait_make_their_batches_wait_too() {
        ViewWriter writer = writer("tasks,apart");
        breakers.blocked("tasks", "made by a test", 403);
        failures.waiting = 100_001;
        ViewJob job = open(writer, task("a"), apart("b"));
        answer(job, 201);
        assertThat(job.makeReady()).isFalse();
        assertThat(job.absence()).startsWith("index tasks takes no writes: ");
        failures.waiting = 100_000;
        clock.pass(Duration.ofSeconds(6));
        assertThat(job.makeReady()).isTrue();
    }

    @Test
    void no_index_left_means_that_the_view_is_away() {
        ViewWriter writer = writer("tasks,apart");
        breakers.blocked("tasks", "made by a test", 403);
        breakers.blocked("apart", "made by a test", 403);
        ViewJob job = writer.open(List.of(task("a").write(), apart("b").write()));
        assertThat(job.makeReady()).isFalse();
        assertThat(job.absence()).isNotNull();
        assertThat(failures.records()).isEmpty();
    }

    private ViewWriter writer(String indices) {
        ViewConfiguration configuration = new Binder(new MapConfigurationPropertySource(
                        Map.of("landfall.view.trust-ids", "true", "landfall.view.indices", indices)))
                .bindOrCreate("landfall.view", ViewConfiguration.class);
        FakeLook look = new FakeLook();
        breakers = new IndexBreakers(configuration, failures, clock);
        return new ViewWriter(
                configuration,
                look,
                new Looks(look, new MemoryLedger(), new KeptAlarms(), true),
                breakers,
                new BulkSize(configuration, clock),
                () -> 0.5,
                index -> null);
    }

    private static Tasks task(String id) {
        return Tasks.task(id);
    }

    private static Tasks apart(String id) {
        return Tasks.task(id).index("apart");
    }

    private static IndexBlock blocked(ViewJob job, int position) {
        return ((WriteOutcome.Blocked) job.written().get(position).outcome()).block();
    }

    private static ViewJob open(ViewWriter writer, Tasks... tasks) {
        ViewJob job = writer.open(Arrays.stream(tasks).map(Tasks::write).toList());
        assertThat(job.makeReady()).isTrue();
        return job;
    }

    private static void answer(ViewJob job, int... statuses) {
        job.answered(items(job.next(), statuses));
    }

    private static List<BulkResponseItem> items(List<BulkOperation> sent, int... statuses) {
        assertThat(sent).hasSize(statuses.length);
        List<BulkResponseItem> items = new ArrayList<>();
        for (int i = 0; i < statuses.length; i++) {
            items.add(item(sent.get(i), statuses[i]));
        }
        return items;
    }

    private static BulkResponseItem item(BulkOperation operation, int status) {
        String type = status == 403 ? "cluster_block_exception" : "made_up";
        return BulkResponseItem.of(i -> {
            i.operationType(OperationType.Index)
                    .index(operation.index().index())
                    .id(operation.index().id())
                    .status(status);
            return status < 300 ? i : i.error(ErrorCause.of(e -> e.type(type).reason("by a test")));
        });
    }
}
