package io.landfall.bench;

import java.time.Duration;
import java.util.Map;

/**
 * One run of one contender.
 *
 * @param events of the backlog, copies included
 * @param took from the first partition assigned to the last offset committed
 * @param sinceStart the same, from the start of the process
 * @param cpu of the contender, in the time {@code took}
 * @param cpuSinceStart the same, from the start of the process
 * @param serverCpu of each server, in the time {@code took}
 * @param peakMebibytes most memory of the contender ever resident
 */
record Measured(
        int events,
        Duration took,
        Duration sinceStart,
        Duration cpu,
        Duration cpuSinceStart,
        Map<String, Duration> serverCpu,
        long peakMebibytes,
        Exactness exactness) {

    double eventsPerSecond() {
        return events / seconds(took);
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
