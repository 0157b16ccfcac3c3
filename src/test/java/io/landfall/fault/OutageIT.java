package io.landfall.fault;

import java.time.Duration;
import java.util.concurrent.Callable;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;

/** A whole server is away for a while: the batches wait, no document gets a failure of its own, and all lands after. */
class OutageIT {
    private static final Duration AWAY = Duration.ofSeconds(20);

    private static Site site;
    private static Product node;
    private static Offsets offsets;
    private static int load;
    private int saidBefore;

    @BeforeAll
    static void begin() {
        site = Site.fresh("outagesite", 3);
        offsets = site.offsets();
        node = Product.of(site, "one").with("landfall.view.response-timeout", "5s");
    }

    @AfterAll
    static void end() {
        node.close();
        offsets.close();
    }

    @BeforeEach
    void aNodeAtWork() {
        node.start();
        send();
        offsets.awaitSettled(Wait.MOST);
        saidBefore = node.said().length();
    }

    @AfterEach
    void allServersThere() {
        Site.stack().elasticsearch().thaw();
        Site.stack().elasticsearch().start();
        Site.stack().postgres().start();
        Site.stack().kafka().start();
    }

    @Test
    void a_killed_view_is_waited_for() {
        Site.stack().elasticsearch().kill();
        send();
        stays(AWAY, () -> unlanded() == 0 && offsets.lag() == 0);
        assertThat(unlanded()).isPositive();
        Site.stack().elasticsearch().start();

        everythingLands();
        noBatchFailed();
    }

    @Test
    void a_frozen_view_is_waited_for() {
        Site.stack().elasticsearch().freeze();
        send();
        stays(AWAY, () -> unlanded() == 0 && offsets.lag() == 0);
        assertThat(unlanded()).isPositive();
        Site.stack().elasticsearch().thaw();

        everythingLands();
        noBatchFailed();
    }

    @Test
    void a_killed_ledger_is_waited_for() {
        // so quiet that nothing of the ledger is remembered any more, its time neither
        stays(Duration.ofSeconds(11), () -> !node.isRunning());
        Site.stack().postgres().kill();
        send();
        stays(AWAY, () -> offsets.lag() == 0);
        Site.stack().postgres().start();

        everythingLands();
        noBatchFailed();
    }

    @Test
    void a_killed_broker_is_waited_for() {
        send();
        Site.stack().kafka().kill();
        stays(AWAY, () -> !node.isRunning());
        Site.stack().kafka().start();
        send();

        everythingLands();
    }

    private static void send() {
        Load.acceptable("o" + ++load, 40).sendTo(site);
    }

    private static long unlanded() {
        return site.count("task where landed_version < version");
    }

    /** Nothing like that happens for so long. */
    private static void stays(Duration howLong, Callable<Boolean> not) {
        Awaitility.await()
                .atMost(howLong.plus(Wait.MOST))
                .pollInterval(Duration.ofSeconds(1))
                .during(howLong)
                .until(() -> !not.call());
    }

    /** It waited inside its route: a batch that fails is read again, with a rebalance each time. */
    private void noBatchFailed() {
        assertThat(node.said().substring(saidBefore).lines())
                // what was left out of the minute before is of the test before
                .filteredOn(line -> !line.contains("RepeatedLines"))
                .noneMatch(line -> line.contains("Will break on first error"));
    }

    private static void everythingLands() {
        offsets.awaitSettled(Wait.MOST);
        assertThat(site.count("failure")).isZero();
        assertThat(unlanded()).isZero();
        Truth.check(site);
    }
}
