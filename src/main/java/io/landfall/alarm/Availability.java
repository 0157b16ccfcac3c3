package io.landfall.alarm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Which component is away, since when and why, as seen by the routes at work; alarms once when it lasts. */
public final class Availability {
    /** How long a component may be away before a person is told. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<Component, Absence> absences = new ConcurrentHashMap<>();
    private final Alarms alarms;
    private final Clock clock;

    public Availability(Alarms alarms, Clock clock) {
        this.alarms = alarms;
        this.clock = clock;
    }

    /** Somebody could not reach it; {@code reason} is one line without payloads. */
    public void away(Component component, String reason) {
        Instant now = clock.instant();
        Absence absence = absences.compute(
                component, (c, known) -> known == null ? new Absence(now, reason, false) : known.because(reason));
        if (!absence.alarmed && Duration.between(absence.since, now).compareTo(PATIENCE) >= 0) {
            absences.put(component, absence.asAlarmed());
            alarms.raise(key(component), Severity.P1, component + " is away since " + absence.since + ": " + reason);
        }
    }

    /** It answered. */
    public void back(Component component) {
        if (absences.isEmpty()) {
            return;
        }
        Absence absence = absences.remove(component);
        if (absence != null && absence.alarmed) {
            alarms.close(key(component));
        }
    }

    /** Empty: nobody misses it. */
    public Optional<Absence> absence(Component component) {
        return Optional.ofNullable(absences.get(component));
    }

    /** How long it has been away by now; zero when it is not. */
    public Duration away(Component component) {
        return absence(component)
                .map(absence -> Duration.between(absence.since, clock.instant()))
                .orElse(Duration.ZERO);
    }

    private static String key(Component component) {
        return component.name().toLowerCase(java.util.Locale.ROOT) + "-away";
    }

    /** Since when and why. */
    public record Absence(Instant since, String reason, boolean alarmed) {
        Absence because(String newReason) {
            return new Absence(since, newReason, alarmed);
        }

        Absence asAlarmed() {
            return new Absence(since, reason, true);
        }
    }
}
