package io.landfall.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.landfall.fault.EsProxy.Reply;
import io.landfall.stack.Wait;
import io.landfall.view.EsClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Several consumers at the same tasks. */
class NodesIT {

    private final EsProxy proxy = EsProxy.before(Site.stack().elasticsearchUrl());
    private Product one;
    private Product two;

    @AfterEach
    void end() {
        one.close();
        if (two != null) {
            two.close();
        }
        proxy.close();
    }

    /** Every event of a task goes to a partition of its own, so that both nodes have the same tasks in their hands. */
    @Test
    void no_final_state_flips_back_when_two_nodes_write_the_same_tasks() {
        Site site = Site.fresh("nodessitea", 4);
        SplittableRandom dice = new SplittableRandom(7);
        // the one writer is slow: what it holds is old when it arrives
        proxy.behave(call -> {
            if (call.isBulk()) {
                LockSupport.parkNanos(Duration.ofMillis(300 + dice.nextInt(700)).toNanos());
            }
            return call.pass();
        });
        one = Product.of(site, "one").with("landfall.events.consumers", "2");
        two = Product.of(site, "two").with("landfall.events.consumers", "2").with("landfall.view.url", proxy.url());
        one.launch();
        two.start();
        one.start();
        try (Offsets offsets = site.offsets();
                Watcher watcher = Watcher.of(site)) {
            Awaitility.await().atMost(Wait.MOST).until(() -> offsets.members() == 4);
            spread(300).sendTo(site);
            offsets.awaitSettled(Wait.MOST);
            watcher.look();

            assertThat(watcher.looks()).isGreaterThan(3);
            assertThat(watcher.complaints()).isEmpty();
        }
        assertThat(site.ledger().queryForList("select distinct node from books order by 1", String.class))
                .containsExactly("one", "two");
        assertThat(site.count("task where state = 'ANALYZED'")).isEqualTo(300);
        assertThat(wholeDocuments(site)).isEqualTo(300);
        Truth.check(site);
    }

