package io.landfall.corridor;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ServiceStatus;

/** How long one batch may wait for a component that is away; ends at once when its route is told to stop. */
final class Patience {
    private static final String PROPERTY = "landfall.patience";
    private static final Duration DEFAULT = Duration.ofSeconds(150);
    private static final Duration SHORTEST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final CamelContext context;
    private final String routeId;
    private final long endsAt;

    private Patience(CamelContext context, String routeId, Duration atMost) {
        this.context = context;
        this.routeId = routeId;
        this.endsAt = System.nanoTime() + atMost.toNanos();
    }

    /** Begins now, for the whole of the exchange. */
    static Patience carriedOn(Exchange exchange, Duration atMost) {
        Patience patience = new Patience(exchange.getContext(), exchange.getFromRouteId(), atMost);
        exchange.setProperty(PROPERTY, patience);
        return patience;
    }

    /** The one that the exchange carries; begins a default one when it carries none. */
    static Patience of(Exchange exchange) {
        Patience carried = exchange.getProperty(PROPERTY, Patience.class);
        return carried == null ? carriedOn(exchange, DEFAULT) : carried;
    }

    /**
     * Waits before the next try: half a second doubling to ten, with jitter.
     *
     * @param tries made so far, from 1
     * @return false: don't try again, the time is over or the route is stopping
     */
    boolean pause(int tries) {
        long pause = SHORTEST.toNanos() << Math.min(10, tries - 1);
        pause = Math.min(pause, LONGEST.toNanos());
        pause = pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2);
        long until = System.nanoTime() + pause;
        while (System.nanoTime() < until) {
            if (isOver()) {
                return false;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(Math.min(LOOK.toNanos(), Math.max(1, until - System.nanoTime())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return !isOver();
    }

    private boolean isOver() {
        return System.nanoTime() - endsAt >= 0 || isStopping();
    }

    private boolean isStopping() {
        if (context.isStopping() || context.isStopped()) {
            return true;
        }
        ServiceStatus status =
                routeId == null ? null : context.getRouteController().getRouteStatus(routeId);
        return status != null && (status.isStopping() || status.isStopped());
    }
}
