package io.landfall.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.simulator.DispatchWorker;
import io.landfall.simulator.FaultShares;
import io.landfall.simulator.TrafficOptions;
import io.landfall.stack.LocalStack;

/**
 * Tasks that go silent, found and repaired by the default rules, with time scaled: so many times as fast as it is. Of the
 * tasks, 3.7 % lose the event that ends them, 1 % fail and tell nobody, 1 % have a call that runs for long, the dispatch of 0.3 % is lost, and
 * of 1 % the call log is told 25 s late. What is right is known from what was told, not from what Landfall makes of it.
 */
final class HeadlineBench {
    private static final String NAME = "bench-headline";
    private static final String EVENTS = NAME;
    private static final String CALLS = NAME + "-calls";
    private static final String DISPATCH = NAME + "-dispatch";
    private static final FaultShares SHARES = new FaultShares(0.037, 0, 0, 0, 0, 0, 0, 0, 0.003, 0.01, 0.01, 0.01);
    /** A call that takes long takes longer than a task may be silent, and is looked at more than once. */
    private static final Duration LONG_CALL = Duration.ofMinutes(20);

    private static final Duration LOOK = Duration.ofSeconds(1);
    /** Unscaled, from the last task's start: long calls, deadlines, and what is late may all be over by then. */
    private static final Duration LONGEST = Duration.ofHours(3);

    private final BenchOptions options;
    private final LocalStack stack;
    private final int tasks = BenchOptions.number("bench.tasks", 20_000);
    private final int factor = BenchOptions.number("bench.factor", 20);
    private final int perSecond = BenchOptions.number("bench.rate", 100);

    private HeadlineBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers())) {
            new HeadlineBench(options, stack).measure();
        }
    }

    private void measure() throws Exception {
        new Topics(stack.bootstrapServers())
                .create(List.of(EVENTS, CALLS, DISPATCH, "landfall.dead-letters", "landfall.alarms"));
        new Elastic(stack.elasticsearchUrl()).createIndex(NAME + "-000001", NAME);
        TrafficOptions traffic = TrafficOptions.defaults()
                .withRun("headline")
                .withTopics(EVENTS, CALLS)
                .withFaults(SHARES)
                .withLongCall(LONG_CALL);
        Contender.Place place = new Contender.Place(stack, EVENTS, NAME, NAME, tasks, arguments(), options.jvm());
        try (Child child = Contender.LANDFALL.start(place)) {
            try (Group group = new Group(stack.bootstrapServers(), NAME, EVENTS)) {
                child.await(group::isReading, Duration.ofMinutes(3));
            }
            HeadlineTruth truth = new HeadlineTruth(traffic, factor);
            try (DispatchWorker worker = DispatchWorker.start(
                            stack.bootstrapServers(), DISPATCH, traffic, java.time.Clock.systemUTC());
                    HeadlineLoad load = new HeadlineLoad(stack.bootstrapServers(), truth)) {
                load.send(tasks, perSecond);
                JdbcTemplate ledger = ledger();
                double before = HeadlineReport.silent(truth);
                awaitEnd(child, ledger);
                new HeadlineReport(ledger, truth, worker.runs(), before, tasks, factor, perSecond).tell();
            }
        }
    }

    /** The defaults, divided by the factor. */
    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(options.arguments());
        arguments.add("--landfall.topics.model-calls=" + CALLS);
        arguments.add("--landfall.calls.group=" + CALLS);
        arguments.add("--landfall.topics.dispatch=" + DISPATCH);
        arguments.add(scaled("min-age", Duration.ofMinutes(5)));
        arguments.add(scaled("confirm-after", Duration.ofSeconds(30)));
        arguments.add(scaled("period", Duration.ofMinutes(2)));
        arguments.add(scaled("deadline", Duration.ofHours(1)));
        arguments.add(scaled("longest-wait", Duration.ofHours(1)));
        arguments.add(scaled("beat", Duration.ofSeconds(5)));
        return arguments;
    }

    private String scaled(String key, Duration unscaled) {
        return "--landfall.inspection." + key + "=" + unscaled.dividedBy(factor).toMillis() + "ms";
    }

    private JdbcTemplate ledger() {
        return LedgerDatabase.open(stack, NAME);
    }

    /** All tasks are there and final, or the time is over. */
    private void awaitEnd(Child child, JdbcTemplate ledger) throws IOException {
        long deadline = System.nanoTime() + LONGEST.dividedBy(factor).toNanos();
        while (System.nanoTime() - deadline < 0) {
            child.checkAlive();
            Long open = ledger.queryForObject("select count(*) from task where due_at is not null", Long.class);
            Long all = ledger.queryForObject("select count(*) from task", Long.class);
            if (open != null && open == 0 && all != null && all >= tasks) {
                return;
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }
}
