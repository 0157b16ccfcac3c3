package io.landfall.access;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Refuses to start where others can reach us while nobody has set a password; before anything is opened. */
final class PasswordOffLoopback implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {
    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        check(event.getEnvironment());
    }

    static void check(Environment environment) {
        String password = environment.getProperty("landfall.admin-password");
        if (password != null && !password.isBlank()) {
            return;
        }
        require("server.address", environment.getProperty("server.address"));
        if (environment.containsProperty("management.server.port")) {
            require("management.server.address", environment.getProperty("management.server.address"));
        }
    }

    private static void require(String key, @Nullable String address) {
        if (address == null || address.isBlank() || !isLoopback(address)) {
            throw new PasswordMissing(key, address);
        }
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
