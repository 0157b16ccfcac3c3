package io.landfall.alarm;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.alarm.AlarmConfiguration.ToAlertmanager;

/** Tells Alertmanagers what is open and what is over. Each of a cluster of them is told, as Prometheus does; one is enough. */
public final class Alertmanager {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int OK = 200;

    private final ToAlertmanager configuration;
    private final AlertForm form;
    private final ObjectMapper json;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(3))
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    Alertmanager(ToAlertmanager configuration, AlertForm form, ObjectMapper json) {
        this.configuration = configuration;
        this.form = form;
        this.json = json;
    }

    /**
     * Hands them over.
     *
     * @throws IOException none of the Alertmanagers took them; says what the last one did instead
     */
    public void tell(List<PushedAlarm> alarms) throws IOException {
        byte[] body = bytes(form.of(alarms));
        IOException refusal = new IOException("landfall.alarms.alertmanager.url is empty");
        boolean taken = false;
        for (String url : configuration.urls()) {
            try {
                post(url, body);
                taken = true;
            } catch (IOException e) {
                refusal = e;
            }
        }
        if (!taken) {
            throw refusal;
        }
    }

    private byte[] bytes(List<Map<String, Object>> alerts) {
        try {
            return json.writeValueAsBytes(alerts);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("strings and maps are always JSON", e);
        }
    }

    private void post(String url, byte[] body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/api/v2/alerts"))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (!configuration.username().isEmpty()) {
            String login = configuration.username() + ":" + configuration.password();
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
        }
        CompletableFuture<HttpResponse<Void>> answer = client.sendAsync(request.build(), BodyHandlers.discarding());
        try {
            // the request's own timeout ends with the headers
            int status = answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).statusCode();
            if (status != OK) {
                throw new IOException(url + " answers " + status);
            }
        } catch (ExecutionException e) {
            throw new IOException(url + " can't be reached: " + OneLine.of(String.valueOf(e.getCause())), e);
        } catch (TimeoutException e) {
            throw new IOException(url + " does not answer within " + PATIENCE, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            answer.cancel(true);
        }
    }
}
