package io.landfall.console;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** An answer over real HTTP; the target is sent as it is given. */
public record Asked(int status, String contentType, String body) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    public static Asked get(int port, String target) {
        return get(port, target, "admin", ReadingApp.PASSWORD);
    }

    public static Asked get(int port, String target, String user, String password) {
        return send(request(port, target).header("Authorization", basic(user, password)));
    }

    /** The whole answer, headers and all. */
    public static HttpResponse<String> raw(int port, String target, String user, String password) {
        return sent(request(port, target).header("Authorization", basic(user, password)));
    }

    public static Asked post(int port, String target, String json) {
        return send(request(port, target)
                .header("Authorization", basic("admin", ReadingApp.PASSWORD))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    public static Asked patch(int port, String target, String json) {
        return send(request(port, target)
                .header("Authorization", basic("admin", ReadingApp.PASSWORD))
                .header("Content-Type", "application/json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(json)));
    }

    /** A body without a length, in chunks. */
    public static Asked stream(int port, String target, String json) {
        return send(request(port, target)
                .header("Authorization", basic("admin", ReadingApp.PASSWORD))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)))));
    }

    public static Asked anonymously(int port, String target) {
        return send(request(port, target));
    }

    private static HttpRequest.Builder request(int port, String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .timeout(Duration.ofSeconds(30));
    }

    private static String basic(String user, String password) {
        byte[] login = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(login);
    }

    private static Asked send(HttpRequest.Builder request) {
        HttpResponse<String> response = sent(request);
        return new Asked(
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                response.body());
    }

    private static HttpResponse<String> sent(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + body, e);
        }
    }
}
