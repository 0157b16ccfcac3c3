package io.landfall.access;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

import io.landfall.Landfall;
import io.landfall.console.ReadingApp;
import io.landfall.fault.Site;

/** The product with all its routes, in this process, with a user of each role: password and name are the same. */
final class WholeProduct implements AutoCloseable {
    static final String VIEWER = "viewer";
    static final String OPERATOR = "operator";

    private final ConfigurableApplicationContext product;

    WholeProduct(String name, Map<String, String> more) {
        Map<String, String> keys = new LinkedHashMap<>(Site.fresh(name, 1).keys());
        keys.put("server.port", "0");
        keys.put("camel.main.name", "landfall-" + name);
        keys.put("landfall.ledger.node", name);
        keys.put("landfall.admin-password", ReadingApp.PASSWORD);
        user(keys, 0, VIEWER);
        user(keys, 1, OPERATOR);
        keys.putAll(more);
        product = new SpringApplicationBuilder(Landfall.class)
                .run(keys.entrySet().stream()
                        .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                        .toArray(String[]::new));
    }

    private static void user(Map<String, String> keys, int number, String role) {
        String key = "landfall.users[" + number + "].";
        keys.put(key + "name", role);
        keys.put(key + "password", "{bcrypt}" + new BCryptPasswordEncoder(4).encode(role));
        keys.put(key + "roles", role);
    }

    ConfigurableApplicationContext context() {
        return product;
    }

    int port() {
        return product.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    /** The same as {@link #port}, where none was asked for. */
    int managementPort() {
        return product.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }

    @Override
    public void close() {
        product.close();
    }
}
