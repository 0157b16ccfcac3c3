package io.landfall.fault;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * One step of a soak: what goes wrong, for how long, and how long it is quiet after that. The same seed draws the same steps,
 * whatever the machine's pace.
 */
record Misfortune(Mischief what, Duration howLong, Duration calm) {
    private static final List<Mischief> ALL = List.of(Mischief.values());
    private static final int SHORTEST = 2_000;
    private static final int LONGEST = 10_000;
    private static final int LONGEST_CALM = 6_000;

    static Misfortune next(Random random) {
        Mischief what = ALL.get(random.nextInt(ALL.size()));
        Duration howLong = Duration.ofMillis(SHORTEST + random.nextInt(LONGEST - SHORTEST));
        return new Misfortune(what, howLong, Duration.ofMillis(random.nextInt(LONGEST_CALM)));
    }
}
