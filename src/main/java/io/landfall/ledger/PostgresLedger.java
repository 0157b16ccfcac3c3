package io.landfall.ledger;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.LogKeys;
import io.landfall.event.Delivery;
import io.landfall.ledger.EventLog.EventKey;
import io.landfall.state.EventType;
import io.landfall.state.Task;
import io.landfall.state.Transitions;

/** The ledger in PostgreSQL: one transaction a batch, a handful of statements each, no statement per row. */
public final class PostgresLedger implements Ledger {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresLedger.class);

    private static final String FORCED =
            """
            select o.task_id, o.event_id from unnest(?::text[], ?::text[]) q(task_id, event_id)
            join operator_action o on o.task_id = q.task_id and o.event_id = q.event_id and o.action = 'FORCE_RETRY'
            """;
    private static final String RAISE =
            """
            update task set version = greatest(version, ?) + 1, updated_at = now() where task_id = ?
            """;
    /**
     * Row by row of what landed (limit), and not by the indices of open failures (not in): where failures have only just become
     * many, the planner still takes those indices for empty, and would go through all of them for each row.
     */
    private static final String LANDED =
            """
            with l as (select * from unnest(?::text[], ?::text[], ?::bigint[], ?::boolean[]) l(task_id, index_name, version, whole)),
            over as materialized (
                select f.id, f.version, f.version < l.version as older from l cross join lateral (
                    select id, version from failure
                    where task_id = l.task_id and index_name = l.index_name and version <= l.version
                        and status not in ('RESOLVED', 'SUPERSEDED', 'ABANDONED') limit 1) f
                where l.whole),
            closed as (
                update failure set
                    status = case when id in (select id from over where older) then 'SUPERSEDED' else 'RESOLVED' end,
                    closed_at = now(), closed_by = 'landing'
                where id = any (array(select id from over)) and (id, version) in (select id, version from over)
                    and status not in ('RESOLVED', 'SUPERSEDED', 'ABANDONED')),
            raised as (
                update task t set landed_version = l.version from l
                where t.task_id = l.task_id and t.landed_version < l.version)
            update task t set landed_version = l.version from l
            where t.task_id = l.task_id and t.landed_version > l.version returning t.task_id
            """;

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final Transitions transitions;
    private final TaskRows rows;
    private final EventLog log;
    private final DeadLetterRows deadLetters;
    private final ReplayedLetters replays;
    private final Dispatch dispatch;
    private final Books books;

    /**
     * A ledger on the tables that the migrations made.
     *
     * @param minAges how long tasks may be in a state that is not final before they are due for a look
     */
    public PostgresLedger(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            Transitions transitions,
            LedgerConfiguration configuration,
            LedgerTopics topics,
            MinAges minAges) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.transitions = transitions;
        this.rows = new TaskRows(jdbc, minAges);
        this.log = new EventLog(jdbc);
        this.deadLetters = new DeadLetterRows(jdbc, topics.deadLetters());
        this.replays = new ReplayedLetters(jdbc);
        this.dispatch = new Dispatch(jdbc, topics.dispatch());
        this.books = new Books(jdbc, configuration.node());
    }

    @Override
    public Applied apply(List<Delivery> deliveries) {
        try {
            return transactions.run(TransactionTimeouts.BATCH, () -> applyNow(deliveries));
        } catch (LedgerRefuses refusal) {
            return isolate(deliveries, refusal);
        }
    }

    /** Halves until the record is alone whose data the database refuses; that one becomes a dead letter. */
    private Applied isolate(List<Delivery> deliveries, LedgerRefuses refusal) {
        if (deliveries.size() > 1) {
            int half = deliveries.size() / 2;
            Applied first = apply(deliveries.subList(0, half));
            Applied second = apply(deliveries.subList(half, deliveries.size()));
            return join(first, second);
        }
        Delivery guilty = deliveries.get(0);
        if (!(guilty instanceof Delivery.WellFormed event)) {
            throw refusal;
        }
        LogKeys.ofTask(
                event.taskId(),
                () -> LOG.warn(
                        "the ledger refuses the data of {}: {}", event.source().position(), refusal.sqlState()));
        return apply(List.of(refusal.letter(event.source(), event.hash())));
    }

    private static Applied join(Applied first, Applied second) {
        List<Settled> outcomes = new ArrayList<>(first.outcomes());
        outcomes.addAll(second.outcomes());
        Map<String, Task> writeSet = new LinkedHashMap<>();
        first.writeSet().forEach(task -> writeSet.put(task.id(), task));
        second.writeSet().forEach(task -> writeSet.put(task.id(), task));
        return new Applied(outcomes, List.copyOf(writeSet.values()));
    }

    private Applied applyNow(List<Delivery> deliveries) {
        Set<String> ids = new HashSet<>();
        List<EventKey> keys = new ArrayList<>();
        List<EventKey> retries = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            if (delivery instanceof Delivery.WellFormed wellFormed) {
                ids.add(wellFormed.event().taskId());
                keys.add(EventKey.of(wellFormed.event()));
                if (wellFormed.event().change().type() == EventType.RETRY) {
                    retries.add(EventKey.of(wellFormed.event()));
                }
            }
        }
        TaskRows.Locked locked = rows.lock(ids);
        Map<String, Task> tasks = locked.tasks();
        IdentityHashMap<Delivery, Long> again = replays.find(deliveries);
        BatchFold fold = new BatchFold(
                transitions,
                locked.now(),
                tasks,
                logged(keys, tasks),
                forced(retries),
                again,
                onlyIllegal(again, tasks));
        deliveries.forEach(fold::add);
        store(fold);
        books.count(deliveries, fold.outcomes());
        return new Applied(fold.outcomes(), fold.writeSet());
    }

    /** A task that is not there has no events in the log. */
    private Map<EventKey, byte[]> logged(List<EventKey> keys, Map<String, Task> tasks) {
        List<EventKey> candidates =
                keys.stream().filter(key -> tasks.containsKey(key.taskId())).toList();
        return candidates.isEmpty() ? Map.of() : log.find(candidates, since(candidates, tasks));
    }

    /** Replayed events that are in the log, but were never applied. */
    private Set<EventKey> onlyIllegal(IdentityHashMap<Delivery, Long> replays, Map<String, Task> tasks) {
        List<EventKey> keys = new ArrayList<>();
        for (Delivery delivery : replays.keySet()) {
            if (delivery instanceof Delivery.WellFormed wellFormed
                    && tasks.containsKey(wellFormed.event().taskId())) {
                keys.add(EventKey.of(wellFormed.event()));
            }
        }
        return keys.isEmpty() ? new HashSet<>() : log.onlyIllegal(keys, since(keys, tasks));
    }

    /** No event of these is logged before. */
    private static Instant since(List<EventKey> keys, Map<String, Task> tasks) {
        return keys.stream()
                .map(key -> Objects.requireNonNull(tasks.get(key.taskId())).createdAt())
                .min(Comparator.naturalOrder())
                .orElseThrow()
                .minus(EventLog.SLACK);
    }

    private Set<EventKey> forced(List<EventKey> retries) {
        Set<EventKey> forced = new HashSet<>();
        if (!retries.isEmpty()) {
            jdbc.query(
                    FORCED,
                    row -> {
                        forced.add(new EventKey(row.getString("task_id"), row.getString("event_id")));
                    },
                    retries.stream().map(EventKey::taskId).toArray(String[]::new),
                    retries.stream().map(EventKey::eventId).toArray(String[]::new));
        }
        return forced;
    }

    private void store(BatchFold fold) {
        List<Task> inserts = fold.inserts();
        if (!inserts.isEmpty() && !rows.insert(inserts)) {
            throw new LedgerTransactions.Again("another batch was first with a new task");
        }
        ifAny(fold.updates(), rows::update);
        ifAny(fold.contents(), rows::writeContent);
        ifAny(fold.log(), log::append);
        ifAny(fold.deadLetters(), deadLetters::keep);
        ifAny(fold.attempts(), replays::keep);
        ifAny(fold.dispatches(), dispatch::send);
    }

    private static <T> void ifAny(List<T> items, java.util.function.Consumer<List<T>> store) {
        if (!items.isEmpty()) {
            store.accept(items);
        }
    }

    @Override
    public List<Task> read(Collection<String> taskIds) {
        return transactions.run(
                "read-tasks", () -> List.copyOf(rows.read(taskIds).values()));
    }

    @Override
    public Task raise(String taskId, long documentVersion) {
        return transactions.run("raise-version", () -> {
            jdbc.update(RAISE, documentVersion, taskId);
            return Objects.requireNonNull(rows.read(List.of(taskId)).get(taskId), () -> "no task " + taskId);
        });
    }

    @Override
    public List<String> landed(Collection<Landing> landings) {
        List<Landing> inOrder =
                landings.stream().sorted(Comparator.comparing(Landing::taskId)).toList();
        boolean[] whole = new boolean[inOrder.size()];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = inOrder.get(i).whole();
        }
        return transactions.run(
                "note-landings",
                () -> jdbc.queryForList(
                        LANDED,
                        String.class,
                        inOrder.stream().map(Landing::taskId).toArray(String[]::new),
                        inOrder.stream().map(Landing::index).toArray(String[]::new),
                        inOrder.stream().mapToLong(Landing::version).toArray(),
                        whole));
    }

    @Override
    public Instant now() {
        return transactions.run("read-clock", this::clock);
    }

    private Instant clock() {
        Timestamp now = jdbc.queryForObject("select now()", Timestamp.class);
        return Objects.requireNonNull(now).toInstant();
    }
}
