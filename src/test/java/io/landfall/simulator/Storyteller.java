package io.landfall.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Tells the story of one task: what happens in it ({@link Plot}), what keeps it silent ({@link Silence}), then what goes wrong
 * on the way ({@link Mishaps}).
 */
public final class Storyteller {
    private final TrafficOptions options;

    public Storyteller(TrafficOptions options) {
        this.options = options;
    }

    /** The story of task {@code number}: a function of the options, the number and the time of its start. */
    public Story tell(long number, Instant startsAt) {
        // a random source each for what happens, what goes wrong and what is silent: other shares do not change the
        // contents
        SplittableRandom source = source(number);
        SplittableRandom contents = source.split();
        SplittableRandom accidents = source.split();
        SplittableRandom silences = source.split();
        Map<Fault, Integer> faults = new EnumMap<>(Fault.class);

        Silence silence = Silence.drawn(silences.nextDouble(), options.faults());
        Ending ending = silence.ending(Ending.drawn(accidents.nextDouble(), options.faults()));
        if (silence == Silence.NONE) {
            ending.fault().ifPresent(fault -> faults.put(fault, 1));
        }
        Plot plot = new Plot(options, "task-%s-%07d".formatted(options.run(), number), startsAt, contents, 1);
        List<Step> steps = silence.befall(plot.of(ending), silences, options, faults);

        List<Sent> sent = new Mishaps(options.faults(), accidents, faults).befall(steps);
        return new Story(plot.taskId(), startsAt, ending.isGood(), sent, faults);
    }

    /** Whether the story of that task tells that attempt, so that nobody else needs to run it. */
    boolean tellsItself(long number, int attempt) {
        SplittableRandom source = source(number);
        source.split();
        SplittableRandom accidents = source.split();
        SplittableRandom silences = source.split();
        return attempt <= 2
                && Silence.drawn(silences.nextDouble(), options.faults())
                                .ending(Ending.drawn(accidents.nextDouble(), options.faults()))
                        == Ending.AFTER_RETRY;
    }

    private SplittableRandom source(long number) {
        return new SplittableRandom(options.seed() * 1_000_003 + number);
    }

    /** A time between the two, in whole milliseconds. */
    static Duration between(SplittableRandom random, Duration least, Duration most) {
        return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
    }
}
