package io.landfall.alarm;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Which alarms Alertmanager must hear of now: those that opened, worsened or closed, and open ones again and again, since it
 * forgets what nobody repeats. It is in the ledger, so that no restart loses one, and each is claimed by one node at a time. All
 * throw Spring's data access exceptions when the ledger is away.
 */
public final class AlarmPushes {
    /** Open ones are told again so often, and hold for {@link AlertForm#HOLDS}. */
    static final Duration REPEAT = Duration.ofMinutes(1);

    /** A claim that nobody settled is due again after that. */
    static final Duration LEASE = Duration.ofSeconds(20);

    private static final int AT_ONCE = 200;

    private static final String CLAIM =
            """
            update alarm a set push_at = now() + ? * interval '1 millisecond', pushed_at = coalesce(a.pushed_at, now())
            from (select id from alarm where push_at <= now() order by push_at limit ? for update skip locked) due
            where a.id = due.id
            returning a.*
            """;

    /** What changed after the claim is due already, and stays so. */
    private static final String SETTLE =
            """
            update alarm set taken_at = now(),
                push_at = case when closed_at is null then now() + ? * interval '1 millisecond' end
            where id = ? and push_at = ?
            """;

    /** Three repeats were in vain, or so was the word of its end. */
    private static final String LATE =
            """
            select count(*) from (select 1 from alarm where push_at is not null
                and greatest(first_at, taken_at, closed_at) < now() - interval '3 minutes' limit 1000) late
            """;

    private final JdbcTemplate jdbc;

    AlarmPushes(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Those due now, for this node alone for a while. */
    public List<PushedAlarm> claim() {
        return jdbc.query(CLAIM, (row, i) -> alarm(row), LEASE.toMillis(), AT_ONCE);
    }

    /** Alertmanager has taken them. */
    public void settle(List<PushedAlarm> taken) {
        jdbc.batchUpdate(
                SETTLE,
                taken.stream()
                        .map(alarm -> new Object[] {REPEAT.toMillis(), alarm.id(), Timestamp.from(alarm.claim())})
                        .toList());
    }

    /** How many alarms Alertmanager has not heard of as it should; stops at 1,000. */
    public long late() {
        Long late = jdbc.queryForObject(LATE, Long.class);
        return late == null ? 0 : late;
    }

    private static PushedAlarm alarm(ResultSet row) throws SQLException {
        return new PushedAlarm(
                row.getLong("id"),
                row.getTimestamp("push_at").toInstant(),
                row.getString("alarm_key"),
                Severity.valueOf(row.getString("severity")),
                row.getString("summary"),
                row.getLong("count"),
                row.getTimestamp("first_at").toInstant(),
                row.getTimestamp("last_at").toInstant(),
                instant(row.getTimestamp("closed_at")));
    }

    private static @Nullable Instant instant(@Nullable Timestamp time) {
        return time == null ? null : time.toInstant();
    }
}
