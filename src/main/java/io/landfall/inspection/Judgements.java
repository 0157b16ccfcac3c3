package io.landfall.inspection;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.inspection.Questions.Answered;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.state.EventType;

/**
 * Judges a group that was answered and keeps what follows, in one transaction: what was seen, when to look again, repairs
 * with their events, and the inspection's counts. A task to which an event came meanwhile is left alone.
 */
final class Judgements {
    private static final String LOCK =
            """
            select task_id, attempt, state, state_since from task
            where task_id = any (?) and due_at is not null order by task_id for update
            """;
    private static final String PUT_OFF =
            """
            update task t set due_at = now() + n.millis * interval '1 millisecond'
            from unnest(?::text[], ?::bigint[]) n(task_id, millis) where t.task_id = n.task_id
            """;
    private static final String SUSPECT =
            """
            insert into suspicion as s (task_id, attempt, state_since, kind, looks, since, looked_at, next_at, confirms, told,
                verifier, reason)
            select n.task_id, n.attempt, n.state_since, n.kind, n.looks, n.since, now(),
                now() + n.millis * interval '1 millisecond', n.confirms, n.told, ?, n.reason
            from unnest(?::text[], ?::int[], ?::timestamptz[], ?::text[], ?::int[], ?::timestamptz[], ?::bigint[], ?::boolean[],
                ?::boolean[], ?::text[])
                n(task_id, attempt, state_since, kind, looks, since, millis, confirms, told, reason)
            on conflict (task_id) do update set attempt = excluded.attempt, state_since = excluded.state_since,
                kind = excluded.kind, looks = excluded.looks, since = excluded.since, looked_at = excluded.looked_at,
                next_at = excluded.next_at, confirms = excluded.confirms, told = excluded.told, verifier = excluded.verifier,
                reason = excluded.reason
            """;

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final RunStore runs;
    private final Repairs repairs;

