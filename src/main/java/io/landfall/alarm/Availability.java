package io.landfall.alarm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which component is away, since when and why, as seen by the routes at work; alarms once when it lasts. */
public final class Availability {
    /** How long a component may be away before a person is told. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Logger log = LoggerFactory.getLogger(Availability.class);

    private final Map<Component, Absence> absences = new ConcurrentHashMap<>();
    private final Map<Component, Instant> toldAt = new ConcurrentHashMap<>();
    private final Alarms alarms;
    private final Clock clock;

    public Availability(Alarms alarms, Clock clock) {
        this.alarms = alarms;
        this.clock = clock;
    }

    /** Somebody could not reach it; {@code reason} is one line without payloads. */
    public void away(Component component, String reason) {
        away(component, reason, () -> false);
    }

    /**
     * A part of it is waited for; {@code reason} is one line without payloads.
     *
     * @param lasts whether that is still so, though other parts answer; asked often, must be cheap
     */
    public void away(Component component, String reason, BooleanSupplier lasts) {
        Instant now = clock.instant();
        Absence absence = absences.compute(
                component,
                (c, known) -> known == null
                        ? new Absence(now, reason, false, tells(c, now), lasts)
                        : known.because(reason, lasts));
        if (absence.since.equals(now) && absence.told) {
            log.warn("what needs {} waits: {}", component, reason);
        }
        if (!absence.alarmed && Duration.between(absence.since, now).compareTo(PATIENCE) >= 0) {
            absences.put(component, absence.asAlarmed());
            alarms.raise(
                    key(component),
                    Severity.P1,
                    "what needs " + component + " waits since " + absence.since.truncatedTo(ChronoUnit.SECONDS) + ": "
                            + reason);
        }
    }

    /** It answered; one of which a part is waited for stays away for as long as that lasts. */
    public void back(Component component) {
        Absence absence = absences.get(component);
        // one that was renewed meanwhile ends with the next answer
        if (absence == null || absence.lasts.getAsBoolean() || !absences.remove(component, absence)) {
            return;
        }
        if (absence.told) {
            log.info("{} is back after {}", component, Duration.between(absence.since, clock.instant()));
        }
        if (absence.alarmed) {
            alarms.close(key(component));
        }
    }

    /** One that comes and goes is told once a minute. */
    private boolean tells(Component component, Instant now) {
        Instant before = toldAt.get(component);
        boolean tells = before == null || Duration.between(before, now).compareTo(PATIENCE) >= 0;
        if (tells) {
            toldAt.put(component, now);
        }
        return tells;
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

    /**
     * Since when and why.
     *
     * @param told whether its beginning is in the log, and so its end
     * @param lasts whether a part of it is still waited for, whoever else is answered
     */
    public record Absence(Instant since, String reason, boolean alarmed, boolean told, BooleanSupplier lasts) {
        Absence because(String newReason, BooleanSupplier newLasts) {
            return new Absence(since, newReason, alarmed, told, newLasts);
        }

        Absence asAlarmed() {
            return new Absence(since, reason, true, told, lasts);
        }
    }
}
