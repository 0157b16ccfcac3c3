package io.landfall.inspection;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;
import io.landfall.event.TraceParent;
import io.landfall.outbox.OutboxRows;
import io.landfall.state.EventType;

/** The table {@code repair}: one row a task and attempt, however many nodes look; its event goes through the outbox. */
final class Repairs {
    static final String ALARM = "repair-not-applied";
    private static final int AT_ONCE = 1_000;

    /** One that is there already is sent once more when it should have been applied long since. */
    private static final String INSERT =
            """
            insert into repair as r (inspection_id, verifier, task_id, attempt, kind, event_id, state, state_since, reason, looks,
                suspected_at)
            select ?, ?, n.task_id, n.attempt, n.kind, n.event_id, n.state, n.state_since, n.reason, n.looks, n.suspected_at
            from unnest(?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::timestamptz[], ?::text[], ?::int[],
                ?::timestamptz[])
                n(task_id, attempt, kind, event_id, state, state_since, reason, looks, suspected_at)
            on conflict (task_id, attempt) do update set replaced_at = now(), kind = excluded.kind, reason = excluded.reason
                where r.settled_at is null and r.replaced_at is null and r.created_at < now() - ? * interval '1 millisecond'
            returning task_id, replaced_at is not null as again
            """;

    /**
     * What became of the events. A RETRY that came after a COMPLETED is illegal: nobody needs to look at that dead letter.
     */
    static final String SETTLE =
            """
            with open as (
                select id, task_id, event_id, created_at from repair where settled_at is null order by id limit ?),
            judged as (
                select o.id, e.task_id, e.hash, e.outcome, e.logged_at from open o cross join lateral (
                    select task_id, hash, outcome, logged_at from task_event e
                    where e.task_id = o.task_id and e.event_id in (o.event_id, o.event_id || ':2')
                        and e.logged_at >= o.created_at - interval '1 hour'
                    order by e.outcome <> 'APPLIED', e.logged_at limit 1) e),
            letters as (
                update dead_letter d set status = 'RESOLVED', resolved_at = now() from judged j
                where j.outcome = 'ILLEGAL' and d.task_id = j.task_id and d.hash = j.hash and d.reason = 'retry-of-analyzed'
                    and d.status = 'OPEN')
            update repair r set settled_at = j.logged_at, outcome = j.outcome from judged j where r.id = j.id
            returning r.kind, r.outcome, (extract(epoch from j.logged_at - r.state_since) * 1000)::bigint as took
            """;
    /** The task went on without them. */
    static final String OVERTAKE =
            """
            update repair r set settled_at = now(), outcome = 'OVERTAKEN' from (
                select o.id from (select * from repair where settled_at is null order by id limit ?) o
                left join task t on t.task_id = o.task_id
                where o.created_at < now() - ? * interval '1 millisecond'
                    and (t.due_at is null or t.attempt <> o.attempt or t.state_since <> o.state_since)) gone
            where r.id = gone.id
            """;

    static final String OVERDUE =
            """
            select count(*) from (select created_at from repair where settled_at is null order by id limit ?) o
            where o.created_at < now() - ? * interval '1 millisecond'
            """;

    private final JdbcTemplate jdbc;
    private final OutboxRows outbox;
    private final RepairEvents events;
    private final Alarms alarms;
    private final Supplier<@Nullable TraceParent> trace;

    /** @param trace that the thread is in, for the events that it sends; null: none */
    Repairs(JdbcTemplate jdbc, RepairEvents events, Alarms alarms, Supplier<@Nullable TraceParent> trace) {
        this.jdbc = jdbc;
        this.outbox = new OutboxRows(jdbc);
        this.events = events;
        this.alarms = alarms;
        this.trace = trace;
    }

    /** The event's bytes; {@code suffix} of its id: empty, or that of a replacement. */
    byte[] event(Suspect suspect, Sentence.Repair repair, String suffix, Instant now) {
        String eventId = RepairEvents.eventId(suspect.taskId(), suspect.attempt()) + suffix;
        return events.event(suspect, repair, eventId, now);
    }