    Judgements(JdbcTemplate jdbc, LedgerTransactions transactions, RunStore runs, Repairs repairs) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.runs = runs;
        this.repairs = repairs;
    }

    /**
     * What was kept, for those who must be told after the commit.
     *
     * @param kept false: the inspection was given up, and nothing was written
     * @param known whether the verifier could tell of any task
     * @param unknown tasks of which it could not tell for the third time in a row
     * @param reason why not, of the last of them; empty: there is none
     * @param longRunning tasks that have been running for too long, told now
     * @param givenUp tasks that are failed because nobody knows of their last attempt
     * @param sent events that were sent, by task
     */
    record Kept(
            boolean kept,
            boolean known,
            int unknown,
            String reason,
            int longRunning,
            int givenUp,
            Map<String, EventType> sent) {
        static final Kept NOTHING = new Kept(false, false, 0, "", 0, 0, Map.of());
    }

    Kept keep(long runId, Answered answered, Rules rules) {
        Map<Seen, byte[]> events = compose(answered, new Judge(rules));
        return transactions.run("judge-suspects", () -> {
            Instant now = runs.hold(runId);
            return now == null ? Kept.NOTHING : keep(runId, answered, rules, events, now);
        });
    }

    /** Before the transaction, for results may be large: whether a repair is due depends on when it was asked alone. */
    private Map<Seen, byte[]> compose(Answered answered, Judge judge) {
        Map<Seen, byte[]> events = new HashMap<>();
        for (Seen seen : answered.group().seen()) {
            Verdict verdict = answered.verdicts().of(seen.suspect().taskId());
            if (judge.judge(seen, verdict, seen.askedAt()) instanceof Sentence.Repair repair) {
                events.put(seen, repairs.event(seen.suspect(), repair, "", seen.askedAt()));
            }
        }
        return events;
    }

    private Kept keep(long runId, Answered answered, Rules rules, Map<Seen, byte[]> events, Instant now) {
        Group group = answered.group();
        Set<Standing> unmoved = lock(group.taskIds());
        Judge judge = new Judge(rules);
        Tally tally = new Tally();
        tally.strange = answered.verdicts().strange();
        Map<Seen, Sentence.Again> again = new LinkedHashMap<>();
        Map<Seen, Sentence.Repair> mend = new LinkedHashMap<>();
        for (Seen seen : group.seen()) {
            Verdict verdict = answered.verdicts().of(seen.suspect().taskId());
            tally.seen(Kind.of(verdict));
            if (!unmoved.contains(Standing.of(seen.suspect()))) {
                tally.moved++;
                continue;
            }
            Sentence sentence = judge.judge(seen, verdict, now);
            if (sentence instanceof Sentence.Repair repair) {
                mend.put(seen, repair);
            } else {
                again.put(seen, (Sentence.Again) sentence);
            }
        }
        tally.confirmed = mend.size();
        Map<Seen, EventType> sent = repairs.send(
                runId, group.verifier(), mend, events, rules.settings().period(), now);
        tally.sent(sent.values());
        suspect(group.verifier(), again);
        putOff(again, mend.keySet(), rules.settings().period());
        runs.count(runId, tally);
        return told(tally, again, mend, sent);
    }

    private Set<Standing> lock(List<String> taskIds) {
        return new HashSet<>(jdbc.query(
                LOCK,
                (row, i) -> new Standing(
                        row.getString("task_id"),
                        row.getInt("attempt"),
                        row.getString("state"),
                        row.getTimestamp("state_since").toInstant()),
                (Object) taskIds.toArray(String[]::new)));
    }

    /** What must be as it was when the verifier was asked. */
    private record Standing(String taskId, int attempt, String state, Instant stateSince) {
        static Standing of(Suspect suspect) {
            return new Standing(
                    suspect.taskId(), suspect.attempt(), suspect.state().name(), suspect.stateSince());
        }
    }

    private void suspect(String verifier, Map<Seen, Sentence.Again> again) {
        if (again.isEmpty()) {
            return;
        }
        List<Suspect> suspects = again.keySet().stream().map(Seen::suspect).toList();
        List<Sentence.Again> sentences = List.copyOf(again.values());
        List<Suspicion> seen = sentences.stream().map(Sentence.Again::suspicion).toList();
        jdbc.update(
                SUSPECT,
                verifier,
                suspects.stream().map(Suspect::taskId).toArray(String[]::new),
                suspects.stream().map(Suspect::attempt).toArray(Integer[]::new),
                suspects.stream().map(one -> Timestamp.from(one.stateSince())).toArray(Timestamp[]::new),
                seen.stream().map(one -> one.kind().name()).toArray(String[]::new),
                seen.stream().map(Suspicion::looks).toArray(Integer[]::new),
                seen.stream().map(one -> Timestamp.from(one.since())).toArray(Timestamp[]::new),
                sentences.stream().map(one -> one.in().toMillis()).toArray(Long[]::new),
                sentences.stream().map(Sentence.Again::confirms).toArray(Boolean[]::new),
                seen.stream().map(Suspicion::told).toArray(Boolean[]::new),
                seen.stream().map(Suspicion::reason).toArray(String[]::new));
    }

    /** One with a repair is looked at again when the event should have been applied long since. */
    private void putOff(Map<Seen, Sentence.Again> again, Set<Seen> mended, Duration period) {
        Map<String, Long> millis = new HashMap<>();
        again.forEach((seen, sentence) ->
                millis.put(seen.suspect().taskId(), sentence.in().toMillis()));
        mended.forEach(seen -> millis.put(
                seen.suspect().taskId(), period.multipliedBy(2).plusSeconds(1).toMillis()));
        List<String> ids = new ArrayList<>(millis.keySet());
        jdbc.update(
                PUT_OFF,
                ids.toArray(String[]::new),
                ids.stream().map(id -> Objects.requireNonNull(millis.get(id))).toArray(Long[]::new));
    }

    private static Kept told(
            Tally tally, Map<Seen, Sentence.Again> again, Map<Seen, Sentence.Repair> mend, Map<Seen, EventType> sent) {
        int unknown = 0;
        int longRunning = 0;
        String reason = "";
        for (Map.Entry<Seen, Sentence.Again> entry : again.entrySet()) {
            Suspicion now = entry.getValue().suspicion();
            Suspicion before = entry.getKey().before();
            if (now.kind() == Kind.UNKNOWN && now.looks() >= 3) {
                unknown++;
                reason = Objects.requireNonNullElse(now.reason(), "");
            }
            if (now.told() && (before == null || !before.told())) {
                longRunning++;
            }
        }
        int givenUp = (int) mend.entrySet().stream()
                .filter(entry -> sent.get(entry.getKey()) == EventType.FAILED
                        && entry.getValue().verdict() instanceof Verdict.Absent)
                .count();
        Map<String, EventType> byTask = new LinkedHashMap<>();
        sent.forEach((seen, type) -> byTask.put(seen.suspect().taskId(), type));
        return new Kept(true, tally.unknown < tally.scanned, unknown, reason, longRunning, givenUp, byTask);
    }
}
