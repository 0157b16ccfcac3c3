package io.landfall.inspection;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import io.landfall.ledger.MinAges;

/**
 * How tasks that went silent are searched for. The first three can be changed while running; see {@link Settings}.
 *
 * @param period from one inspection to the next
 * @param scanLimit tasks in one inspection at most
 * @param confirmAfter between the two looks that must say the same, by the ledger's clock
 * @param minAge in a non-final state, before an inspection looks
 * @param deadline in its state, before a task that nobody knows of is run again
 * @param types what holds for one task type instead, by its name
 * @param beat how often a node asks whether an inspection or a second look is due
 * @param fasterBy the period is divided by that much at most, when much is found
 * @param slowerBy and multiplied by that much at most, when nothing is
 * @param verifyTimeout a verifier that has not answered for a group by then can't tell
 * @param verifyParallel groups that one verifier is asked about at a time
 * @param longestWait until a task is looked at again that was running
 * @param runningAlarm a task that has been running for longer is worth an alarm
 * @param lease an inspection without a sign of life for that long is lost, and so are its claims
 */
@Validated
@ConfigurationProperties("landfall.inspection")
public record InspectionConfiguration(
        @DefaultValue("2m") @NotNull Duration period,
        @DefaultValue("1000") int scanLimit,
        @DefaultValue("30s") @NotNull Duration confirmAfter,
        @DefaultValue("5m") @NotNull Duration minAge,
        @DefaultValue("1h") @NotNull Duration deadline,
        @DefaultValue @NotNull Map<String, TypeRules> types,
        @DefaultValue("5s") @NotNull Duration beat,
        @DefaultValue("2") @Min(1) @Max(1_000) int fasterBy,
        @DefaultValue("2") @Min(1) @Max(1_000) int slowerBy,
        @DefaultValue("30s") @NotNull Duration verifyTimeout,
        @DefaultValue("4") @Min(1) @Max(64) int verifyParallel,
        @DefaultValue("1h") @NotNull Duration longestWait,
        @DefaultValue("24h") @NotNull Duration runningAlarm,
        @DefaultValue("2m") @NotNull Duration lease) {
    public InspectionConfiguration {
        // says which number is wrong
        Settings checked = new Settings(period, scanLimit, confirmAfter);
        period = checked.period();
        types = Map.copyOf(types);
        atLeast("deadline", deadline, Duration.ZERO);
        atLeast("beat", beat, Duration.ofMillis(50));
        atLeast("verify-timeout", verifyTimeout, Duration.ofMillis(10));
        atLeast("longest-wait", longestWait, Duration.ofMillis(100));
        atLeast("running-alarm", runningAlarm, Duration.ZERO);
        // its sign of life comes every second
        atLeast("lease", lease, Duration.ofSeconds(5));
    }

    private static void atLeast(String key, Duration given, Duration least) {
        if (given.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "landfall.inspection." + key + ": " + given + " is too short, it must be at least " + least);
        }
    }

    MinAges minAges() {
        Map<String, Duration> byType = new HashMap<>();
        types.forEach((type, rules) -> {
            if (rules.minAge() != null) {
                byType.put(type, rules.minAge());
            }
        });
        return new MinAges(minAge, byType);
    }

    Settings settings() {
        return new Settings(period, scanLimit, confirmAfter);
    }
}
