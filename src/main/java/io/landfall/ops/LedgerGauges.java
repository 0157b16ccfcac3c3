package io.landfall.ops;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import javax.sql.DataSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;

/**
 * The ledger in numbers, {@code landfall_*}: sampled on a schedule, never by a scrape. Each count stops at a limit, so that
 * a sample stays cheap when things are bad. While the ledger is away the last sample stands, and its age tells.
 */
@org.springframework.stereotype.Component
class LedgerGauges {
    private static final Logger log = LoggerFactory.getLogger(LedgerGauges.class);

    private static final String NON_FINAL =
            """
            select s.state, a.age, count(t.state)
            from unnest(array['TO_ANALYZE', 'ANALYZING', 'TO_RETRY']) as s (state)
            cross join unnest(array['under-10m', '10m-1h', '1h-24h', 'over-24h']) as a (age)
            left join (
                select state, case when state_since > now() - interval '10 minutes' then 'under-10m'
                    when state_since > now() - interval '1 hour' then '10m-1h'
                    when state_since > now() - interval '24 hours' then '1h-24h' else 'over-24h' end as age
                from task where due_at is not null order by due_at limit 100000) t on t.state = s.state and t.age = a.age
            group by s.state, a.age
            """;

    private static final String FAILURES =
            """
            select status, cause, count(*)
            from (select status, cause from failure where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')
                  order by task_id, index_name limit 100000) f
            group by status, cause
            """;

    private static final String ALARMS =
            """
            select s.severity, count(a.severity)
            from unnest(array['P1', 'P2', 'P3']) as s (severity)
            left join (select severity from alarm where closed_at is null limit 10000) a using (severity)
            group by s.severity
            """;

    private static final String SINGLE =
            """
            select (select count(*) from (select 1 from task where landed_version < version limit 100000) t),
                   (select count(*) from (select 1 from dead_letter limit 1000000) d),
                   (select count(*) from (select 1 from outbox where status = 'PENDING' limit 100000) o),
                   (select count(*) from (select 1 from dead_letter where status <> 'RESOLVED' and status <> 'ABANDONED' limit 100000) u),
                   (select count(*) from (select 1 from outbox where status = 'BLOCKED' limit 100000) b)
            """;

    private final JdbcTemplate ledger;
    private final Clock clock;
    private final MultiGauge nonFinal;
    private final MultiGauge failures;
    private final MultiGauge alarms;
    private volatile Instant sampledAt;
    private volatile long unlanded;
    private volatile long deadLetters;
    private volatile long outboxPending;
    private volatile long unresolved;
    private volatile long blocked;

    LedgerGauges(DataSource ledger, Availability availability, MeterRegistry meters, Clock clock) {
        this.ledger = new JdbcTemplate(ledger);
        this.ledger.setQueryTimeout(5);
        this.clock = clock;
        sampledAt = clock.instant();
        nonFinal = MultiGauge.builder("landfall.tasks.nonfinal")
                .description("Living tasks that should become final, by state and time in it; stops at 100,000 in all")
                .register(meters);
        failures = MultiGauge.builder("landfall.failures.open")
                .description("Open failures by status and cause; stops at 100,000 in all")
                .register(meters);
        alarms = MultiGauge.builder("landfall.alarms.open")
                .description("Open alarms by severity")
                .register(meters);
        Gauge.builder("landfall.tasks.unlanded", this, g -> g.unlanded)
                .description("Tasks whose newest version is not in the view; stops at 100,000")
                .register(meters);
        Gauge.builder("landfall.dead.letters", this, g -> g.deadLetters)
                .description("Dead letters kept; stops at 1,000,000")
                .register(meters);
        Gauge.builder("landfall.outbox.pending", this, g -> g.outboxPending)
                .description("Messages that wait for the broker; stops at 100,000")
                .register(meters);
        Gauge.builder("landfall.dead.letters.unresolved", this, g -> g.unresolved)
                .description("Dead letters of which no replay was applied; stops at 100,000")
                .register(meters);
        Gauge.builder("landfall.outbox.blocked", this, g -> g.blocked)
                .description("Messages that can't be sent as they are; stops at 100,000")
                .register(meters);
        Gauge.builder("landfall.ledger.sample.age", this, g -> g.age().toMillis() / 1000.0)
                .description("Age of the numbers sampled from the ledger")
                .baseUnit("seconds")
                .register(meters);
        for (Component component : Component.values()) {
            Gauge.builder(
                            "landfall.component.away",
                            availability,
                            a -> a.away(component).toMillis() / 1000.0)
                    .description("How long a component has been away; 0: it is not")
                    .baseUnit("seconds")
                    .tag("component", component.name().toLowerCase(Locale.ROOT))
                    .register(meters);
        }
    }

    @Scheduled(fixedDelayString = "${landfall.ops.sample-period:10s}")
    void sample() {
        try {
            List<Row<?>> byState = rows(NON_FINAL, "state", "age");
            List<Row<?>> byCause = rows(FAILURES, "status", "cause");
            List<Row<?>> bySeverity = rows(ALARMS, "severity");
            ledger.query(SINGLE, rs -> {
                unlanded = rs.getLong(1);
                deadLetters = rs.getLong(2);
                outboxPending = rs.getLong(3);
                unresolved = rs.getLong(4);
                blocked = rs.getLong(5);
            });
            nonFinal.register(byState, true);
            failures.register(byCause, true);
            alarms.register(bySeverity, true);
            sampledAt = clock.instant();
        } catch (DataAccessException e) {
            log.debug("no sample: the ledger is away", e);
        }
    }

    private Duration age() {
        return Duration.between(sampledAt, clock.instant());
    }

    /** Columns are the labels, then the number. */
    private List<Row<?>> rows(String sql, String... labels) {
        return new ArrayList<>(ledger.query(sql, (rs, i) -> {
            Tags tags = Tags.empty();
            for (int column = 0; column < labels.length; column++) {
                tags = tags.and(labels[column], rs.getString(column + 1));
            }
            return Row.of(tags, rs.getLong(labels.length + 1));
        }));
    }
}
