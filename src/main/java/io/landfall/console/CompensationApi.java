package io.landfall.console;

import java.security.Principal;
import java.util.List;
import java.util.Map;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.compensation.Answer;
import io.landfall.compensation.RunReport;
import io.landfall.compensation.Status;
import io.landfall.compensation.Steering;
import io.landfall.ledger.FilterForm;

/** {@code /api/compensation}: the second chance of failures, seen and steered. */
@RestController
class CompensationApi {
    private final Steering steering;

    CompensationApi(Steering steering) {
        this.steering = steering;
    }

    @GetMapping("/api/compensation")
    Status status() {
        return steering.status();
    }

    /** Body: some of {@code batchSize}, {@code maxAttempts}, {@code rate}, {@code window}; null: as configured. */
    @PatchMapping("/api/compensation")
    Status tune(@RequestBody Map<String, @Nullable Object> asked, Principal operator) {
        try {
            return steering.tune(operator.getName(), asked);
        } catch (IllegalArgumentException e) {
            throw new KnownParameters.BadParameter(String.valueOf(e.getMessage()));
        }
    }

    @PostMapping("/api/compensation/run")
    ResponseEntity<?> run(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        Answer answer = steering.run(operator.getName());
        if (answer instanceof Answer.Started started) {
            return ResponseEntity.accepted().body(started.run());
        }
        String detail;
        if (answer instanceof Answer.Busy busy) {
            detail = "Run " + busy.run().id() + " is under way on node "
                    + busy.run().node() + " since " + busy.run().startedAt() + ".";
        } else {
            Answer.Paused paused = (Answer.Paused) answer;
            detail = "Compensation is paused by " + paused.by() + " since " + paused.at() + "; resume it first.";
        }
        return ResponseEntity.status(HttpStatus.CONFLICT)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, detail));
    }

    @PostMapping("/api/compensation/dry-run")
    RunReport dryRun(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        return steering.dryRun(operator.getName());
    }

    @PostMapping("/api/compensation/pause")
    Status pause(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        return steering.pause(operator.getName());
    }

    @PostMapping("/api/compensation/resume")
    Status resume(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        return steering.resume(operator.getName());
    }

    /** {@code run} is the one that was asked to stop; null: none was under way. */
    record Stopped(@Nullable RunReport run) {}

    @PostMapping("/api/compensation/stop")
    Stopped stop(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        return new Stopped(steering.stop(operator.getName()).orElse(null));
    }

    @GetMapping("/api/compensation/runs")
    Page<RunReport> runs(
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        List<RunReport> runs = steering.runs(after, limit);
        return Page.of(runs, limit, RunReport::id, null);
    }
}
