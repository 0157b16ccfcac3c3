package io.landfall.corridor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.kafka.KafkaComponent;
import org.apache.camel.component.kafka.KafkaConfiguration;
import org.apache.camel.component.kafka.KafkaConsumer;
import org.apache.camel.component.kafka.KafkaEndpoint;
import org.apache.camel.component.kafka.TaskHealthState;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Status;

import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.NotAsExpected;
import io.landfall.view.KeptAlarms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RoutesHealthTest {
    @Test
    void a_route_that_should_run_and_does_not_is_down() throws Exception {
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:a").routeId("always").to("direct:b");
                    from("direct:b").routeId("on-demand").autoStartup(false).log("b");
                }
            });
            RoutesHealth health = new RoutesHealth(camel);
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            camel.start();
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails().toString()).contains("on-demand");
            assertThatThrownBy(() -> new CamelRoutes(camel, new RouteStops()).start("on-demand"))
                    .hasMessage("Route on-demand is off by configuration.");
            camel.getRouteController().stopRoute("always");
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails().toString()).contains("always=Stopped");
        }
    }

    @Test
    void a_started_route_whose_receiving_thread_has_ended_is_down() throws Exception {
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            Receiver receiver = new Receiver(camel);
            camel.addComponent("receiver", receiver);
            camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("receiver:events").routeId("receive").log("a");
                }
            });
            camel.start();
            KeptAlarms alarms = new KeptAlarms();
            DeadConsumers watch = new DeadConsumers(
                    camel, alarms, new LedgerConfiguration(Duration.ofDays(30), Duration.ofSeconds(15), 5, "n1"));
            RoutesHealth health = new RoutesHealth(camel);
            RouteStops stops = new RouteStops();
            stops.start();
            camel.getManagementStrategy().addEventNotifier(stops);
            CamelRoutes routes = new CamelRoutes(camel, stops);
            assertThatThrownBy(() -> routes.start("receive"))
                    .isInstanceOf(NotAsExpected.class)
                    .hasMessage("Route receive is at work.");
            assertThat(routes.start("nobody-knows-me")).isFalse();
            watch.look();
            assertThat(alarms.open()).isEmpty();
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(routes.routes()).singleElement().matches(state -> !state.idle());
            receiver.terminated = true;
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails().toString()).contains("receive=Started, but");
            watch.look();
            assertThat(alarms.open()).containsOnlyKeys("consumer-dead:n1");
            assertThat(routes.routes())
                    .singleElement()
                    .matches(state -> state.idle() && state.status().equals("Dead"));
            camel.getRouteController().stopRoute("receive");
            assertThat(routes.routes()).singleElement().matches(state -> state.status()
                    .equals("Stopped"));
            watch.look();
            assertThat(alarms.open()).isEmpty();
            assertThat(routes.routes())
                    .singleElement()
                    .matches(state -> state.idle()
                            && state.since() != null
                            && !state.since().isAfter(Instant.now()));

            receiver.terminated = false;
            assertThat(routes.start("receive")).isTrue();
            assertThat(routes.routes()).singleElement().matches(state -> !state.idle() && state.since() == null);
            receiver.terminated = true;
            assertThat(routes.start("receive")).as("its thread has ended").isTrue();
        }
    }

    /** Kafka's component, whose consumer reaches for no broker and says of its two threads what the test wants. */
    private static final class Receiver extends KafkaComponent {
        private volatile boolean terminated;

        Receiver(CamelContext camel) {
            super(camel);
        }

        @Override
        protected KafkaEndpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
                throws Exception {
            KafkaConfiguration configuration = new KafkaConfiguration();
            configuration.setTopic(remaining);
            KafkaEndpoint endpoint = new KafkaEndpoint(uri, this) {
                @Override
                public Consumer createConsumer(Processor processor) {
                    return new Idle(this, processor);
                }
            };
            endpoint.setConfiguration(configuration);
            return endpoint;
        }

        private final class Idle extends KafkaConsumer {
            Idle(KafkaEndpoint endpoint, Processor processor) {
                super(endpoint, processor);
            }

            @Override
            protected void doStart() {}

            @Override
            protected void doStop() {}

            @Override
            public List<TaskHealthState> healthStates() {
                return List.of(state(false), state(terminated));
            }

            private TaskHealthState state(boolean ended) {
                return new TaskHealthState(!ended, ended, false, null, "client", 0, new Properties());
            }
        }
    }

    @Test
    void no_routes_at_all_is_down() throws Exception {
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            camel.start();
            assertThat(new RoutesHealth(camel).health().getStatus()).isEqualTo(Status.DOWN);
        }
    }
}
