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

import io.landfall.inspection.Steering;

/**
 * What inspections leave undone. Whether inspection after inspection finds many tasks that should be final and are not: one that does may be a burst, three in
 * a row are a platform that loses results. Second looks are left out: they ask about the same tasks again.
 */
@Component
class SuspectGauges {
    private static final Logger LOG = LoggerFactory.getLogger(SuspectGauges.class);

    static final String LEAST_OF_THREE =
            """
            select case when count(*) = 3 then min(scanned) else 0 end from (
                select scanned from inspection
                where ended_at is not null and not dry_run and trigger_name <> 'confirm'
                order by ended_at desc limit 3) i
            """;

    /** Also what alarm repair-not-applied counts. */
    static final String OVERDUE =
            """
            select count(*) from (select created_at from repair where settled_at is null order by id limit 1000) o
            where o.created_at < now() - ? * interval '1 millisecond'
            """;

    private final JdbcTemplate ledger;
    private final Steering inspections;
    private volatile long least;
    private volatile long overdue;

    SuspectGauges(DataSource ledger, Steering inspections, MeterRegistry meters) {
        this.inspections = inspections;
        this.ledger = new JdbcTemplate(ledger);
        this.ledger.setQueryTimeout(5);
        Gauge.builder("landfall.inspection.scanned.least", this, gauge -> gauge.least)
                .description("Fewest tasks that one of the last three inspections found; 0 before there were three")
                .register(meters);
        Gauge.builder("landfall.repairs.overdue", this, gauge -> gauge.overdue)
                .description("Repairs that were sent and not applied within two periods; stops at 1,000")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${landfall.ops.sample-period:10s}")
    void sample() {
        try {
            least = number(LEAST_OF_THREE);
            Duration period = inspections.status().settings().period();
            overdue = number(OVERDUE, period.multipliedBy(2).toMillis());
        } catch (DataAccessException e) {
            LOG.debug("no sample: the ledger is away", e);
        }
    }

    private long number(String sql, Object... parameters) {
        Long found = ledger.queryForObject(sql, Long.class, parameters);
        return found == null ? 0 : found;
    }
}
