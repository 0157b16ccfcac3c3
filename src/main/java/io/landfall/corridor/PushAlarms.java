package io.landfall.corridor;

import java.io.IOException;
import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Handler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import io.landfall.alarm.AlarmPushes;
import io.landfall.alarm.Alarms;
import io.landfall.alarm.Alertmanager;
import io.landfall.alarm.Availability;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.PushedAlarm;
import io.landfall.alarm.Severity;

/** Step push-alarms: hands alarms to Alertmanager and notes that it took them; when it did not, they are due again. */
@Component
final class PushAlarms {
    private static final Logger LOG = LoggerFactory.getLogger(PushAlarms.class);
    private static final String ALARM = "alarms-not-pushed";
    private static final int OFTEN = 3;

    private final AlarmPushes pushes;
    private final Alertmanager alertmanager;
    private final Alarms alarms;
    private final LedgerTrouble trouble;
    /** In a row. */
    private int failures;
    /** Before the first success, an earlier process may have left it open. */
    private boolean told = true;

    PushAlarms(AlarmPushes pushes, Alertmanager alertmanager, Alarms alarms, Availability availability) {
        this.pushes = pushes;
        this.alertmanager = alertmanager;
        this.alarms = alarms;
        this.trouble = new LedgerTrouble(availability, "it can't be noted that alarms were pushed");
    }

    @Handler
    synchronized void push(@Body List<PushedAlarm> due) {
        try {
            alertmanager.tell(due);
        } catch (IOException e) {
            failed(OneLine.of(e));
            return;
        }
        failures = 0;
        if (told) {
            alarms.close(ALARM);
            told = false;
        }
        trouble.orElse(false, () -> {
            pushes.settle(due);
            return true;
        });
    }

    private void failed(String why) {
        failures++;
        LOG.debug("alarms are not pushed: {}", why);
        if (failures == OFTEN) {
            alarms.raise(ALARM, Severity.P2, "Alertmanager takes no alarms: " + why);
            told = true;
        }
    }
}
