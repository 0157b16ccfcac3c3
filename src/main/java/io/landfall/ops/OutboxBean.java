package io.landfall.ops;

import org.springframework.jmx.export.annotation.ManagedAttribute;
import org.springframework.jmx.export.annotation.ManagedOperation;
import org.springframework.jmx.export.annotation.ManagedOperationParameter;
import org.springframework.jmx.export.annotation.ManagedResource;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.access.Caller;
import io.landfall.ledger.OutboxActions;

/** The outbox over JMX: the operations of {@code /api/outbox}, on behalf of whoever is logged in, or of "jmx". */
@Component
@ManagedResource(objectName = "io.landfall:type=Outbox", description = "Messages on their way to Kafka")
public class OutboxBean {
    private final OutboxActions actions;
    private final OutboxGauges gauges;
    private final ObjectMapper json;

    OutboxBean(OutboxActions actions, OutboxGauges gauges, ObjectMapper json) {
        this.actions = actions;
        this.gauges = gauges;
        this.json = json;
    }

    @ManagedAttribute(description = "Seconds that the oldest message has waited, when last looked at; 0: none waits")
    public double getOldestAgeSeconds() {
        return gauges.oldestAge().toMillis() / 1000.0;
    }

    @ManagedOperation(description = "Lets one blocked message go again")
    @ManagedOperationParameter(name = "id", description = "of the message")
    public String release(long id) {
        return JmxText.of(actions.release(id, null, Caller.name()));
    }

    @ManagedOperation(description = "Lets blocked messages go again")
    @ManagedOperationParameter(name = "filter", description = "{topic, writtenBy, limit, expected, dryRun, all}")
    public String releaseMany(String filter) {
        return JmxText.of(actions.release(JmxText.form(json, filter), Caller.name()));
    }
}
