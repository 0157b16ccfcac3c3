package io.landfall.console;

import java.security.Principal;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.failure.FailureActions;
import io.landfall.failure.FailureStatus;
import io.landfall.ledger.Done;
import io.landfall.ledger.FilterForm;

/** {@code /api/failures}: view writes that did not land, and what is to become of them. */
@RestController
class FailuresApi {
    private final FailureReader failures;
    private final FailureActions actions;

    FailuresApi(FailureReader failures, FailureActions actions) {
        this.failures = failures;
        this.actions = actions;
    }

    @GetMapping("/api/failures")
    Page<FailureRow> list(
            @RequestParam(required = false) @Nullable String taskId,
            @RequestParam(required = false) @Nullable FailureStatus status,
            @RequestParam(required = false) @Nullable String cause,
            @RequestParam(required = false) @Nullable String index,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        String word = status == null ? null : status.name();
        return failures.list(new FailureReader.Wanted(taskId, word, cause, index), after, limit);
    }

    @GetMapping("/api/failures/{id}")
    FailureDetail detail(@PathVariable long id) {
        FailureDetail failure = failures.detail(id);
        if (failure == null) {
            throw new Unknown("failure", id);
        }
        return failure;
    }

    /** Tries it again at the next compensation run. */
    @PostMapping("/api/failures/{id}/retry")
    Done retry(@PathVariable long id, @RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        new FilterForm(body).end();
        return known(actions.retry(id, who.getName()), id);
    }

    /** Gives it up; the body says why: {@code {"reason": ...}}. */
    @PostMapping("/api/failures/{id}/abandon")
    Done abandon(@PathVariable long id, @RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        return known(actions.abandon(id, body, who.getName()), id);
    }

    /** All that the body's filter means. */
    @PostMapping("/api/failures/retry")
    Done retryMany(@RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        return actions.retry(body, who.getName());
    }

    @PostMapping("/api/failures/abandon")
    Done abandonMany(@RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        return actions.abandon(body, who.getName());
    }

    private static Done known(@Nullable Done done, long id) {
        if (done == null) {
            throw new Unknown("failure", id);
        }
        return done;
    }
}
