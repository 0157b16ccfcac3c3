package io.landfall.platform;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The requests themselves. Nothing but configuration says where they go; redirects are answers, and not followed. */
final class OpenAiRequests {
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    private final OpenAiConfiguration configuration;
    private final String base;
    private final HttpClient client;

    OpenAiRequests(OpenAiConfiguration configuration) {
        this.configuration = configuration;
        this.base = configuration.baseUrl().replaceAll("/+$", "");
        this.client = HttpClient.newBuilder()
                .connectTimeout(configuration.connectTimeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    /** False: as a segment of a path it would mean another place. */
    static boolean isCallId(String callId) {
        return !callId.equals(".") && !callId.equals("..");
    }

    /**
     * The platform's answer about a call, whatever its status.
     *
     * @throws ExecutionException it can't be reached, or answers too much
     * @throws TimeoutException the answer is not whole in time
     */
    HttpResponse<byte[]> get(String callId) throws ExecutionException, TimeoutException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(callId))
                .timeout(configuration.readTimeout())
                .header("Accept", "application/json");
        if (!configuration.apiKey().isBlank()) {
            request.header("Authorization", "Bearer " + configuration.apiKey());
        }
        long most = configuration.maxResponse().toBytes();
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.build(), info -> new BoundedBody(most));
        try {
            // the request's own timeout ends with the headers: a body that drips would take for ever
            return answer.get(configuration.readTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            answer.cancel(true);
        }
    }

    private URI uri(String callId) {
        return URI.create(base + (callId.startsWith("batch") ? "/batches/" : "/responses/") + segment(callId));
    }

    /** Percent-encoded, so that it stays one segment whatever is in it. */
    static String segment(String text) {
        StringBuilder segment = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (UNRESERVED.indexOf(b) >= 0) {
                segment.append((char) b);
            } else {
                segment.append('%').append(String.format("%02X", b));
            }
        }
        return segment.toString();
    }
}
