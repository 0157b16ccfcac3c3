package io.landfall.view;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;

import org.elasticsearch.client.Request;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Requests about indices, not documents. All throw {@link IOException} when the view can't be asked now. Where it refuses what
 * it is told, waiting can't help: {@link ViewMismatch}.
 */
final class ViewRequests {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String IS_THERE = "resource_already_exists_exception";

    private final RestClient client;
    private final UnaryOperator<String> complaint;

    /**
     * Asks through that client, which stays the caller's.
     *
     * @param complaint what is said before the view's own words when it refuses a request, which is given as {@code PUT /path}
     */
    ViewRequests(RestClient client, UnaryOperator<String> complaint) {
        this.client = client;
        this.complaint = complaint;
    }

    /** Null: it is not there. */
    @Nullable
    JsonNode get(String path) throws IOException {
        try (InputStream answer =
                client.performRequest(new Request("GET", path)).getEntity().getContent()) {
            return JSON.readTree(answer);
        } catch (ResponseException e) {
            if (e.getResponse().getStatusLine().getStatusCode() == 404) {
                return null;
            }
            throw e;
        }
    }

    /** False: it is there already, made by another node or by a request whose answer was lost. */
    boolean put(String path, JsonNode body) throws IOException {
        try {
            send("PUT", path, body);
            return true;
        } catch (ResponseException e) {
            if (String.valueOf(e.getMessage()).contains(IS_THERE)) {
                return false;
            }
            throw refused("PUT", path, e);
        }
    }

    void post(String path, @Nullable JsonNode body) throws IOException {
        try {
            send("POST", path, body);
        } catch (ResponseException e) {
            throw refused("POST", path, e);
        }
    }

    private void send(String method, String path, @Nullable JsonNode body) throws IOException {
        Request request = new Request(method, path);
        if (body != null) {
            request.setJsonEntity(body.toString());
        }
        client.performRequest(request);
    }

    private ViewMismatch refused(String method, String path, ResponseException e) throws ResponseException {
        if (e.getResponse().getStatusLine().getStatusCode() != 400) {
            throw e;
        }
        return new ViewMismatch(complaint.apply(method + " " + path) + ": " + OutcomeClassifier.line(e));
    }
}
