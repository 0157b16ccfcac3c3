package io.landfall.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/** One run of one contender over one variant of the backlog: started, watched from outside, measured, ended. */
final class BacklogRun {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Contender contender;
    private final Contender.Place place;
    private final Elastic elastic;
    private final Variant variant;
    private final int events;

    /** @param events of the topic, copies included */
    BacklogRun(Contender contender, Contender.Place place, Variant variant, int events) {
        this.contender = contender;
        this.place = place;
        this.elastic = new Elastic(place.stack().elasticsearchUrl());
        this.variant = variant;
        this.events = events;
    }

    Measured measure() throws Exception {
        String index = place.index() + "-000001";
        elastic.createIndex(index, place.index());
        try {
            return contender.reads() ? measureReader(contender::start) : measureLimit();
        } finally {
            elastic.delete(index);
        }
    }

    /** The same of one that finds what it left where it worked before. */
    Measured measureAgain() throws Exception {
        return measureReader(contender::again);
    }

    private Measured measureReader(Start start) throws Exception {
        long startedAt = System.nanoTime();
        try (Group group = new Group(place.stack().bootstrapServers(), place.group(), place.topic());
                Child child = start.of(place)) {
            await(child, START, group::isReading);
            Clocks before = new Clocks(child);
            await(child, LONGEST, () -> group.lag() == 0);
            return result(startedAt, before, new Clocks(child), child);
        }
    }

    private Measured measureLimit() throws Exception {
        long startedAt = System.nanoTime();
        try (Child child = contender.start(place)) {
            child.await(Limit.READY, START);
            Clocks before = new Clocks(child);
            child.await(Limit.DONE, LONGEST);
            return result(startedAt, before, new Clocks(child), child);
        }
    }

    private Measured result(long startedAt, Clocks before, Clocks after, Child child) throws IOException {
        long peak = child.peakMebibytes();
        long found = elastic.count(place.index());
        if (found != place.tasks()) {
            System.out.printf("%s: %d documents for %d tasks%n", contender.label(), found, place.tasks());
        }
        Map<String, Duration> servers = new LinkedHashMap<>();
        after.servers.forEach((name, cpu) -> servers.put(name, cpu.minus(before.servers.get(name))));
        return new Measured(
                events,
                Duration.ofNanos(after.at - before.at),
                Duration.ofNanos(after.at - startedAt),
                after.child.minus(before.child),
                after.child,
                servers,
                peak,
                Exactness.of(elastic, place.index(), variant, place.tasks()));
    }

    private void await(Child child, Duration most, Condition condition) throws Exception {
        long deadline = System.nanoTime() + most.toNanos();
        while (!condition.holds()) {
            child.checkAlive();
            if (System.nanoTime() > deadline) {
                throw new IOException(contender.label() + " was not done within " + most);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private interface Start {
        Child of(Contender.Place place) throws Exception;
    }

    private interface Condition {
        boolean holds() throws InterruptedException, ExecutionException;
    }

    /** All clocks at one moment. */
    private final class Clocks {
        final long at = System.nanoTime();
        final Duration child;
        final Map<String, Duration> servers = new LinkedHashMap<>();

        Clocks(Child process) {
            child = process.cpu();
            servers.put(
                    "elasticsearch", Cpu.ofTree(place.stack().elasticsearch().pid()));
            servers.put("kafka", Cpu.ofTree(place.stack().kafka().pid()));
            servers.put("postgres", Cpu.ofTree(place.stack().postgres().pid()));
        }
    }
}
