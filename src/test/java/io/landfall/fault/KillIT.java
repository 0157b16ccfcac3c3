package io.landfall.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.landfall.fault.EsProxy.Behaviour;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;

/** Killed from outside while the view still owes an answer. */
class KillIT {
    private static final int TASKS = 500;
    private static final int BATCH = 10;
    private static final int PARTITIONS = 2;

    private final EsProxy proxy = EsProxy.before(Site.stack().elasticsearchUrl());
    private final CountDownLatch held = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private Product node;

    @AfterEach
    void end() {
        held.countDown();
        node.close();
        proxy.close();
    }

    @Test
    void all_events_land_when_the_node_is_killed_before_its_write_returned() {
        Site site = killedWhile("killsitea", afterBulks(5, call -> {
            EsProxy.Reply reply = call.pass();
            hold();
            return reply;
        }));

        landsAll(site);
    }

    @Test
    void a_replay_of_events_that_are_all_applied_still_writes_their_documents() {
        Site site = killedWhile("killsiteb", afterBulks(5, call -> {
            hold();
            return EsProxy.Reply.RESET;
        }));
        long unlanded = site.count("task where landed_version < version");
        assertThat(unlanded).isPositive();

        landsAll(site);
        assertThat(site.booked("already_applied")).isGreaterThanOrEqualTo(unlanded);
    }

    @Test
    void a_stop_does_not_wait_for_a_view_that_does_not_answer() {
        Site site = waitingSite("killsitec", afterBulks(5, call -> {
            hold();
            return EsProxy.Reply.RESET;
        }));
        node.stop();
        assertThat(node.awaitEnd()).isEqualTo(128 + 15);
        proxy.behave(EsProxy.TRANSPARENT);
        held.countDown();

        landsAll(site);
    }

    private Site killedWhile(String name, Behaviour behaviour) {
        Site site = waitingSite(name, behaviour);
        node.kill();
        proxy.behave(EsProxy.TRANSPARENT);
        held.countDown();
        return site;
    }

    private Site waitingSite(String name, Behaviour behaviour) {
        Site site = Site.fresh(name, PARTITIONS);
        node = Product.of(site, "one")
                .with("landfall.view.url", proxy.url())
                .with("landfall.view.response-timeout", "3m")
                .with("landfall.events.batch-size", "" + BATCH);
        proxy.behave(behaviour);
        oneEventATask().sendTo(site);
        node.start();
        Awaitility.await().atMost(Wait.MOST).until(() -> waiting.get() >= PARTITIONS);
        return site;
    }

    private static Load oneEventATask() {
        List<Load.Entry> records = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            records.add(Load.entry(
                    "task-" + i, "{'eventId':'1','taskId':'%s','type':'COMPLETED','patch':{'n':" + i + "}}"));
        }
        return new Load(records);
    }

    private void landsAll(Site site) {
        node.start();
        try (Offsets offsets = site.offsets()) {
            offsets.awaitSettled(Wait.MOST);
        }
        assertThat(site.count("task where state = 'ANALYZED' and landed_version = version"))
                .isEqualTo(TASKS);
        assertThat(site.booked("received") - TASKS).isBetween(1L, (long) PARTITIONS * BATCH);
        Truth.check(site);
    }

    private void hold() {
        waiting.incrementAndGet();
        try {
            held.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Behaviour afterBulks(int bulks, Behaviour then) {
        AtomicInteger seen = new AtomicInteger();
        return call -> call.isBulk() && seen.incrementAndGet() > bulks ? then.on(call) : call.pass();
    }
}
