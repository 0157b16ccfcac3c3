package io.landfall.ops;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jmx.export.annotation.ManagedAttribute;
import org.springframework.jmx.export.annotation.ManagedOperation;
import org.springframework.jmx.export.annotation.ManagedOperationParameter;
import org.springframework.jmx.export.annotation.ManagedResource;
import org.springframework.stereotype.Component;

import io.landfall.access.Caller;
import io.landfall.inspection.RunReport;
import io.landfall.inspection.Steering;

/** Inspections over JMX: the attributes and operations of {@code /api/inspection}, on behalf of whoever is logged in, or of "jmx". */
@Component
@ManagedResource(objectName = "io.landfall:type=Inspection", description = "The search for tasks that went silent")
public class InspectionBean {
    private final Steering steering;

    InspectionBean(Steering steering) {
        this.steering = steering;
    }

    @ManagedAttribute(description = "Whether an operator paused it, for all nodes")
    public boolean isPaused() {
        return steering.status().paused();
    }

    @ManagedAttribute(description = "From one inspection to the next")
    public String getPeriod() {
        return steering.status().settings().period().toString();
    }

    @ManagedAttribute(description = "The same, for now: shorter when much is found, longer when nothing is")
    public String getPace() {
        return steering.status().pace().toString();
    }

    @ManagedAttribute(description = "Tasks in one inspection at most")
    public int getScanLimit() {
        return steering.status().settings().scanLimit();
    }

    @ManagedAttribute(description = "Between the two looks that must say the same")
    public String getConfirmAfter() {
        return steering.status().settings().confirmAfter().toString();
    }

    @ManagedAttribute(description = "The inspection under way; empty: none")
    public String getRunning() {
        return text(steering.status().running());
    }

    @ManagedAttribute(description = "The last inspection that ended; empty: none")
    public String getLast() {
        return text(steering.status().last());
    }

    private static String text(@Nullable RunReport report) {
        return report == null ? "" : report.toString();
    }

    @ManagedOperation(description = "Inspects now")
    public String run() {
        return steering.run(Caller.name()).toString();
    }

    @ManagedOperation(description = "Asks the verifiers and says what would be done")
    public String dryRun() {
        return String.valueOf(steering.dryRun(Caller.name()).detail());
    }

    @ManagedOperation(description = "No inspection from now on; the one under way ends")
    public void pause() {
        steering.pause(Caller.name());
    }

    @ManagedOperation(description = "The schedule inspects again")
    public void resume() {
        steering.resume(Caller.name());
    }

    @ManagedOperation(description = "Ends the inspection under way")
    public String stop() {
        return steering.stop(Caller.name()).map(RunReport::toString).orElse("");
    }

    @ManagedOperation(description = "Changes a number while running; an empty value: as configured")
    @ManagedOperationParameter(name = "name", description = "period, scanLimit or confirmAfter")
    @ManagedOperationParameter(name = "value", description = "a number, or a duration such as 5m")
    public void tune(String name, String value) {
        Map<String, @Nullable Object> asked = new HashMap<>();
        asked.put(name, value.isEmpty() ? null : value);
        steering.tune(Caller.name(), asked);
    }
}
