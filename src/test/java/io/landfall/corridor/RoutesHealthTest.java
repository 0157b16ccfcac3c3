package io.landfall.corridor;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Status;

import static org.assertj.core.api.Assertions.assertThat;

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
            camel.getRouteController().stopRoute("always");
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails().toString()).contains("always=Stopped");
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
