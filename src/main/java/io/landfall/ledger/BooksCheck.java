package io.landfall.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;

/** Holds the books against the event log and the dead letters, all of one moment. Only reads; counts the whole log. */
public final class BooksCheck {
    private static final String ACCOUNTS =
            """
            select topic, partition_no, sum(received) received, sum(applied) applied, sum(no_effect) no_effect,
                sum(already_applied) already_applied, sum(stale) stale, sum(illegal) illegal, sum(malformed) malformed,
                min(least(received, applied, no_effect, already_applied, stale, illegal, malformed)) least,
                max(highest_offset) highest
            from books group by 1, 2 order by 1, 2
            """;

    private static final String DAYS =
            """
            select inhrelid::regclass::text from pg_inherits where inhparent = 'task_event'::regclass
            """;

    /** Whether the log still has its first day: the one on which its tables were made. */
    private static final String FROM_THE_BEGINNING =
            """
            select coalesce(min(to_date(substring(c.relname from '[0-9]{8}$'), 'YYYYMMDD'))
                <= (select min(installed_on)::date from flyway_schema_history), false)
            from pg_inherits i join pg_class c on c.oid = i.inhrelid
            where i.inhparent = 'task_event'::regclass and c.relname ~ '_[0-9]{8}$'
            """;

    private final JdbcTemplate jdbc;
    private final Snapshot snapshot;

    public BooksCheck(JdbcTemplate jdbc, LedgerTransactions transactions) {
        this.jdbc = jdbc;
        this.snapshot = new Snapshot(transactions, TransactionTimeouts.BOOKS, false);
    }

    /**
     * The account of one partition, all nodes together.
     *
     * @param highestOffset of the records that were received
     * @param complaints what does not balance, a line each
     */
    public record Account(String topic, int partition, long highestOffset, List<String> complaints) {}

    private record Slot(String topic, int partition) {}

    /** All accounts. */
    public List<Account> accounts() {
        return snapshot.read(() -> {
            Map<Slot, Map<String, Long>> logged = logged();
            boolean wholeLog = Boolean.TRUE.equals(jdbc.queryForObject(FROM_THE_BEGINNING, Boolean.class));
            List<Account> accounts = new ArrayList<>();
            for (Map<String, Object> row : jdbc.queryForList(ACCOUNTS)) {
                Slot slot = new Slot(String.valueOf(row.get("topic")), (int) number(row, "partition_no"));
                Map<String, Long> log = logged.getOrDefault(slot, Map.of());
                logged.remove(slot);
                accounts.add(new Account(
                        slot.topic, slot.partition, number(row, "highest"), complaints(row, log, wholeLog)));
            }
            logged.keySet()
                    .forEach(slot -> accounts.add(new Account(
                            slot.topic,
                            slot.partition,
                            -1,
                            List.of("events are logged, and nothing is in the books"))));
            return accounts;
        });
    }

    /** Day by day: none of these counts is so long that the connection gives up. */
    private Map<Slot, Map<String, Long>> logged() {
        Map<Slot, Map<String, Long>> logged = new HashMap<>();
        for (String day : jdbc.queryForList(DAYS, String.class)) {
            jdbc.query("select topic, partition_no, outcome, count(*) from " + day + " group by 1, 2, 3", row -> {
                logged.computeIfAbsent(new Slot(row.getString(1), row.getInt(2)), slot -> new HashMap<>())
                        .merge(row.getString(3), row.getLong(4), Long::sum);
            });
        }
        return logged;
    }

    private static List<String> complaints(Map<String, Object> row, Map<String, Long> log, boolean wholeLog) {
        List<String> complaints = new ArrayList<>();
        long sum = 0;
        for (String word : List.of("applied", "no_effect", "already_applied", "stale", "illegal", "malformed")) {
            sum += number(row, word);
        }
        if (number(row, "received") != sum) {
            complaints.add("received " + number(row, "received") + ", and what became of it adds up to " + sum);
        }
        if (number(row, "least") < 0) {
            complaints.add("a count is below 0");
        }
        for (String word : List.of("APPLIED", "NO_EFFECT", "STALE")) {
            long booked = number(row, word.toLowerCase(java.util.Locale.ROOT));
            long found = log.getOrDefault(word, 0L);
            if (found > booked || (wholeLog && found < booked)) {
                complaints.add(word + " " + booked + " in the books, " + found + " in the log");
            }
        }
        // one whose id was used before is illegal and not in the log
        long illegal = log.getOrDefault("ILLEGAL", 0L);
        if (illegal > number(row, "illegal")) {
            complaints.add("ILLEGAL " + number(row, "illegal") + " in the books, " + illegal + " in the log");
        }
        return complaints;
    }

    private static long number(Map<String, Object> row, String column) {
        return row.get(column) instanceof Number number ? number.longValue() : 0;
    }
}
