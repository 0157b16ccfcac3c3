package io.landfall.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.event.Delivery;
import io.landfall.event.SourceRecord;
import io.landfall.event.TaskEvent;

/** The table {@code task_event}: append-only, one partition a day. */
final class EventLog {
    /**
     * An event is logged at the begin of its transaction, which may have waited for the one that made its task: so it can be
     * older than the task, by less than any transaction may take.
     */
    static final Duration SLACK = Duration.ofHours(1);

    // limit 1 keeps it a look-up by index, row by row, whatever the statistics say
    private static final String FIND =
            """
            select q.n, e.hash from unnest(?::text[], ?::text[]) with ordinality q(task_id, event_id, n)
            cross join lateral (
                select hash from task_event e
                where e.task_id = q.task_id and e.event_id = q.event_id and e.logged_at >= ? limit 1) e
            """;

    private static final String ONLY_ILLEGAL =
            """
            select q.n from unnest(?::text[], ?::text[]) with ordinality q(task_id, event_id, n)
            cross join lateral (
                select bool_and(outcome = 'ILLEGAL') as illegal from task_event e
                where e.task_id = q.task_id and e.event_id = q.event_id and e.logged_at >= ?) e
            where e.illegal
            """;

    private static final String APPEND =
            """
            insert into task_event (logged_at, task_id, event_id, type, attempt, seq, outcome, reason, version, hash, payload,
                topic, partition_no, offset_no, record_at)
            select now(), n.task_id, n.event_id, n.type, n.attempt, n.seq, n.outcome, n.reason, n.version,
                coalesce(n.hash, sha256(n.payload)), n.payload,
                n.topic, n.partition_no, n.offset_no, %s
            from unnest(?::text[], ?::text[], ?::text[], ?::int[], ?::bigint[], ?::text[], ?::text[], ?::bigint[], ?::bytea[],
                ?::bytea[], ?::text[], ?::int[], ?::bigint[], ?::bigint[])
                n(task_id, event_id, type, attempt, seq, outcome, reason, version, hash, payload,
                topic, partition_no, offset_no, record_at)
            """
                    .formatted(TaskRows.time("record_at"));

    private final JdbcTemplate jdbc;

    EventLog(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Which of these events are logged already, and with what bytes.
     *
     * @param since none of them was logged before: earlier days are not looked at
     * @return the hash of the logged payload by event
     */
    Map<EventKey, byte[]> find(List<EventKey> keys, Instant since) {
        Map<EventKey, byte[]> found = new HashMap<>();
        jdbc.query(
                FIND,
                row -> {
                    found.put(keys.get((int) row.getLong("n") - 1), row.getBytes("hash"));
                },
                keys.stream().map(EventKey::taskId).toArray(String[]::new),
                keys.stream().map(EventKey::eventId).toArray(String[]::new),
                java.sql.Timestamp.from(since));
        return found;
    }

    /** Those of these events that are logged as illegal and as nothing else. */
    Set<EventKey> onlyIllegal(List<EventKey> keys, Instant since) {
        return new HashSet<>(jdbc.query(
                ONLY_ILLEGAL,
                (row, i) -> keys.get((int) row.getLong("n") - 1),
                keys.stream().map(EventKey::taskId).toArray(String[]::new),
                keys.stream().map(EventKey::eventId).toArray(String[]::new),
                java.sql.Timestamp.from(since)));
    }

    void append(List<Entry> entries) {
        jdbc.update(
                APPEND,
                texts(entries, entry -> entry.event().taskId()),
                texts(entries, entry -> entry.event().eventId()),
                texts(entries, entry -> entry.event().change().type().name()),
                entries.stream().map(entry -> entry.event().change().attempt()).toArray(Integer[]::new),
                entries.stream().map(entry -> entry.event().change().seq()).toArray(Long[]::new),
                texts(entries, entry -> entry.word.name()),
                texts(entries, Entry::reason),
                entries.stream().map(Entry::version).toArray(Long[]::new),
                entries.stream().map(Entry::hash).toArray(byte[][]::new),
                entries.stream().map(Entry::payload).toArray(byte[][]::new),
                texts(entries, entry -> entry.source().topic()),
                entries.stream().mapToInt(entry -> entry.source().partition()).toArray(),
                entries.stream().mapToLong(entry -> entry.source().offset()).toArray(),
                entries.stream()
                        .map(entry -> Columns.micros(entry.source().at()))
                        .toArray(Long[]::new));
    }

    private static Object texts(List<Entry> entries, Function<Entry, @Nullable String> column) {
        @Nullable String[] texts = new String[entries.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = column.apply(entries.get(i));
        }
        return texts;
    }

    /** An event's name: ids are unique per task only. */
    record EventKey(String taskId, String eventId) {
        static EventKey of(TaskEvent event) {
            return new EventKey(event.taskId(), event.eventId());
        }
    }

    /**
     * One line of the log.
     *
     * @param version the task's version after it; null unless APPLIED
     * @param kept whether its payload is: not of a task that was deleted before
     */
    record Entry(
            Delivery.WellFormed delivery,
            Ledger.Word word,
            @Nullable String reason,
            @Nullable Long version,
            boolean kept) {
        TaskEvent event() {
            return delivery.event();
        }

        SourceRecord source() {
            return delivery.source();
        }

        byte @Nullable [] payload() {
            return kept ? source().value() : null;
        }

        /** Null: the database makes it, of the payload. */
        byte @Nullable [] hash() {
            return payload() == null ? delivery.hash() : null;
        }
    }
}
