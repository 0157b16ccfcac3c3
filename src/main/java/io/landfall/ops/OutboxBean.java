package io.landfall.ops;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import org.springframework.jmx.export.annotation.ManagedAttribute;
import org.springframework.jmx.export.annotation.ManagedOperation;
import org.springframework.jmx.export.annotation.ManagedOperationParameter;
import org.springframework.jmx.export.annotation.ManagedResource;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.ledger.Done;
import io.landfall.ledger.OutboxActions;

/** The outbox over JMX: the operations of {@code /api/outbox}, on behalf of the operator "jmx". */
@Component
@ManagedResource(objectName = "io.landfall:type=Outbox", description = "Messages on their way to Kafka")
public class OutboxBean {
    private static final String OPERATOR = "jmx";

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
        return text(actions.release(id, null, OPERATOR));
    }

    @ManagedOperation(description = "Lets blocked messages go again")
    @ManagedOperationParameter(name = "filter", description = "{topic, writtenBy, limit, expected, dryRun, all}")
    public String releaseMany(String filter) {
        return text(actions.release(form(filter), OPERATOR));
    }

    private JsonNode form(String filter) {
        try {
            return json.readTree(filter);
        } catch (IOException e) {
            throw new IllegalArgumentException("a JSON object is wanted");
        }
    }

    private static String text(@Nullable Done done) {
        if (done == null) {
            throw new IllegalArgumentException("there is none with that id");
        }
        return done.toString();
    }
}
