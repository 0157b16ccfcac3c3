package io.landfall.corridor;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/** Whether every route that should run does, its receiving threads too; one that is not started by itself may be off. */
@Component("routesHealthIndicator")
final class RoutesHealth implements HealthIndicator {
    private final CamelContext camel;

    RoutesHealth(CamelContext camel) {
        this.camel = camel;
    }

    @Override
    public Health health() {
        Map<String, String> idle = new TreeMap<>();
        Set<String> off = new TreeSet<>();
        int started = 0;
        // none at all: started where the folder routes is not
        boolean down = !camel.isStarted() || camel.getRoutes().isEmpty();
        for (Route route : camel.getRoutes()) {
            ServiceStatus status = camel.getRouteController().getRouteStatus(route.getRouteId());
            if (DeadConsumers.isIn(route)) {
                idle.put(route.getRouteId(), "Started, but a thread that receives has ended");
                down = true;
            } else if (status == ServiceStatus.Started) {
                started++;
            } else if (route.isAutoStartup()) {
                idle.put(route.getRouteId(), String.valueOf(status));
                down = true;
            } else {
                off.add(route.getRouteId());
            }
        }
        Health.Builder health = down ? Health.down() : Health.up();
        health.withDetail("started", started);
        if (!off.isEmpty()) {
            health.withDetail("offByConfiguration", off);
        }
        return idle.isEmpty()
                ? health.build()
                : health.withDetail("notRunning", idle).build();
    }
}
