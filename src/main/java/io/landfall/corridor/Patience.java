package io.landfall.corridor;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.StatefulService;
import org.jspecify.annotations.Nullable;

/**
 * How long one batch may wait for components that are away: till a bound that all its steps share, or till the context
 * or the route that received it is stopped.
 */
public final class Patience {
    /** The exchange property that carries it. */
    public static final String PROPERTY = "landfall.patience";
    /** Half of Kafka's default {@code max.poll.interval.ms}: a batch must end before its consumer is thrown out. */
    public static final Duration DEFAULT = Duration.ofSeconds(150);

    /** So often it looks whether it must stop. */
    private static final Duration GLANCE = Duration.ofMillis(50);

    private static final Duration SHORTEST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final long endNanos;
    private final BooleanSupplier stopping;

    private Patience(Duration bound, BooleanSupplier stopping) {
        this.endNanos = System.nanoTime() + bound.toNanos();
        this.stopping = stopping;
    }

    /** Starts now; {@code stopping} is asked often and must be cheap. */
    public static Patience of(Duration bound, BooleanSupplier stopping) {
        return new Patience(bound, stopping);
    }

    /** Starts now, for the batch in this exchange, and stays in its property. */
    public static Patience begin(Exchange exchange, Duration bound) {
        CamelContext context = exchange.getContext();
        String routeId = exchange.getFromRouteId();
        Route route = routeId == null ? null : context.getRoute(routeId);
        Consumer consumer = route == null ? null : route.getConsumer();
        Patience patience = new Patience(bound, () -> isStopping(context, consumer));
        exchange.setProperty(PROPERTY, patience);
        return patience;
    }

    /** That of the exchange's batch; one that begins now, when it has none yet. */
    public static Patience of(Exchange exchange) {
        Patience patience = exchange.getProperty(PROPERTY, Patience.class);
        return patience == null ? begin(exchange, DEFAULT) : patience;
    }

    private static boolean isStopping(CamelContext context, @Nullable Consumer consumer) {
        return context.isStopping()
                || context.isStopped()
                || (consumer instanceof StatefulService service && (service.isStopping() || service.isStopped()));
    }

    /**
     * Waits, but not beyond the end.
     *
     * @return false: the patience is over, and nothing more may be waited for. An interrupt ends it too and stays set
     */
    public boolean pause(Duration wanted) {
        long until = System.nanoTime() + wanted.toNanos();
        while (true) {
            long now = System.nanoTime();
            if (endNanos - now <= 0
                    || stopping.getAsBoolean()
                    || Thread.currentThread().isInterrupted()) {
                return false;
            }
            if (until - now <= 0) {
                return true;
            }
            LockSupport.parkNanos(this, Math.min(GLANCE.toNanos(), Math.min(until, endNanos) - now));
        }
    }

    /**
     * Waits before the next try, half a second doubling to ten, with jitter.
     *
     * @param tries made so far, from 1
     * @return false: don't try again
     */
    boolean pauseAfter(int tries) {
        long ceiling = Math.min(LONGEST.toNanos(), SHORTEST.toNanos() << Math.min(tries - 1, 10));
        return pause(Duration.ofNanos(ceiling / 2 + ThreadLocalRandom.current().nextLong(ceiling / 2)));
    }
}
