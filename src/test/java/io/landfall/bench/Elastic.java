package io.landfall.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Elasticsearch over plain HTTP: as little as a benchmark needs. */
final class Elastic {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;

    Elastic(String url) {
        this.url = URI.create(url + "/");
    }

    /** A new, empty index under an alias: 1 shard, no replica, every field mapped. */
    void createIndex(String index, String alias) throws IOException {
        delete(index);
        send("PUT", index, mapping(alias), 200);
    }

    /** As if it were searched all the time: one that nobody searches is refreshed when its buffer is full, and writes wait for that. */
    void refreshEvery(int seconds, String index) throws IOException {
        byte[] settings = ("{\"index.refresh_interval\": \"" + seconds + "s\"}").getBytes(StandardCharsets.UTF_8);
        send("PUT", index + "/_settings", settings, 200);
    }

    void delete(String index) throws IOException {
        send("DELETE", index + "?ignore_unavailable=true", new byte[0], 200);
    }

    /** Documents that a search sees, all those written before included. */
    long count(String index) throws IOException {
        send("POST", index + "/_refresh", new byte[0], 200);
        return send("GET", index + "/_count", new byte[0], 200).get("count").asLong();
    }

    /** {@code docs} of the answer. */
    JsonNode get(String index, Iterable<String> ids) throws IOException {
        var request = JSON.createObjectNode();
        var list = request.putArray("ids");
        ids.forEach(list::add);
        return send("POST", index + "/_mget", JSON.writeValueAsBytes(request), 200)
                .get("docs");
    }

    /** The same, of each document only that field. */
    JsonNode get(String index, Iterable<String> ids, String field) throws IOException {
        var request = JSON.createObjectNode();
        var list = request.putArray("ids");
        ids.forEach(list::add);
        String path = index + "/_mget?realtime=true&_source_includes=" + field;
        return send("POST", path, JSON.writeValueAsBytes(request), 200).get("docs");
    }

    /** Sends one bulk body; returns how many of its items were refused. */
    int bulk(byte[] body) throws IOException {
        HttpResponse<byte[]> answer = exchange(request("_bulk", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build());
        if (answer.statusCode() != 200) {
            throw refusal("_bulk", answer);
        }
        return hasErrors(answer.body()) ? countErrors(answer.body()) : 0;
    }

    private JsonNode send(String method, String path, byte[] body, int expected) throws IOException {
        HttpResponse<byte[]> answer = exchange(request(path, "application/json")
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .build());
        if (answer.statusCode() != expected) {
            throw refusal(method + " " + path, answer);
        }
        return JSON.readTree(answer.body());
    }

    private HttpRequest.Builder request(String path, String contentType) {
        return HttpRequest.newBuilder(url.resolve(path)).timeout(TIMEOUT).header("Content-Type", contentType);
    }

    private HttpResponse<byte[]> exchange(HttpRequest request) throws IOException {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** {@code errors} stands near the start of the answer: the items need not be read when it is false. */
    private static boolean hasErrors(byte[] answer) throws IOException {
        try (JsonParser parser = JSON.createParser(answer)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.FIELD_NAME
                        && parser.currentName().equals("errors")) {
                    return parser.nextBooleanValue();
                }
            }
        }
        throw new IOException("a bulk answer without errors field");
    }

    private static int countErrors(byte[] answer) throws IOException {
        int errors = 0;
        for (JsonNode item : JSON.readTree(answer).get("items")) {
            if (item.elements().next().has("error")) {
                errors++;
            }
        }
        return errors;
    }

    private static IOException refusal(String what, HttpResponse<byte[]> answer) {
        String body = new String(answer.body(), StandardCharsets.UTF_8);
        return new IOException(
                what + " was answered " + answer.statusCode() + ": " + body.substring(0, Math.min(body.length(), 500)));
    }

    private static byte[] mapping(String alias) {
        try (var file = Elastic.class.getResourceAsStream("/bench/index.json")) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return text.replace("ALIAS", alias).getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
