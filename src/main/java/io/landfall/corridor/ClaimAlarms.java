package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.alarm.AlarmPushes;
import io.landfall.alarm.Availability;
import io.landfall.alarm.PushedAlarm;

/** Step claim-alarms: the body becomes those that Alertmanager must hear of now; none while the ledger is away. */
@Component
final class ClaimAlarms {
    private final AlarmPushes pushes;
    private final LedgerTrouble trouble;

    ClaimAlarms(AlarmPushes pushes, Availability availability) {
        this.pushes = pushes;
        this.trouble = new LedgerTrouble(availability, "alarms can't be read");
    }

    @Handler
    List<PushedAlarm> claim() {
        return trouble.orElse(List.of(), pushes::claim);
    }
}
