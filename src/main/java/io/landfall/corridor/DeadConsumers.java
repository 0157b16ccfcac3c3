package io.landfall.corridor;

import java.util.List;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.component.kafka.KafkaConsumer;
import org.apache.camel.component.kafka.TaskHealthState;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.ledger.LedgerConfiguration;

/**
 * Routes that are started and yet receive nothing: a thread of their Kafka consumer has ended, as it does after an error
 * that Camel does not expect. Nothing is lost, it waits in the topic; but nobody would see it.
 */
@Component
final class DeadConsumers {
    private final CamelContext camel;
    private final Alarms alarms;
    private final String key;

    DeadConsumers(CamelContext camel, Alarms alarms, LedgerConfiguration ledger) {
        this.camel = camel;
        this.alarms = alarms;
        this.key = "consumer-dead:" + ledger.node();
    }

    /** Whether a thread of its consumer has ended while it is started. */
    static boolean isIn(Route route) {
        return route.getCamelContext().getRouteController().getRouteStatus(route.getRouteId()) == ServiceStatus.Started
                && route.getConsumer() instanceof KafkaConsumer consumer
                && consumer.healthStates().stream().anyMatch(TaskHealthState::isTerminated);
    }

    @Scheduled(fixedDelayString = "${landfall.ops.sample-period:10s}")
    void look() {
        List<String> dead = camel.getRoutes().stream()
                .filter(DeadConsumers::isIn)
                .map(Route::getRouteId)
                .sorted()
                .toList();
        if (dead.isEmpty()) {
            alarms.close(key);
        } else {
            alarms.raise(key, Severity.P1, "started, and a thread that receives has ended: " + String.join(", ", dead));
        }
    }
}
