package io.landfall.ops;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.springframework.scheduling.annotation.Scheduled;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Availability;
import io.landfall.alarm.Availability.Absence;
import io.landfall.alarm.Component;

/**
 * Notices that a server is away while no route needs it, so that an outage in a quiet night is told as well. It takes back
 * only what it said itself: a route that can't work knows better than a probe.
 */
@org.springframework.stereotype.Component
class ComponentWatch {
    private final List<? extends Probe> probes;
    private final Availability availability;
    private final Alarms alarms;
    private final Map<Component, String> said = new EnumMap<>(Component.class);
    private final Map<Component, Boolean> seen = new EnumMap<>(Component.class);
    private final Set<Component> slow = EnumSet.noneOf(Component.class);

    ComponentWatch(List<Probe> probes, Availability availability, Alarms alarms) {
        this.probes = List.copyOf(probes);
        this.availability = availability;
        this.alarms = alarms;
    }

    @Scheduled(fixedDelayString = "${landfall.ops.watch-period:10s}")
    synchronized void look() {
        for (Probe probe : probes) {
            String problem = probe.answer().problem();
            if (problem == null) {
                answered(probe.component());
            } else {
                silent(probe.component(), problem);
            }
        }
    }

    private void silent(Component component, String problem) {
        if (!seen.containsKey(component) && slow.add(component)) {
            // the first question of a process that is still warming up may take long: it is asked once more before it
            // is told
            return;
        }
        Optional<Absence> known = availability.absence(component);
        if (known.isEmpty() || known.get().reason().equals(said.get(component))) {
            said.put(component, problem);
            availability.away(component, problem);
        }
    }

    private void answered(Component component) {
        String mine = said.remove(component);
        boolean isMine = availability
                .absence(component)
                .map(absence -> absence.reason().equals(mine))
                .orElse(false);
        if (isMine) {
            availability.back(component);
        }
        if (seen.put(component, true) == null && availability.absence(component).isEmpty()) {
            // an alarm that an earlier process left open
            alarms.close(component.name().toLowerCase(Locale.ROOT) + "-away");
        }
    }
}
