package io.landfall.console;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.dingtalk.AlertQueue;
import io.landfall.dingtalk.DingTalkConfiguration;
import io.landfall.dingtalk.Notification;

/**
 * {@code /api/hooks/alertmanager}: what Alertmanager's webhook hands over for DingTalk. 200 says that it is in the group; 503, that it
 * is not yet, and then Alertmanager hands it over again.
 */
@RestController
class AlertHook {
    /** Alertmanager waits for ten seconds at least. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    /** Requests that may wait for their message at a time. */
    private static final int MOST_WAITING = 8;

    private final AlertQueue queue;
    private final DingTalkConfiguration configuration;
    private final Semaphore places = new Semaphore(MOST_WAITING);

    AlertHook(AlertQueue queue, DingTalkConfiguration configuration) {
        this.queue = queue;
        this.configuration = configuration;
    }

    @PostMapping("/api/hooks/alertmanager")
    ResponseEntity<?> take(@RequestBody JsonNode body) throws InterruptedException {
        if (!configuration.isOn()) {
            return problem(HttpStatus.NOT_FOUND, "landfall.dingtalk.url is not set.");
        }
        Notification notification;
        try {
            notification = Notification.of(body);
        } catch (IllegalArgumentException e) {
            return problem(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
        return queue.offer(notification)
                .map(this::isSent)
                .map(sent -> sent
                        ? ResponseEntity.ok().build()
                        : problem(HttpStatus.SERVICE_UNAVAILABLE, "It waits for DingTalk; hand it over again."))
                .orElseGet(() -> problem(HttpStatus.SERVICE_UNAVAILABLE, "Too many groups of alerts wait."));
    }

    private boolean isSent(CompletableFuture<Void> told) {
        if (!places.tryAcquire()) {
            return told.isDone();
        }
        try {
            told.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            // whoever sends it later need not tell us
            told.cancel(false);
            places.release();
        }
    }

    private static ResponseEntity<ProblemDetail> problem(HttpStatus status, String detail) {
        return ResponseEntity.status(status).body(ProblemDetail.forStatusAndDetail(status, detail));
    }
}
