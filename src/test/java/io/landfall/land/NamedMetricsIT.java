package io.landfall.land;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.landfall.console.Asked;
import io.landfall.monitoring.NamedMetrics;
import io.landfall.monitoring.NamedMetrics.Named;
import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Rules and dashboard name no metric and no label that a running product does not tell. */
class NamedMetricsIT {
    @RegisterExtension
    static final Landings OWNED = Landings.owned();

    private final Landing landing = OWNED.landing();

    @Test
    void every_metric_and_label_that_rules_and_dashboard_name_is_told() throws Exception {
        landing.send(
                Fact.of("named-well", "COMPLETED"),
                Fact.of("named-badly", "COMPLETED").patch("{\"count\":{\"not\":\"a number\"}}"));
        landing.sendValue("no event".getBytes(UTF_8));
        landing.settled();
        List<Named> rules = NamedMetrics.rules();
        List<Named> dashboard = NamedMetrics.dashboard();
        assertThat(rules).hasSizeGreaterThan(15);
        assertThat(dashboard).hasSizeGreaterThan(30);
        await().atMost(Wait.MOST).untilAsserted(() -> {
            NamedMetrics told = new NamedMetrics(
                    Asked.get(landing.port(), "/actuator/prometheus").body());
            assertThat(rules).flatMap(told::missing).isEmpty();
            assertThat(dashboard).flatMap(told::missing).isEmpty();
        });
    }

    @Test
    void what_is_not_told_is_noticed() {
        NamedMetrics told = new NamedMetrics("# HELP a b\nlandfall_a{state=\"x y\"} 1.0\nlandfall_b 2.0\n");
        assertThat(told.missing(named("sum by (state) (landfall_a{state=\"x\"}) / landfall_b")))
                .isEmpty();
        assertThat(told.missing(named("landfall_a{stat=\"x\",job=\"j\"}"))).containsExactly("w: landfall_a by stat");
        assertThat(told.missing(named("max by (job, cause) (landfall_b)"))).containsExactly("w: label cause");
        assertThat(told.missing(named("rate(landfall_c[5m])"))).containsExactly("w: landfall_c");
    }

    private static Named named(String expression) {
        return new Named("w", expression, Set.of());
    }
}