    /** Those that hold what every one of their events brought. */
    private static long wholeDocuments(Site site) {
        try (EsClient view = new EsClient(Site.stack().elasticsearchUrl())) {
            view.call("POST", "/" + site.index() + "/_refresh", null);
            String query =
                    """
                    {"query": {"bool": {"filter": [{"term": {"last": 3}}, {"exists": {"field": "f0"}},
                      {"exists": {"field": "f1"}}, {"exists": {"field": "f2"}}, {"exists": {"field": "f3"}}]}}}
                    """;
            return view.call("POST", "/" + site.index() + "/_count", query)
                    .path("count")
                    .asLong();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Load spread(int tasks) {
        List<Load.Entry> records = new ArrayList<>();
        List<String> types = List.of("SUBMITTED", "STARTED", "STAGE_COMPLETED", "COMPLETED");
        for (int round = 0; round < types.size(); round++) {
            for (int i = 0; i < tasks; i++) {
                String stage = types.get(round).equals("STAGE_COMPLETED") ? ",\"stage\":\"ASR\"" : "";
                String json = ("{\"eventId\":\"%d\",\"taskId\":\"task-%d\",\"type\":\"%s\",\"attempt\":1,\"seq\":%d%s,"
                                + "\"patch\":{\"f%d\":%d,\"last\":%d}}")
                        .formatted(round, i, types.get(round), round, stage, round, i, round);
                records.add(new Load.Entry((i + round) % 4, "task-" + i, json.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return new Load(records);
    }

    @Test
    void nothing_is_dropped_when_a_consumer_joins_and_leaves_while_a_batch_is_tried_again() {
        Site site = Site.fresh("nodessiteb", 3);
        AtomicBoolean ill = new AtomicBoolean();
        proxy.behave(call -> ill.get() && call.isBulk() ? Reply.error(503, "unavailable") : call.pass());
        one = Product.of(site, "one").with("landfall.view.url", proxy.url()).start();
        two = Product.of(site, "two").with("landfall.view.url", proxy.url());
        try (Offsets offsets = site.offsets()) {
            Load.acceptable("before", 20).sendTo(site);
            offsets.awaitSettled(Wait.MOST);
            ill.set(true);
            long bulks = proxy.bulks();
            Load.acceptable("a", 60).sendTo(site);
            Awaitility.await().atMost(Wait.MOST).until(() -> proxy.bulks() > bulks + 2);

            two.start();
            Load.acceptable("b", 30).sendTo(site);
            two.stop();
            ill.set(false);
            Load.acceptable("c", 30).sendTo(site);
            offsets.awaitSettled(Wait.MOST);
        }
        assertThat(site.count("failure")).isZero();
        Truth.check(site);
    }

    @Test
    void one_partition_waits_and_the_other_goes_on() {
        Site site = Site.fresh("nodessitec", 2);
        AtomicBoolean ill = new AtomicBoolean(true);
        proxy.behave(call ->
                ill.get() && call.isBulk() && new String(call.body(), StandardCharsets.UTF_8).contains("\"bad\"")
                        ? Reply.error(503, "unavailable")
                        : call.pass());
        one = Product.of(site, "one").with("landfall.view.url", proxy.url()).start();
        TopicPartition waits = new TopicPartition(site.topic(), 0);
        TopicPartition goesOn = new TopicPartition(site.topic(), 1);
        try (Offsets offsets = site.offsets()) {
            Awaitility.await().atMost(Wait.MOST).until(() -> offsets.members() == 2);
            inPartition(0, "bad", 1).sendTo(site);
            Awaitility.await().atMost(Wait.MOST).until(() -> proxy.bulks() > 2);
            for (int i = 0; i < 15; i++) {
                inPartition(0, "a" + i + "-", 5).sendTo(site);
                inPartition(1, "b" + i + "-", 5).sendTo(site);
            }
            Awaitility.await().atMost(Wait.MOST).until(() -> offsets.committed().getOrDefault(goesOn, 0L) == 75);
            assertThat(offsets.committed().getOrDefault(waits, 0L)).isZero();
            ill.set(false);
            offsets.awaitSettled(Wait.MOST);
            assertThat(offsets.committed()).containsEntry(waits, 76L).containsEntry(goesOn, 75L);
        }
        assertThat(site.count("failure")).isZero();
        Truth.check(site);
    }

    @Test
    void nothing_is_skipped_when_a_poll_fails_with_records_in_hand() throws Exception {
        Site site = Site.fresh("nodessited", 2);
        Path fault = Path.of("target", "fault", "poll-fault").toAbsolutePath();
        Files.deleteIfExists(fault);
        one = Product.of(site, "one")
                .as(UnsteadyLandfall.class)
                .with(UnsteadyConsumers.KEY, fault.toString())
                .with("landfall.events.linger", "1s")
                .with("landfall.events.batch-interval", "1s")
                .start();
        try (Offsets offsets = site.offsets()) {
            Load.mixed("before", 10).sendTo(site);
            offsets.awaitSettled(Wait.MOST);
            for (int i = 0; i < 3; i++) {
                // some are held for a batch that is not full, others are polled when it fails, more come after these
                inPartition(0, "held" + i + "-", 30).sendTo(site);
                Files.createFile(fault);
                inPartition(0, "polled" + i + "-", 150).sendTo(site);
                inPartition(1, "other" + i + "-", 150).sendTo(site);
                Awaitility.await().atMost(Wait.MOST).until(() -> !Files.exists(fault));
                offsets.awaitSettled(Wait.MOST);
            }
        }
        assertThat(one.said()).contains("records in hand");
        assertThat(site.count("task where task_id ~ '^(held|polled|other)' and state = 'ANALYZED'"))
                .isEqualTo(3 * 330);
        Truth.check(site);
    }

    private static Load inPartition(int partition, String name, int tasks) {
        List<Load.Entry> records = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            String id = tasks == 1 ? name : name + i;
            records.add(new Load.Entry(
                    partition,
                    id,
                    "{\"eventId\":\"1\",\"taskId\":\"%s\",\"type\":\"COMPLETED\"}"
                            .formatted(id)
                            .getBytes(StandardCharsets.UTF_8)));
        }
        return new Load(records);
    }
}
