package io.landfall.ledger;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;

/** The event log's partitions, one a UTC day, made ahead of time. */
public final class Days {
    private static final int AHEAD = 3;
    private static final LedgerLock LOCK = new LedgerLock("days");
    private static final String ALARM = "event-log-default-partition";

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final Ledger ledger;
    private final Alarms alarms;

    Days(JdbcTemplate jdbc, LedgerTransactions transactions, Ledger ledger, Alarms alarms) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.ledger = ledger;
        this.alarms = alarms;
    }

    /** Makes the partitions of today and the next days; alarms when events had to go into the default one. */
    public void makeAhead() {
        LocalDate today = LocalDate.ofInstant(ledger.now(), ZoneOffset.UTC);
        for (int ahead = 0; ahead <= AHEAD; ahead++) {
            make(today.plusDays(ahead));
        }
        Boolean used = jdbc.queryForObject("select exists (select 1 from task_event_default)", Boolean.class);
        if (Boolean.TRUE.equals(used)) {
            alarms.raise(ALARM, Severity.P2, "events are in task_event_default: a day's partition was missing");
        } else {
            alarms.close(ALARM);
        }
    }

    private void make(LocalDate day) {
        transactions.run("make-day", () -> {
            // two nodes that start together must not both make it
            LOCK.lock(jdbc);
            jdbc.execute(
                    "create table if not exists task_event_%s partition of task_event for values from ('%s') to ('%s')"
                            .formatted(DateTimeFormatter.BASIC_ISO_DATE.format(day), utc(day), utc(day.plusDays(1))));
            return day;
        });
    }

    private static String utc(LocalDate day) {
        return day + "T00:00:00Z";
    }
}
