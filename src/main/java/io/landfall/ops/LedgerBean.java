package io.landfall.ops;

import org.springframework.jmx.export.annotation.ManagedOperation;
import org.springframework.jmx.export.annotation.ManagedOperationParameter;
import org.springframework.jmx.export.annotation.ManagedResource;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.access.Caller;
import io.landfall.failure.FailureActions;
import io.landfall.ledger.DeadLetterActions;

/**
 * Failures and dead letters over JMX: the operations of {@code /api/failures} and {@code /api/dead-letters}, on behalf of
 * whoever is logged in, or of "jmx". Filters are their JSON bodies.
 */
@Component
@ManagedResource(objectName = "io.landfall:type=Ledger", description = "Failures and dead letters")
public class LedgerBean {
    private final FailureActions failures;
    private final DeadLetterActions letters;
    private final ObjectMapper json;

    LedgerBean(FailureActions failures, DeadLetterActions letters, ObjectMapper json) {
        this.failures = failures;
        this.letters = letters;
        this.json = json;
    }

    @ManagedOperation(description = "Has one failure tried again")
    @ManagedOperationParameter(name = "id", description = "of the failure")
    public String retryFailure(long id) {
        return JmxText.of(failures.retry(id, Caller.name()));
    }

    @ManagedOperation(description = "Has failures tried again")
    @ManagedOperationParameter(
            name = "filter",
            description = "{taskId, status, cause, index, limit, expected, dryRun, all}")
    public String retryFailures(String filter) {
        return JmxText.of(failures.retry(JmxText.form(json, filter), Caller.name()));
    }

    @ManagedOperation(description = "Gives failures up")
    @ManagedOperationParameter(name = "filter", description = "as for a retry, and {reason}")
    public String abandonFailures(String filter) {
        return JmxText.of(failures.abandon(JmxText.form(json, filter), Caller.name()));
    }

    @ManagedOperation(description = "Sends one dead letter again")
    @ManagedOperationParameter(name = "id", description = "of the dead letter")
    public String replayDeadLetter(long id) {
        return JmxText.of(letters.replay(id, null, Caller.name()));
    }

    @ManagedOperation(description = "Gives one dead letter up")
    @ManagedOperationParameter(name = "id", description = "of the dead letter")
    @ManagedOperationParameter(name = "why", description = "it is given up")
    public String abandonDeadLetter(long id, String why) {
        return JmxText.of(letters.abandon(id, json.createObjectNode().put("why", why), Caller.name()));
    }

    @ManagedOperation(description = "Gives open dead letters up")
    @ManagedOperationParameter(name = "filter", description = "as for a replay, and {why}")
    public String abandonDeadLetters(String filter) {
        return JmxText.of(letters.abandon(JmxText.form(json, filter), Caller.name()));
    }

    @ManagedOperation(description = "Sends open dead letters again")
    @ManagedOperationParameter(name = "filter", description = "{reason, topic, taskId, limit, expected, dryRun, all}")
    public String replayDeadLetters(String filter) {
        return JmxText.of(letters.replay(JmxText.form(json, filter), Caller.name()));
    }
}
