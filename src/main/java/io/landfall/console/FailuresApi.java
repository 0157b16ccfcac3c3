package io.landfall.console;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/failures}: view writes that did not land. */
@RestController
class FailuresApi {
    private final FailureReader failures;

    FailuresApi(FailureReader failures) {
        this.failures = failures;
    }

    @GetMapping("/api/failures")
    Page<FailureRow> list(
            @RequestParam(required = false) @Nullable String taskId,
            @RequestParam(required = false) @Nullable Status status,
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

    /** Where a failure stands; the first four are open ends. */
    enum Status {
        PENDING,
        CLAIMED,
        EXHAUSTED,
        PERMANENT,
        RESOLVED,
        SUPERSEDED,
        ABANDONED
    }
}
