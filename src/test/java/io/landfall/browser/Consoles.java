package io.landfall.browser;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.camel.CamelContext;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

import io.landfall.Landfall;
import io.landfall.console.Asked;
import io.landfall.console.ReadingApp;
import io.landfall.fault.Load;
import io.landfall.fault.Offsets;
import io.landfall.fault.Site;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One product with the traffic of a bad day behind it, and one browser, for all test classes of this package; both end with the
 * last test of the JVM.
 */
final class Consoles implements BeforeAllCallback {
    /** Her password is the same. */
    static final String OPERATOR = "operator";

    private static final String PASSWORD = ReadingApp.PASSWORD;

    private Running running;

    Browser browser() {
        return running.browser;
    }

    Site site() {
        return running.site;
    }

    /** As somebody does over JMX. */
    void stopRoute(String id) throws Exception {
        running.product.getBean(CamelContext.class).getRouteController().stopRoute(id);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        running = SharedStack.sharing("browser", Running.class, Running::start);
    }

    private record Running(Site site, ConfigurableApplicationContext product, Browser browser)
            implements AutoCloseable {
        static Running start() {
            Browser.need();
            Site site = Site.fresh("browser", 2);
            Map<String, String> keys = new HashMap<>(site.keys());
            keys.put("landfall.admin-password", PASSWORD);
            keys.put("landfall.users[0].name", OPERATOR);
            keys.put("landfall.users[0].password", "{bcrypt}" + new BCryptPasswordEncoder(4).encode(OPERATOR));
            keys.put("landfall.users[0].roles", "operator");
            keys.put("camel.main.name", "landfall-browser");
            keys.put("server.port", "0");
            keys.put("landfall.inspection.period", "1h");
            ConfigurableApplicationContext product = new SpringApplicationBuilder(Landfall.class)
                    .run(keys.entrySet().stream()
                            .map(key -> "--" + key.getKey() + "=" + key.getValue())
                            .toArray(String[]::new));
            Load.mixed("browser", 60).sendTo(site);
            try (Offsets offsets = site.offsets()) {
                offsets.awaitSettled(Wait.MOST);
            }
            int port = Integer.parseInt(product.getEnvironment().getRequiredProperty("local.server.port"));
            try {
                somethingOnEachPage(port, new Rows(site));
                return new Running(site, product, new Browser("http://127.0.0.1:" + port, "admin", PASSWORD));
            } catch (Throwable e) {
                product.close();
                throw e;
            }
        }

        private static void somethingOnEachPage(int port, Rows rows) {
            rows.alarm("browser:seen", "for the page of alarms");
            rows.blocked("nowhere", "browser-seen", "for the page of the outbox");
            rows.update("insert into transaction_timeout (name, node, timeout_ms, took_ms, reason)"
                    + " values ('apply-batch', 'n1', 15000, 15020, 'statement timeout')");
            for (String run : List.of("/api/compensation", "/api/inspection")) {
                assertThat(Asked.post(port, run + "/run", "{}").status())
                        .as(run)
                        .isIn(202, 409);
                await(run).atMost(Wait.MOST).until(() -> !Asked.get(port, run + "/runs")
                        .json()
                        .at("/items/0/endedAt")
                        .asText()
                        .isEmpty());
            }
            for (String job : List.of("/api/audit", "/api/rebuild")) {
                assertThat(Asked.post(port, job, "{}").status()).as(job).isEqualTo(202);
                await(job).atMost(Wait.MOST).until(() -> Asked.get(port, job)
                        .json()
                        .at("/status")
                        .asText()
                        .equals("DONE"));
            }
        }

        @Override
        public void close() {
            browser.close();
            product.close();
        }
    }
}
