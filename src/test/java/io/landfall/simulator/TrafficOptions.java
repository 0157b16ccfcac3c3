package io.landfall.simulator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import org.springframework.core.env.PropertyResolver;

/**
 * What traffic to make.
 *
 * @param traffic false: none at all
 * @param rate new tasks a second, above 0
 * @param seed same seed, run, rate and shares: same records
 * @param run part of every id, so that two runs on the same ledger do not reuse each other's ids; 1-40 characters
 * @param platform named in every SUBMITTED and call; empty: none, so the call log answers for the calls
 * @param eventsTopic where events go
 * @param callsTopic where the call log goes
 * @param longCall how long a call takes that takes long, up to twice that
 */
public record TrafficOptions(
        boolean traffic,
        double rate,
        long seed,
        String run,
        String platform,
        String eventsTopic,
        String callsTopic,
        FaultShares faults,
        Duration longCall) {
    public static final String EVENTS_TOPIC = "landfall.task-events";
    public static final String CALLS_TOPIC = "landfall.model-calls";
    private static final Duration LONG_CALL = Duration.ofMinutes(4);

    public TrafficOptions {
        interval(rate);
        if (run.isEmpty() || run.length() > 40) {
            throw new IllegalArgumentException("landfall.demo.run is '" + run + "'; it may be 1 to 40 characters");
        }
    }

    /** Five tasks a second on an ordinary bad day. */
    public static TrafficOptions defaults() {
        return new TrafficOptions(true, 5, 42, "run", "", EVENTS_TOPIC, CALLS_TOPIC, FaultShares.ordinary(), LONG_CALL);
    }

    /**
     * The keys {@code landfall.demo.{traffic,rate,seed,run,platform,events-topic,calls-topic}} and
     * {@code landfall.demo.faults.*}, over the defaults; a run that is not given is named after the clock.
     */
    public static TrafficOptions from(PropertyResolver properties, Clock clock) {
        Keys keys = new Keys(properties);
        FaultShares ordinary = FaultShares.ordinary();
        FaultShares faults = new FaultShares(
                keys.share("lost-final", ordinary.lostFinal()),
                keys.share("late-final", ordinary.lateFinal()),
                keys.share("duplicated", ordinary.duplicated()),
                keys.share("reordered", ordinary.reordered()),
                keys.share("wrong-type", ordinary.wrongType()),
                keys.share("malformed", ordinary.malformed()),
                keys.share("retried", ordinary.retried()),
                keys.share("failed", ordinary.failed()),
                keys.share("lost-start", ordinary.lostStart()),
                keys.share("failed-silently", ordinary.failedSilently()),
                keys.share("running-long", ordinary.runningLong()),
                keys.share("late-call", ordinary.lateCall()));
        TrafficOptions defaults = defaults();
        return new TrafficOptions(
                keys.value("traffic", Boolean.class, defaults.traffic),
                keys.value("rate", Double.class, defaults.rate),
                keys.value("seed", Long.class, defaults.seed),
                keys.value("run", String.class, nameOf(clock.instant())),
                keys.value("platform", String.class, defaults.platform),
                keys.value("events-topic", String.class, defaults.eventsTopic),
                keys.value("calls-topic", String.class, defaults.callsTopic),
                faults,
                defaults.longCall);
    }

    public TrafficOptions withRate(double tasksPerSecond) {
        return new TrafficOptions(
                traffic, tasksPerSecond, seed, run, platform, eventsTopic, callsTopic, faults, longCall);
    }

    public TrafficOptions withSeed(long other) {
        return new TrafficOptions(traffic, rate, other, run, platform, eventsTopic, callsTopic, faults, longCall);
    }

    public TrafficOptions withRun(String other) {
        return new TrafficOptions(traffic, rate, seed, other, platform, eventsTopic, callsTopic, faults, longCall);
    }

    public TrafficOptions withTopics(String events, String calls) {
        return new TrafficOptions(traffic, rate, seed, run, platform, events, calls, faults, longCall);
    }

    public TrafficOptions withFaults(FaultShares shares) {
        return new TrafficOptions(traffic, rate, seed, run, platform, eventsTopic, callsTopic, shares, longCall);
    }

    public TrafficOptions withLongCall(Duration atLeast) {
        return new TrafficOptions(traffic, rate, seed, run, platform, eventsTopic, callsTopic, faults, atLeast);
    }

    /** The time between the starts of two tasks at this many tasks a second. */
    static Duration interval(double tasksPerSecond) {
        if (!(tasksPerSecond >= 0.001 && tasksPerSecond <= 1_000_000)) {
            throw new IllegalArgumentException(
                    "landfall.demo.rate is " + tasksPerSecond + "; it may be 0.001 to 1000000 tasks a second");
        }
        return Duration.ofNanos(Math.round(1_000_000_000 / tasksPerSecond));
    }

    private static String nameOf(Instant start) {
        return Long.toString(start.getEpochSecond(), 36);
    }

    private record Keys(PropertyResolver properties) {
        <T> T value(String name, Class<T> type, T fallback) {
            return properties.getProperty("landfall.demo." + name, type, fallback);
        }

        double share(String name, double fallback) {
            return value("faults." + name, Double.class, fallback);
        }
    }
}
