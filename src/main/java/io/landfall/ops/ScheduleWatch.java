package io.landfall.ops;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.compensation.CompensationConfiguration;
import io.landfall.inspection.Status;
import io.landfall.inspection.Steering;

/**
 * Looks whether what should happen on schedule does: inspections, compensation, and the Quartz triggers of both. Not on that
 * schedule itself: its trigger may be what is stuck. Ages are judged by the ledger's clock, or by how long nothing changes.
 */
@Component
final class ScheduleWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduleWatch.class);
    private static final Duration LEAST = Duration.ofSeconds(2);
    /** A beat of seconds may stand still for a while on a machine that is busy. */
    private static final Duration LEAST_OF_TRIGGER = Duration.ofSeconds(30);

    private static final String AGES =
            """
            select (extract(epoch from now() - i.next_at) * 1000)::bigint as inspection,
                (extract(epoch from now() - i.paused_at) * 1000)::bigint as paused,
                (extract(epoch from now() - c.looked_at) * 1000)::bigint as compensation
            from inspection_control i cross join compensation_control c
            """;
    private static final String TRIGGERS =
            """
            select t.trigger_name, t.trigger_state, t.next_fire_time, coalesce(s.repeat_interval, 0) as every
            from qrtz_triggers t left join qrtz_simple_triggers s using (sched_name, trigger_name, trigger_group)
            where t.sched_name = ? order by t.trigger_name limit 100
            """;

    private final JdbcTemplate ledger;
    private final Alarms alarms;
    private final Steering inspections;
    private final Duration compensationPeriod;
    private final String scheduler;
    private final long since = System.nanoTime();
    private final Map<String, Standing> triggers = new HashMap<>();

    ScheduleWatch(
            DataSource ledger,
            Alarms alarms,
            Steering inspections,
            CompensationConfiguration compensation,
            @Value("${spring.quartz.scheduler-name}") String scheduler) {
        this.ledger = new JdbcTemplate(ledger);
        this.ledger.setQueryTimeout(5);
        this.alarms = alarms;
        this.inspections = inspections;
        this.compensationPeriod = compensation.period();
        this.scheduler = scheduler;
    }

    @Scheduled(fixedDelayString = "${landfall.ops.watch-period:10s}")
    void look() {
        try {
            Status status = inspections.status();
            Ages ages = ledger.queryForObject(
                    AGES,
                    (row, i) -> new Ages(
                            millis(row.getObject("inspection", Long.class)),
                            millis(row.getObject("paused", Long.class)),
                            millis(row.getObject("compensation", Long.class))));
            if (ages != null) {
                judge(ages, status);
            }
            judgeTriggers(ledger.query(
                    TRIGGERS,
                    (row, i) -> new Trigger(
                            row.getString(1), row.getString(2), row.getLong(3), Duration.ofMillis(row.getLong(4))),
                    scheduler));
        } catch (DataAccessException e) {
            LOG.debug("no look at the schedules: the ledger is away", e);
        }
    }

    private static @Nullable Duration millis(@Nullable Long millis) {
        return millis == null ? null : Duration.ofMillis(millis);
    }

    /** Since when what should have happened has not; negative: it is not due yet; null: it never was. */
    private record Ages(@Nullable Duration inspection, @Nullable Duration paused, @Nullable Duration compensation) {}

    private void judge(Ages ages, Status status) {
        Duration two = twice(status.settings().period(), LEAST);
        boolean late = isOver(ages.inspection, two);
        // whoever paused it knows that it is overdue: it must not be forgotten, and wakes nobody
        say(
                "inspection-paused",
                isOver(ages.paused, two),
                !status.paused(),
                Severity.P3,
                "inspections have been paused since " + status.pausedAt() + " by " + status.pausedBy()
                        + "; tasks that go silent stay so until somebody resumes them");
        say(
                "inspection-overdue",
                !status.paused() && late && isUpFor(two),
                status.paused() || !late,
                Severity.P2,
                "no inspection has begun for two periods after it was due at " + status.nextAt()
                        + "; tasks that went silent stay so: see route inspect and its Quartz trigger");
        Duration ofCompensation = twice(compensationPeriod, LEAST);
        boolean lateToo = isOver(ages.compensation, ofCompensation);
        say(
                "compensation-overdue",
                lateToo && isUpFor(ofCompensation),
                !lateToo,
                Severity.P2,
                "compensation has not looked for two periods whether failures are due: see route compensate and its"
                        + " Quartz trigger");
    }

    private static Duration twice(Duration period, Duration least) {
        Duration twice = period.multipliedBy(2);
        return twice.compareTo(least) < 0 ? least : twice;
    }

    private static boolean isOver(@Nullable Duration age, Duration most) {
        return age != null && age.compareTo(most) > 0;
    }

    /** A whole cluster that was down is overdue when it comes back, until its first look. */
    private boolean isUpFor(Duration time) {
        return System.nanoTime() - since > time.toNanos();
    }

    private record Trigger(String name, String state, long nextFireTime, Duration every) {
        /** What changes with every fire. */
        String standing() {
            return state.equals("ERROR") ? state : Long.toString(nextFireTime);
        }
    }

    /** {@code moved}: it was seen to change, so it did fire. */
    private record Standing(String what, long sinceNanos, boolean moved) {}

    private void judgeTriggers(List<Trigger> found) {
        for (Trigger trigger : found) {
            Standing before = triggers.get(trigger.name);
            if (before == null || !before.what.equals(trigger.standing())) {
                before = new Standing(trigger.standing(), System.nanoTime(), before != null);
                triggers.put(trigger.name, before);
            }
            Duration still = Duration.ofNanos(System.nanoTime() - before.sinceNanos);
            boolean stuck = still.compareTo(twice(trigger.every, LEAST_OF_TRIGGER)) > 0;
            say(
                    "schedule-stuck:" + trigger.name,
                    stuck,
                    !stuck && before.moved && !trigger.state.equals("ERROR"),
                    Severity.P2,
                    "Quartz trigger " + trigger.name + " has not fired for two periods and is in state " + trigger.state
                            + ": see QRTZ_TRIGGERS; a restart of one node does not mend it");
        }
    }

    /** What is neither so nor over is not known: another node may know more. */
    private void say(String key, boolean so, boolean over, Severity severity, String summary) {
        if (so) {
            alarms.raise(key, severity, summary);
        } else if (over) {
            alarms.close(key);
        }
    }
}
