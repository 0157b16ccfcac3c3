package io.landfall.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.landfall.fault.Mischief.Scene;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two nodes at work while one thing after the other goes wrong, drawn from a seed: {@code -Dsoak.seed}, {@code -Dsoak.minutes}. When
 * it is over, everything lands, and the truth, the audit and the books have nothing to say.
 */
class SoakIT {
    private static final Logger LOG = LoggerFactory.getLogger(SoakIT.class);
    private static final int DEFAULT_MINUTES = 3;
    private static final Duration CONVERGED = Duration.ofMinutes(8);

    private final long seed = Long.getLong("soak.seed", System.nanoTime());
    private final Duration length = Duration.ofMinutes(Integer.getInteger("soak.minutes", DEFAULT_MINUTES));
    private final CountDownLatch over = new CountDownLatch(1);
    private final EsProxy proxy = EsProxy.before(Site.stack().elasticsearchUrl());
    private final List<Misfortune> done = new ArrayList<>();
    private Scene scene;

    @AfterEach
    void end() {
        over.countDown();
        if (scene != null) {
            Mischief.endAll(scene);
            scene.one().close();
            scene.two().close();
        }
        proxy.close();
    }

    @Test
    void whatever_goes_wrong_all_lands_when_it_is_over() {
        say("soak of " + length + " with -Dsoak.seed=" + seed);
        Site site = Site.fresh("soaksite", 3);
        scene = new Scene(
                site, proxy, node(site, "one").start(), node(site, "two").launch());
        CompletableFuture<Integer> traffic = CompletableFuture.supplyAsync(() -> traffic(site));
        try {
            misbehave();
            over.countDown();
            int loads = traffic.join();
            Mischief.endAll(scene);
            scene.one().start();
            scene.two().start();
            try (Offsets offsets = site.offsets()) {
                offsets.awaitSettled(CONVERGED);
            }
            say(loads + " loads, " + site.count("task") + " tasks, " + site.count("task_event") + " logged events, "
                    + site.booked("already_applied") + " repeats, " + site.count("failure") + " failures");
            assertThat(site.count("task")).isGreaterThan(loads);
            Truth.check(site);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("-Dsoak.seed=" + seed + " after " + done + ": " + e.getMessage(), e);
        }
    }

    private Product node(Site site, String name) {
        return Product.of(site, name)
                .with("landfall.view.url", proxy.url())
                .with("landfall.view.response-timeout", "5s")
                .with("spring.datasource.hikari.data-source-properties.socketTimeout", "20");
    }

    private void misbehave() {
        Random random = new Random(seed);
        long until = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < until) {
            Misfortune step = Misfortune.next(random);
            done.add(step);
            say(done.size() + ": " + step);
            step.what().begin(scene);
            pass(step.howLong());
            step.what().end(scene);
            pass(step.calm());
            // killed by what was done to its servers at its start: nodes are brought back by whoever runs them
            scene.one().launch();
            scene.two().launch();
        }
    }

    /** Sends until it is over; a load that the broker did not take whole is sent again, which makes repeats. */
    private int traffic(Site site) {
        int loads = 0;
        do {
            Load load = Load.mixed("soak" + loads, 15);
            while (!sent(load, site) && over.getCount() > 0) {
                LOG.info("load {} is sent again", loads);
            }
            loads++;
        } while (!passed(Duration.ofSeconds(1)));
        return loads;
    }

    private static boolean sent(Load load, Site site) {
        try {
            load.sendTo(site);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private boolean passed(Duration time) {
        try {
            return over.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void pass(Duration time) {
        assertThat(passed(time)).isFalse();
    }

    /** On the terminal too, so that a soak can be repeated. */
    private static void say(String what) {
        LOG.info(what);
        System.out.println(what);
    }
}
