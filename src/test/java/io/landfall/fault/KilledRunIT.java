package io.landfall.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A node is killed in the middle of a compensation run; another goes on. */
class KilledRunIT {
    private static final int FAILURES = 40;

    private final EsProxy proxy = EsProxy.before(Site.stack().elasticsearchUrl());
    private final CountDownLatch never = new CountDownLatch(1);
    private final Site site = Site.fresh("killedrun", 1);
    private final Product one = node("one");
    private final Product two = node("two");

    private Product node(String name) {
        return Product.of(site, name)
                .with("landfall.view.url", proxy.url())
                .with("landfall.compensation.period", "500ms")
                .with("landfall.compensation.lease", "3s")
                .with("landfall.compensation.first-backoff", "100ms")
                .with("landfall.compensation.rate", "100");
    }

    @AfterEach
    void end() {
        never.countDown();
        one.close();
        two.close();
        proxy.close();
    }

    @Test
    void the_run_of_a_killed_node_is_lost_its_claims_count_as_tries_and_another_node_goes_on() {
        one.start();
        load().sendTo(site);
        try (Offsets offsets = site.offsets()) {
            offsets.awaitSettled(Wait.MOST);
        }
        CountDownLatch held = new CountDownLatch(1);
        proxy.behave(call -> {
            if (call.isBulk()) {
                held.countDown();
                hold();
            }
            return call.pass();
        });
        site.ledger()
                .update("insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name,"
                        + " fragment, truncated, status, next_attempt_at) select task_id, index_name, 'index', version,"
                        + " 'throttled', 'busy', 'task-events', '', false, 'PENDING', now() from task");
        await().atMost(Wait.MOST).until(() -> held.getCount() == 0);
        one.kill();
        assertThat(site.count("compensation_run where ended_at is null and node = 'one'"))
                .isEqualTo(1);
        long claimed = site.count("failure where status = 'CLAIMED'");
        assertThat(claimed).isEqualTo(10);

        proxy.behave(EsProxy.TRANSPARENT);
        two.start();
        await().atMost(Wait.MOST).until(() -> site.count("failure where status = 'RESOLVED'") == FAILURES);
        assertThat(site.count("compensation_run where node = 'one' and why = 'lost'"))
                .isEqualTo(1);
        assertThat(site.count("failure_attempt where cause = 'lease-expired' and node = 'one'"))
                .isEqualTo(claimed);
        assertThat(site.count("failure where retry_count = 2")).isEqualTo(claimed);
        Truth.check(site);
    }

    private static Load load() {
        List<Load.Entry> records = new ArrayList<>();
        for (int i = 0; i < FAILURES; i++) {
            records.add(Load.entry("task-" + i, "{'eventId':'1','taskId':'%s','type':'COMPLETED','patch':{'n':1}}"));
        }
        return new Load(records);
    }

    private void hold() {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
