package io.landfall.compensation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;

/** One alarm for each index and cause with failures that are exhausted; it says how many, and closes when none is left. */
final class ExhaustedAlarms {
    private static final String PREFIX = "exhausted:";
    /** So many kinds are told apart; the rest are one. */
    private static final int KINDS = 100;

    static final String COUNTS =
            """
            select index_name, cause, count(*) as number
            from (select index_name, cause from failure where status = 'EXHAUSTED' order by index_name, cause limit 1000000) e
            group by index_name, cause order by index_name, cause
            """;

    private final JdbcTemplate jdbc;
    private final Alarms alarms;
    private final Map<String, Long> told = new HashMap<>();

    ExhaustedAlarms(JdbcTemplate jdbc, Alarms alarms) {
        this.jdbc = jdbc;
        this.alarms = alarms;
    }

    synchronized void refresh() {
        Map<String, Long> counts = new HashMap<>();
        jdbc.query(COUNTS, row -> {
            String key = PREFIX + row.getString("index_name") + ":" + row.getString("cause");
            counts.merge(counts.size() < KINDS ? key : PREFIX + "others", row.getLong("number"), Long::sum);
        });
        Set<String> open = open();
        counts.forEach((key, number) -> tell(key, number, open.contains(key)));
        Set<String> over = new HashSet<>(open);
        over.addAll(told.keySet());
        over.removeAll(counts.keySet());
        over.forEach(alarms::close);
        told.keySet().removeAll(over);
    }

    /** Once for each number: a failure that stays exhausted is no news. */
    private void tell(String key, long number, boolean isOpen) {
        Long before = told.put(key, number);
        if (!isOpen || before == null || before != number) {
            alarms.raise(
                    key,
                    Severity.P2,
                    number
                            + " failures are exhausted: nothing tries them again until somebody retries or abandons them");
        }
    }

    /** Those of other nodes, and of earlier processes, too. */
    private Set<String> open() {
        return new HashSet<>(jdbc.queryForList(
                "select alarm_key from alarm where closed_at is null and alarm_key like 'exhausted:%'", String.class));
    }
}
