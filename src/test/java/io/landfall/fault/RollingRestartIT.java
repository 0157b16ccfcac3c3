package io.landfall.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.landfall.console.Asked;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** One node after the other is stopped by SIGTERM and started again, while events flow and compensation is at work. */
class RollingRestartIT {
    private static final int SIGTERM = 128 + 15;
    private static final String ASSIGNORS = "landfall.kafka.assignors";
    private static final String RANGE = "org.apache.kafka.clients.consumer.RangeAssignor";
    private static final String COOPERATIVE = "org.apache.kafka.clients.consumer.CooperativeStickyAssignor";
    private static final int FAILURES = 200;

    private final CountDownLatch over = new CountDownLatch(1);
    private Product one;
    private Product two;

    @AfterEach
    void end() {
        over.countDown();
        one.close();
        two.close();
    }

    @Test
    void nothing_is_lost_and_the_other_node_has_all_partitions_meanwhile() {
        Site site = Site.fresh("rollingsite", 4);
        one = node(site, "one");
        two = node(site, "two");
        roll(site, 2);
    }

    @Test
    void members_that_keep_their_names_keep_their_partitions_and_the_other_node_does_not_rebalance() {
        Site site = Site.fresh("rollingstatic", 4);
        one = lasting(node(site, "one"));
        two = lasting(node(site, "two"));
        roll(site, 4);
    }

    @Test
    void two_nodes_that_were_given_one_name_lose_nothing_and_a_person_is_told() {
        Site site = Site.fresh("rollingtwins", 4);
        one = lasting(node(site, "one")).with("landfall.ledger.node", "same");
        two = lasting(node(site, "two")).with("landfall.ledger.node", "same");
        one.start();
        two.start();
        try (Offsets offsets = site.offsets()) {
            await().atMost(Wait.MOST).until(() -> offsets.members() == 4);
            Load.acceptable("twins", 60).sendTo(site);
            offsets.awaitSettled(Wait.MOST);
        }
        assertThat(site.count("alarm where alarm_key = 'node-name-twice:same' and severity = 'P2'"))
                .isEqualTo(1);
        Truth.check(site);
    }

    @Test
    void nodes_that_share_partitions_by_range_become_cooperative_in_two_rolls() {
        Site site = Site.fresh("rollingassignors", 4);
        one = node(site, "one").with(ASSIGNORS, RANGE).start();
        two = node(site, "two").with(ASSIGNORS, RANGE).start();
        try (Offsets offsets = site.offsets()) {
            await().atMost(Wait.MOST).until(() -> offsets.assignor().equals("range"));
            int loads = 0;
            for (String assignors : List.of(COOPERATIVE + "," + RANGE, COOPERATIVE)) {
                for (Product node : List.of(one, two)) {
                    Load.acceptable("assignors" + loads++, 20).sendTo(site);
                    node.stop();
                    node.with(ASSIGNORS, assignors).start();
                    await().atMost(Wait.MOST).until(() -> offsets.members() == 4);
                    offsets.awaitSettled(Wait.MOST);
                }
            }
            await().atMost(Wait.MOST).until(() -> offsets.assignor().equals("cooperative-sticky"));
            Load.acceptable("assignors", 20).sendTo(site);
            offsets.awaitSettled(Wait.MOST);
        }
        Truth.check(site);
    }

    /** Its session outlasts a restart. */
    private static Product lasting(Product node) {
        return node.with("landfall.kafka.static-members", "true")
                .with("camel.component.kafka.session-timeout-ms", "60000");
    }

