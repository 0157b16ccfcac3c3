package io.landfall.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Where an Alertmanager's receivers end in a test: takes every notification, and knows on which path it came. */
public final class Webhook implements AutoCloseable {
    private final HttpServer server;
    private final List<Came> came = new CopyOnWriteArrayList<>();

    /** An alert of a notification that came on a path. */
    public record Came(String path, JsonNode alert) {
        public String status() {
            return alert.path("status").asText();
        }

        public String label(String name) {
            return alert.path("labels").path(name).asText();
        }

        public String annotation(String name) {
            return alert.path("annotations").path(name).asText();
        }
    }

    public Webhook() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::take);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Came> came() {
        return came;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode body =
                    new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes());
            List<Came> all = new ArrayList<>();
            body.path("alerts")
                    .forEach(alert -> all.add(new Came(exchange.getRequestURI().getPath(), alert)));
            came.addAll(all);
            exchange.sendResponseHeaders(200, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
