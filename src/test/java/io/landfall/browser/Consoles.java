package io.landfall.browser;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import io.landfall.Landfall;
import io.landfall.fault.Load;
import io.landfall.fault.Offsets;
import io.landfall.fault.Site;

/**
 * One product with the traffic of a bad day behind it, and one browser, for all test classes of this package; both end with the
 * last test of the JVM.
 */
final class Consoles implements BeforeAllCallback {
    private static final String PASSWORD = "only-for-tests";

    private Running running;

    Browser browser() {
        return running.browser;
    }

    Site site() {
        return running.site;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        running = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(Consoles.class))
                .getOrComputeIfAbsent("one", unused -> Running.start(), Running.class);
    }

    private record Running(Site site, ConfigurableApplicationContext product, Browser browser)
            implements ExtensionContext.Store.CloseableResource {
        static Running start() {
            Browser.need();
            Site site = Site.fresh("browser", 2);
            Map<String, String> keys = new HashMap<>(site.keys());
            keys.put("landfall.admin-password", PASSWORD);
            keys.put("camel.main.name", "landfall-browser");
            keys.put("server.port", "0");
            keys.put("landfall.inspection.period", "1h");
            ConfigurableApplicationContext product = new SpringApplicationBuilder(Landfall.class)
                    .run(keys.entrySet().stream()
                            .map(key -> "--" + key.getKey() + "=" + key.getValue())
                            .toArray(String[]::new));
            Load.mixed("browser", 60).sendTo(site);
            try (Offsets offsets = site.offsets()) {
                offsets.awaitSettled(Duration.ofSeconds(90));
            }
            String port = product.getEnvironment().getRequiredProperty("local.server.port");
            try {
                return new Running(site, product, new Browser("http://127.0.0.1:" + port, "admin", PASSWORD));
            } catch (Throwable e) {
                product.close();
                throw e;
            }
        }

        @Override
        public void close() {
            browser.close();
            product.close();
        }
    }
}