    /**
     * Puts repairs and their events on record, inside the caller's transaction and under the locks of the tasks.
     *
     * @param verifier whose answers they follow from
     * @param composed the events, as {@link #event} composes them
     * @return those whose event is sent; the others have one on its way already
     */
    Map<Seen, EventType> send(
            long runId,
            String verifier,
            Map<Seen, Sentence.Repair> mend,
            Map<Seen, byte[]> composed,
            Duration period,
            Instant now) {
        if (mend.isEmpty()) {
            return Map.of();
        }
        Map<String, Seen> byTask = new HashMap<>();
        mend.keySet().forEach(seen -> byTask.put(seen.suspect().taskId(), seen));
        List<Seen> seen = List.copyOf(mend.keySet());
        List<Sentence.Repair> sentences = List.copyOf(mend.values());
        List<Suspect> suspects = seen.stream().map(Seen::suspect).toList();
        Map<Seen, EventType> sent = new LinkedHashMap<>();
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> payloads = new ArrayList<>();
        jdbc.query(
                INSERT,
                row -> {
                    Seen one = byTask.get(row.getString("task_id"));
                    Sentence.Repair sentence = one == null ? null : mend.get(one);
                    if (one != null && sentence != null) {
                        boolean again = row.getBoolean("again");
                        byte[] event = again ? null : composed.get(one);
                        sent.put(one, sentence.type());
                        keys.add(one.suspect().taskId().getBytes(StandardCharsets.UTF_8));
                        payloads.add(
                                event == null
                                        ? event(one.suspect(), sentence, again ? RepairEvents.REPLACEMENT : "", now)
                                        : event);
                    }
                },
                runId,
                verifier,
                suspects.stream().map(Suspect::taskId).toArray(String[]::new),
                suspects.stream().map(Suspect::attempt).toArray(Integer[]::new),
                sentences.stream().map(one -> one.type().name()).toArray(String[]::new),
                suspects.stream()
                        .map(one -> RepairEvents.eventId(one.taskId(), one.attempt()))
                        .toArray(String[]::new),
                suspects.stream().map(one -> one.state().name()).toArray(String[]::new),
                suspects.stream().map(one -> Timestamp.from(one.stateSince())).toArray(Timestamp[]::new),
                sentences.stream().map(one -> OneLine.of(one.reason())).toArray(String[]::new),
                seen.stream()
                        .map(one -> one.before() == null ? 1 : one.before().looks() + 1)
                        .toArray(Integer[]::new),
                seen.stream()
                        .map(one -> one.before() == null
                                ? null
                                : Timestamp.from(one.before().since()))
                        .toArray(Timestamp[]::new),
                period.multipliedBy(2).toMillis());
        if (!payloads.isEmpty()) {
            TraceParent parent = trace.get();
            Map<String, String> headers = parent == null ? Map.of() : parent.headers();
            outbox.add(events.topic(), keys, payloads, Collections.nCopies(keys.size(), headers));
        }
        return sent;
    }

    /** Notes what became of events that were sent. */
    List<SettledRepair> settle() {
        return jdbc.query(SETTLE, (row, i) -> settled(row), AT_ONCE);
    }

    private static SettledRepair settled(ResultSet row) throws SQLException {
        return new SettledRepair(
                row.getString("kind"), row.getString("outcome"), Duration.ofMillis(row.getLong("took")));
    }

    /** Tells of those that should have been applied long since. */
    void watch(Duration period) {
        long millis = period.multipliedBy(2).toMillis();
        jdbc.update(OVERTAKE, AT_ONCE, millis);
        Integer overdue = jdbc.queryForObject(OVERDUE, Integer.class, AT_ONCE, millis);
        if (overdue != null && overdue > 0) {
            alarms.raise(
                    ALARM,
                    Severity.P2,
                    overdue + " repairs were sent and not applied within two periods: see the outbox and dead letters");
        } else {
            alarms.close(ALARM);
        }
    }
}
