package io.landfall.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Tells the story of one task: what happens in it ({@link Plot}), then what goes wrong on the way ({@link Mishaps}). */
final class Storyteller {
    private final TrafficOptions options;

    Storyteller(TrafficOptions options) {
        this.options = options;
    }

    /** The story of task {@code number}: a function of the options, the number and the time of its start. */
    Story tell(long number, Instant startsAt) {
        // one random source for what happens and one for what goes wrong: other shares do not change the contents
        SplittableRandom source = new SplittableRandom(options.seed() * 1_000_003 + number);
        SplittableRandom contents = source.split();
        SplittableRandom accidents = source.split();
        Map<Fault, Integer> faults = new EnumMap<>(Fault.class);

        Ending ending = Ending.drawn(accidents.nextDouble(), options.faults());
        ending.fault().ifPresent(fault -> faults.put(fault, 1));
        Plot plot = new Plot(options, "task-%s-%07d".formatted(options.run(), number), startsAt, contents);
        List<Step> steps = plot.of(ending);

        List<Sent> sent = new Mishaps(options.faults(), accidents, faults).befall(steps);
        return new Story(plot.taskId(), startsAt, ending.isGood(), sent, faults);
    }

    /** A time between the two, in whole milliseconds. */
    static Duration between(SplittableRandom random, Duration least, Duration most) {
        return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
    }
}
