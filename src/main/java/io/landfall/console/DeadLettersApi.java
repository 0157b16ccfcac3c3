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

import io.landfall.ledger.BadFilter;
import io.landfall.ledger.DeadLetterActions;
import io.landfall.ledger.DeadLetterReasons;
import io.landfall.ledger.DeadLetterStatus;
import io.landfall.ledger.Done;

/** {@code /api/dead-letters}: records that can never be applied as they are, newest first; sent again, or given up. */
@RestController
class DeadLettersApi {
    private final DeadLetterReader letters;
    private final DeadLetterActions actions;

    DeadLettersApi(DeadLetterReader letters, DeadLetterActions actions) {
        this.letters = letters;
        this.actions = actions;
    }

    @GetMapping("/api/dead-letters")
    Page<DeadLetterRow> list(
            @RequestParam(required = false) @Nullable String taskId,
            @RequestParam(required = false) @Nullable String reason,
            @RequestParam(required = false) @Nullable DeadLetterStatus status,
            @RequestParam(required = false) @Nullable String topic,
            @RequestParam(required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        if (reason != null && !DeadLetterReasons.ALL.contains(reason)) {
            throw new BadFilter("reason must be one of " + String.join(", ", DeadLetterReasons.ALL) + ".");
        }
        return letters.list(new DeadLetterReader.Wanted(taskId, reason, status, topic, key), after, limit);
    }

    @GetMapping("/api/dead-letters/{id}")
    DeadLetterDetail detail(@PathVariable long id) {
        return known(letters.detail(id), id);
    }

    /** For operators: nothing is masked. */
    @GetMapping("/api/dead-letters/{id}/raw")
    RawDeadLetter raw(@PathVariable long id) {
        return known(letters.raw(id), id);
    }

    /** Sends it again, as it came. */
    @PostMapping("/api/dead-letters/{id}/replay")
    Done replay(@PathVariable long id, @RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        return known(actions.replay(id, body, who.getName()), id);
    }

    /** Gives it up; the body says why: {@code {"why": ...}}. */
    @PostMapping("/api/dead-letters/{id}/abandon")
    Done abandon(@PathVariable long id, @RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        return known(actions.abandon(id, body, who.getName()), id);
    }

    @PostMapping("/api/dead-letters/abandon")
    Done abandonMany(@RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        return actions.abandon(body, who.getName());
    }

    /** All open ones that the body's filter means. */
    @PostMapping("/api/dead-letters/replay")
    Done replayMany(@RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        return actions.replay(body, who.getName());
    }

    private static <T> T known(@Nullable T found, long id) {
        if (found == null) {
            throw new Unknown("dead letter", id);
        }
        return found;
    }
}
