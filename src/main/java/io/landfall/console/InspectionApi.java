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

import io.landfall.inspection.Answer;
import io.landfall.inspection.RunReport;
import io.landfall.inspection.Status;
import io.landfall.inspection.Steering;
import io.landfall.ledger.FilterForm;

/** {@code /api/inspection}: the search for tasks that went silent, seen and steered. */
@RestController
class InspectionApi {
    private final Steering steering;

    InspectionApi(Steering steering) {
        this.steering = steering;
    }

    @GetMapping("/api/inspection")
    Status status() {
        return steering.status();
    }

    /** Body: some of {@code period}, {@code scanLimit}, {@code confirmAfter}; null: as configured. */
    @PatchMapping("/api/inspection")
    Status tune(@RequestBody Map<String, @Nullable Object> asked, Principal operator) {
        try {
            return steering.tune(operator.getName(), asked);
        } catch (IllegalArgumentException e) {
            throw new KnownParameters.BadParameter(String.valueOf(e.getMessage()));
        }
    }

    @PostMapping("/api/inspection/run")
    ResponseEntity<?> run(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        Answer answer = steering.run(operator.getName());
        if (answer instanceof Answer.Started started) {
            return ResponseEntity.accepted().body(started.run());
        }
        String detail;
        if (answer instanceof Answer.Busy busy) {
            detail = "Inspection " + busy.run().id() + " is under way on node "
                    + busy.run().node() + " since " + busy.run().startedAt() + ".";
        } else {
            Answer.Paused paused = (Answer.Paused) answer;
            detail = "Inspections are paused by " + paused.by() + " since " + paused.at() + "; resume them first.";
        }
        return ResponseEntity.status(HttpStatus.CONFLICT)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, detail));
    }

    /** Asks the verifiers, so it may take as long as they are given. */
    @PostMapping("/api/inspection/dry-run")
    RunReport dryRun(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        return steering.dryRun(operator.getName());
    }

    @PostMapping("/api/inspection/pause")
    Status pause(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        return steering.pause(operator.getName());
    }

    @PostMapping("/api/inspection/resume")
    Status resume(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        return steering.resume(operator.getName());
    }

    /** {@code run} is the one that was asked to stop; null: none was under way. */
    record Stopped(@Nullable RunReport run) {}

    @PostMapping("/api/inspection/stop")
    Stopped stop(@RequestBody(required = false) @Nullable JsonNode body, Principal operator) {
        new FilterForm(body).end();
        return new Stopped(steering.stop(operator.getName()).orElse(null));
    }

    @GetMapping("/api/inspection/runs")
    Page<RunReport> runs(
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        List<RunReport> runs = steering.runs(after, limit);
        return Page.of(runs, limit, RunReport::id, null);
    }
}
