package io.landfall.ops;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;

import io.landfall.failure.IndexBlock;
import io.landfall.view.IndexBreakers;

/** The view is well when its servers are, and every index takes writes: else some documents can't land. */
final class ViewHealth implements HealthIndicator {
    private final HealthIndicator servers;
    private final IndexBreakers breakers;

    ViewHealth(HealthIndicator servers, IndexBreakers breakers) {
        this.servers = servers;
        this.breakers = breakers;
    }

    @Override
    public Health health() {
        Health health = servers.health();
        List<IndexBlock> blocks = breakers.blocks();
        if (blocks.isEmpty()) {
            return health;
        }
        Map<String, Map<String, String>> blocked = new LinkedHashMap<>();
        for (IndexBlock block : blocks) {
            blocked.put(block.index(), Map.of("since", block.since().toString(), "reason", block.reason()));
        }
        return new Health.Builder(Status.DOWN, health.getDetails())
                .withDetail("blockedIndices", blocked)
                .build();
    }
}
