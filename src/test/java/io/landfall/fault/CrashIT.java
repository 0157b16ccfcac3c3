package io.landfall.fault;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;

/** Killed between any two steps of the way: the next node finds and lands what was left. */
class CrashIT {
    private static final Path FILE = Path.of("target", "fault", "crash-order").toAbsolutePath();
    private static Site site;
    private static Product node;
    private static int load;

    @BeforeAll
    static void begin() {
        CrashPoint.disarm(FILE);
        site = Site.fresh("crashsite", 3);
        node = Product.of(site, "one").as(CrashingLandfall.class).with(CrashPoint.KEY, FILE.toString());
        node.start();
    }

    @AfterAll
    static void end() {
        node.close();
    }

    @AfterEach
    void disarm() {
        CrashPoint.disarm(FILE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "before read-events",
                "after read-events",
                "after apply-events",
                "after next-bulk",
                "after to-send-bulk",
                "after note-landings",
                "after to-record-failures",
                "before commit-offsets",
                "after commit-offsets"
            })
    void a_node_killed_there_leaves_nothing_undone_for_the_next(String place) {
        node.start();
        CrashPoint.arm(FILE, place, 2);
        Load.mixed("c" + ++load, 60).sendTo(site);

        assertThat(node.awaitEnd()).isEqualTo(CrashPoint.EXIT_CODE);
        assertThat(node.said()).contains("halts " + place);
        CrashPoint.disarm(FILE);
        try (Offsets offsets = site.offsets()) {
            assertThat(offsets.lag()).isPositive();
            // the node that finds it is the one that is killed next
            node.start();
            offsets.awaitSettled(Wait.MOST);
        }

        Truth.check(site);
    }
}