    /**
     * @param staying members of the group while a node is away
     */
    private void roll(Site site, int staying) {
        one.start();
        two.start();
        try (Offsets offsets = site.offsets()) {
            await().atMost(Wait.MOST).until(() -> offsets.members() == 4);
            due().sendTo(site);
            offsets.awaitSettled(Wait.MOST);
            await().atMost(Wait.MOST).until(() -> offsets.assignor().equals("cooperative-sticky"));
            CompletableFuture<Integer> traffic = CompletableFuture.supplyAsync(() -> traffic(site));
            for (Product node : List.of(one, two)) {
                restart(site, node, staying, offsets);
            }
            over.countDown();
            int loads = traffic.join();
            offsets.awaitSettled(Wait.MOST);
            assertThat(site.count("task")).isGreaterThan(loads);
        }
        Asked.patch(one.port(), "/api/compensation", "{\"rate\":500}");
        await().atMost(Wait.MOST)
                .until(() -> Asked.post(one.port(), "/api/compensation/run", "").status() == 202);
        await().atMost(Wait.MOST).until(() -> site.count("failure where status = 'RESOLVED'") == FAILURES);
        Truth.check(site);
    }

    private void restart(Site site, Product node, int staying, Offsets offsets) {
        String name = node == one ? "one" : "two";
        Product other = node == one ? two : one;
        double rebalances = rebalances(other);
        String before = node.said();
        makeDue(site);
        assertThat(Asked.post(node.port(), "/api/compensation/run", "").status())
                .isEqualTo(202);
        await().atMost(Wait.MOST)
                .until(() -> site.count("failure where status = 'CLAIMED'") > 0
                        && site.count("compensation_run where ended_at is null and node = '" + name + "'") == 1);

        node.stop();
        assertThat(node.awaitEnd()).isEqualTo(SIGTERM);
        assertThat(site.count("failure where status = 'CLAIMED'"))
                .as("claims that nobody holds")
                .isZero();
        assertThat(site.count("compensation_run where ended_at is null")).isZero();
        assertThat(site.count("compensation_run where why = 'shutdown' and node = '" + name + "'"))
                .isEqualTo(1);
        assertThat(node.said()).doesNotContain("forced", "Forcing", "did not finish within");
        long received = receivedBy(site, other);
        await().atMost(Wait.MOST).until(() -> offsets.members() == staying && receivedBy(site, other) > received + 200);

        node.start();
        await().atMost(Wait.MOST).until(() -> offsets.members() == 4);
        long again = receivedBy(site, node);
        await().atMost(Wait.MOST).until(() -> receivedBy(site, node) > again + 50);
        if (staying == 4) {
            assertThat(rebalances(other)).isEqualTo(rebalances);
        }
        for (String said : List.of(before, node.said(), other.said())) {
            assertThat(said.lines().filter(line -> line.contains("break on first error")))
                    .as("batches that failed and were read again")
                    .isEmpty();
        }
    }

    /** Those that its consumers of events took part in. */
    private static double rebalances(Product node) {
        return Asked.get(node.port(), "/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith("kafka_consumer_coordinator_rebalance_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private long receivedBy(Site site, Product node) {
        Long sum = site.ledger()
                .queryForObject(
                        "select coalesce(sum(received), 0) from books where node = ?",
                        Long.class,
                        node == one ? "one" : "two");
        return sum == null ? 0 : sum;
    }

    private static Product node(Site site, String name) {
        // a run that lasts for longer than a stop
        return Product.of(site, name).with("landfall.compensation.rate", "20");
    }

    private static Load due() {
        List<Load.Entry> records = new ArrayList<>();
        for (int i = 0; i < FAILURES; i++) {
            records.add(Load.entry("due-" + i, "{'eventId':'1','taskId':'%s','type':'COMPLETED','patch':{'n':1}}"));
        }
        return new Load(records);
    }

    private static void makeDue(Site site) {
        site.ledger().update("delete from failure_attempt");
        site.ledger().update("delete from failure");
        site.ledger()
                .update("insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name,"
                        + " fragment, truncated, status, next_attempt_at) select task_id, index_name, 'index', version,"
                        + " 'throttled', 'busy', 'task-events', '', false, 'PENDING', now() from task"
                        + " where task_id like 'due-%'");
    }

    /** Sends all the time, until it is over; how many loads it was. */
    private int traffic(Site site) {
        int loads = 0;
        do {
            Load.acceptable("roll" + loads, 10).sendTo(site);
            loads++;
        } while (!passed(Duration.ofMillis(200)));
        return loads;
    }

    private boolean passed(Duration time) {
        try {
            return over.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
