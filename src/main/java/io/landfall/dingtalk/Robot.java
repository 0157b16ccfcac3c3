package io.landfall.dingtalk;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.alarm.OneLine;

/** A group's robot: takes messages over HTTP. Its address is a secret, and so in no message and no log. */
final class Robot {
    /** DingTalk's word for more messages in a minute than it takes. */
    static final int TOO_MANY = 130_101;

    private static final int HTTP_TOO_MANY = 429;
    private static final int OK = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final DingTalkConfiguration configuration;
    private final ObjectMapper json;
    private final Clock clock;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    Robot(DingTalkConfiguration configuration, ObjectMapper json, Clock clock) {
        this.configuration = configuration;
        this.json = json;
        this.clock = clock;
    }

    /** Sends a message. */
    void send(byte[] message) throws Refused {
        HttpRequest request = HttpRequest.newBuilder(
                        Signature.signed(configuration.url(), configuration.secret(), clock.instant()))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofByteArray(message))
                .build();
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request, BodyHandlers.ofByteArray());
        try {
            judge(answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            throw new Refused("DingTalk can't be reached: " + nameless(e.getCause()), false);
        } catch (TimeoutException e) {
            throw new Refused("DingTalk does not answer within " + PATIENCE.toSeconds() + " s", false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused("interrupted", false);
        } finally {
            answer.cancel(true);
        }
    }

    /** Its kind: what it says may name the address. */
    private static String nameless(@Nullable Throwable cause) {
        return cause == null ? "for no reason" : cause.getClass().getSimpleName();
    }

    private void judge(HttpResponse<byte[]> answer) throws Refused {
        if (answer.statusCode() != OK) {
            throw new Refused("DingTalk answers " + answer.statusCode(), answer.statusCode() == HTTP_TOO_MANY);
        }
        JsonNode body;
        try {
            body = json.readTree(answer.body());
        } catch (IOException e) {
            throw new Refused("DingTalk answers with what is no JSON", false);
        }
        // without one it is somebody else who answers
        int code = body.path("errcode").asInt(-1);
        if (code != 0) {
            String said = body.path("errmsg").asText("");
            throw new Refused(
                    "DingTalk answers errcode " + code + ": " + OneLine.of(Markdown.cut(hidden(said), 300)),
                    code == TOO_MANY);
        }
    }

    /** Its own words may repeat what it was asked with. */
    private String hidden(String said) {
        String safe = configuration.secret().isBlank() ? said : said.replace(configuration.secret(), "***");
        int query = configuration.url().indexOf('?');
        for (String pair : query < 0
                ? new String[0]
                : configuration.url().substring(query + 1).split("&", -1)) {
            String value = pair.substring(pair.indexOf('=') + 1);
            safe = value.length() < 4 ? safe : safe.replace(value, "***");
        }
        return safe;
    }
}
