package io.landfall.ops;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.alarm.AlarmPushes;

/** Whether alarms reach Alertmanager, where one is configured. */
@Component
class AlarmGauges {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmGauges.class);

    private final AlarmPushes pushes;
    private final boolean pushed;
    private volatile long late;

    AlarmGauges(
            AlarmPushes pushes,
            @Value("${landfall.alarms.alertmanager.url}") String alertmanager,
            MeterRegistry meters) {
        this.pushes = pushes;
        this.pushed = !alertmanager.isBlank();
        Gauge.builder("landfall.alarms.push.pending", this, gauges -> gauges.late)
                .description(
                        "Alarms that Alertmanager has not heard of for three minutes, as it should; stops at 1,000")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${landfall.ops.sample-period:10s}")
    void sample() {
        if (!pushed) {
            return;
        }
        try {
            late = pushes.late();
        } catch (DataAccessException e) {
            LOG.debug("no sample: the ledger is away", e);
        }
    }
}
