package io.landfall.corridor;

import java.util.Comparator;
import java.util.List;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.springframework.stereotype.Component;

import io.landfall.overview.RouteStates;

/** The routes as Camel has them. */
@Component
final class CamelRoutes implements RouteStates {
    private final CamelContext camel;

    CamelRoutes(CamelContext camel) {
        this.camel = camel;
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
                dead || (route.isAutoStartup() && status != ServiceStatus.Started));
    }
}
