package io.landfall.ops;

import org.springframework.boot.autoconfigure.web.ServerProperties;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.boot.web.server.Ssl;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import io.landfall.access.AdminLogin;
import io.landfall.access.Terminal;

/** One line on the terminal when Landfall is ready: where it is and how to come in. Not logged: it may hold a password. */
@Component
final class StartUpLine {
    private final AdminLogin login;
    private final ServerProperties server;

    StartUpLine(AdminLogin login, ServerProperties server) {
        this.login = login;
        this.server = server;
    }

    @EventListener
    void ready(ApplicationReadyEvent event) {
        ApplicationContext context = event.getApplicationContext();
        if (context instanceof WebServerApplicationContext web && web.getWebServer() != null) {
            Terminal.of(context.getEnvironment())
                    .println(text(
                            origin(context.getEnvironment(), web.getWebServer().getPort())));
        }
    }

    String text(String origin) {
        return "Landfall is up: " + origin + "/api/tasks  health " + origin + "/actuator/health  login " + login.hint();
    }

    String origin(Environment environment, int port) {
        String scheme = Ssl.isEnabled(server.getSsl()) ? "https" : "http";
        String host = environment.getProperty("server.address", "localhost");
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
