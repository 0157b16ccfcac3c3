package io.landfall.corridor;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.RouteRemovedEvent;
import org.apache.camel.spi.CamelEvent.RouteStartedEvent;
import org.apache.camel.spi.CamelEvent.RouteStoppedEvent;
import org.apache.camel.support.SimpleEventNotifierSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Remembers when routes were stopped, for Camel does not. */
@Component
final class RouteStops extends SimpleEventNotifierSupport {
    private final Map<String, Instant> stops = new ConcurrentHashMap<>();

    /** By this node's clock; null: it runs, or never did. */
    @Nullable
    Instant since(String routeId) {
        return stops.get(routeId);
    }

    @Override
    public void notify(CamelEvent event) {
        if (event instanceof RouteStoppedEvent stopped) {
            stops.put(stopped.getRoute().getRouteId(), Instant.now());
        } else if (event instanceof RouteStartedEvent started) {
            stops.remove(started.getRoute().getRouteId());
        } else if (event instanceof RouteRemovedEvent removed) {
            stops.remove(removed.getRoute().getRouteId());
        }
    }
}
