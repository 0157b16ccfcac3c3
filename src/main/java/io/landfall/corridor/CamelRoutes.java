package io.landfall.corridor;

import java.util.Comparator;
import java.util.List;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import io.landfall.ledger.NotAsExpected;
import io.landfall.overview.RouteStates;

/** The routes as Camel has them. */
@Component
final class CamelRoutes implements RouteStates {
    private static final Logger LOG = LoggerFactory.getLogger(CamelRoutes.class);

    private final CamelContext camel;
    private final RouteStops stops;

    CamelRoutes(CamelContext camel, RouteStops stops) {
        this.camel = camel;
        this.stops = stops;
    }

    @Override
    public List<RouteState> routes() {
        return camel.getRoutes().stream()
                .map(this::state)
                .sorted(Comparator.comparing(RouteState::id))
                .toList();
    }

    private RouteState state(Route route) {
        ServiceStatus status = camel.getRouteController().getRouteStatus(route.getRouteId());
        boolean dead = DeadConsumers.isIn(route);
        return new RouteState(
                route.getRouteId(),
                route.getGroup(),
                dead ? "Dead" : String.valueOf(status),
                dead || (route.isAutoStartup() && status != ServiceStatus.Started),
                stops.since(route.getRouteId()));
    }

    @Override
    public boolean start(String id) {
        Route route = camel.getRoute(id);
        if (route == null) {
            return false;
        }
        if (!route.isAutoStartup()) {
            throw new NotAsExpected("Route " + id + " is off by configuration.");
        }
        boolean dead = DeadConsumers.isIn(route);
        if (!dead && camel.getRouteController().getRouteStatus(id) == ServiceStatus.Started) {
            throw new NotAsExpected("Route " + id + " is at work.");
        }
        try {
            if (dead) {
                camel.getRouteController().stopRoute(id);
            }
            camel.getRouteController().startRoute(id);
        } catch (Exception e) {
            LOG.warn("route {} can't be started", id, e);
            throw new NotAsExpected("Route " + id + " can't be started: " + e.getMessage());
        }
        return true;
    }
}
