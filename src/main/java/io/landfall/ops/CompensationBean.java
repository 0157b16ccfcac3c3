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
import io.landfall.compensation.RunReport;
import io.landfall.compensation.Steering;

/** Compensation over JMX: the attributes and operations of {@code /api/compensation}, on behalf of whoever is logged in, or of "jmx". */
@Component
@ManagedResource(objectName = "io.landfall:type=Compensation", description = "The second chance of failures")
public class CompensationBean {
    private final Steering steering;

    CompensationBean(Steering steering) {
        this.steering = steering;
    }

    @ManagedAttribute(description = "Whether an operator paused it, for all nodes")
    public boolean isPaused() {
        return steering.status().paused();
    }

    @ManagedAttribute(description = "Documents a second at most")
    public int getRate() {
        return steering.status().settings().rate();
    }

    @ManagedAttribute(description = "Failures in one claim at most")
    public int getBatchSize() {
        return steering.status().settings().batchSize();
    }

    @ManagedAttribute(description = "Tries of one failure before it is exhausted")
    public int getMaxAttempts() {
        return steering.status().settings().maxAttempts();
    }

    @ManagedAttribute(description = "A failure that has been due for longer is exhausted")
    public String getWindow() {
        return steering.status().settings().window().toString();
    }

    @ManagedAttribute(description = "The run under way; empty: none")
    public String getRunning() {
        return text(steering.status().running());
    }

    @ManagedAttribute(description = "The last run that ended; empty: none")
    public String getLast() {
        return text(steering.status().last());
    }

    private static String text(@Nullable RunReport report) {
        return report == null ? "" : report.toString();
    }

    @ManagedOperation(description = "Runs now")
    public String run() {
        return steering.run(Caller.name()).toString();
    }

    @ManagedOperation(description = "Says what would be tried, by index and cause")
    public String dryRun() {
        return String.valueOf(steering.dryRun(Caller.name()).detail());
    }

    @ManagedOperation(description = "No run from now on; the one under way ends")
    public void pause() {
        steering.pause(Caller.name());
    }

    @ManagedOperation(description = "The schedule opens runs again")
    public void resume() {
        steering.resume(Caller.name());
    }

    @ManagedOperation(description = "Ends the run under way")
    public String stop() {
        return steering.stop(Caller.name()).map(RunReport::toString).orElse("");
    }

    @ManagedOperation(description = "Changes a number while running; an empty value: as configured")
    @ManagedOperationParameter(name = "name", description = "batchSize, maxAttempts, rate or window")
    @ManagedOperationParameter(name = "value", description = "a number, or a duration such as 24h")
    public void tune(String name, String value) {
        Map<String, @Nullable Object> asked = new HashMap<>();
        asked.put(name, value.isEmpty() ? null : value);
        steering.tune(Caller.name(), asked);
    }
}
