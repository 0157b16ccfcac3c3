package io.landfall.ops;

import java.time.Duration;

import javax.sql.DataSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.outbox.OutboxConfiguration;

/**
 * How long the oldest message has waited for the broker, by the ledger's clock; a person is told when it is too long. While the
 * ledger is away the last sample stands.
 */
@Component
class OutboxGauges {
    static final String ALARM = "outbox-lags";

    private static final Logger LOG = LoggerFactory.getLogger(OutboxGauges.class);

    /** The first by id is the oldest, but for the time that transactions took. */
    static final String OLDEST =
            """
            select coalesce((select (extract(epoch from now() - created_at) * 1000)::bigint from outbox
                             where status = 'PENDING' order by id limit 1), 0)
            """;

    private final JdbcTemplate ledger;
    private final Alarms alarms;
    private final Duration alarmAfter;
    private volatile Duration oldest = Duration.ZERO;
    /** Before the first look, an earlier process may have left it open. */
    private boolean alarmed;

    private boolean looked;

    OutboxGauges(DataSource ledger, Alarms alarms, OutboxConfiguration configuration, MeterRegistry meters) {
        this.ledger = new JdbcTemplate(ledger);
        this.ledger.setQueryTimeout(5);
        this.alarms = alarms;
        this.alarmAfter = configuration.alarmAfter();
        Gauge.builder("landfall.outbox.oldest.age", this, gauges -> gauges.oldest.toMillis() / 1000.0)
                .description("How long the oldest message has waited for the broker; 0: none waits")
                .baseUnit("seconds")
                .register(meters);
    }

    Duration oldestAge() {
        return oldest;
    }

    @Scheduled(fixedDelayString = "${landfall.ops.sample-period:10s}")
    synchronized void sample() {
        try {
            Long millis = ledger.queryForObject(OLDEST, Long.class);
            oldest = Duration.ofMillis(millis == null ? 0 : Math.max(0, millis));
        } catch (DataAccessException e) {
            LOG.debug("no sample: the ledger is away", e);
            return;
        }
        boolean late = oldest.compareTo(alarmAfter) > 0;
        if (late && !alarmed) {
            alarms.raise(
                    ALARM,
                    Severity.P2,
                    "a message has waited for the broker for " + oldest.toSeconds()
                            + " s; see /api/outbox?status=PENDING");
        } else if (!late && (alarmed || !looked)) {
            alarms.close(ALARM);
        }
        alarmed = late;
        looked = true;
    }
}
