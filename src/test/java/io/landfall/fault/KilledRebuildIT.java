package io.landfall.fault;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A node is killed in the middle of a rebuild; another goes on. */
class KilledRebuildIT {

    private final EsProxy proxy = EsProxy.before(Site.stack().elasticsearchUrl());
    private final CountDownLatch never = new CountDownLatch(1);
    private final Site site = Site.fresh("killedrebuild", 2);
    private final Product one = node("one");
    private final Product two = node("two");

    private Product node(String name) {
        return Product.of(site, name).with("landfall.view.url", proxy.url());
    }

    @AfterEach
    void end() {
        never.countDown();
        one.close();
        two.close();
        proxy.close();
    }

    @Test
    void another_node_goes_on_where_the_killed_one_was_while_traffic_goes_on() {
        one.start();
        Load.acceptable("first", 1_500).sendTo(site);
        try (Offsets offsets = site.offsets()) {
            offsets.awaitSettled(Wait.MOST);
            long tasks = site.count("task");
            AtomicInteger pages = new AtomicInteger();
            proxy.behave(call -> {
                boolean toNew =
                        call.isBulk() && new String(call.body(), UTF_8).contains("\"" + site.index() + "-000002\"");
                if (toNew && pages.incrementAndGet() > 2) {
                    hold();
                }
                return call.pass();
            });
            site.ledger().update("insert into rebuild (index_name, started_by) values (?, 'test')", site.index());
            await().atMost(Wait.MOST).until(() -> pages.get() > 2);
            // the third may come before the second is noted
            await().atMost(Wait.MOST).until(() -> site.count("rebuild where tasks = 1000") == 1);
            one.kill();
            assertThat(site.count(
                            "rebuild where status = 'RUNNING' and phase = 'SCAN' and node = 'one' and tasks = 1000"))
                    .isEqualTo(1);

            proxy.behave(EsProxy.TRANSPARENT);
            Load.acceptable("second", 200).sendTo(site);
            two.start();
            await().atMost(Wait.MOST).until(() -> site.count("rebuild where status <> 'RUNNING'") == 1);
            offsets.awaitSettled(Wait.MOST);
            assertThat(site.count("rebuild where status = 'DONE' and node = 'two' and tasks >= " + tasks))
                    .isEqualTo(1);
        }
        Truth.check(site);
    }

    private void hold() {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
