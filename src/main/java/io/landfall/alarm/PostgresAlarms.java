package io.landfall.alarm;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.BadSqlGrammarException;

/**
 * Alarms in the ledger's table {@code alarm}. A thread of its own writes them, so that whoever raises
 * one never waits for the ledger and never drags the alarm into its own transaction. While the ledger is away alarms are
 * logged at once and stored when it is back.
 */
final class PostgresAlarms implements Alarms, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Alarms.class);

    /** More changes than this are not kept while the ledger is away: they are in the log. */
    private static final int KEPT = 10_000;

    private static final long RETRY_MILLIS = 2_000;

    private final LinkedBlockingQueue<Change> changes = new LinkedBlockingQueue<>(KEPT);
    private final AlarmLog alarmLog;
    private final AlarmRows rows;
    private final Thread writer;
    private volatile boolean closing;

    PostgresAlarms(AlarmRows rows, Clock clock) {
        this.rows = rows;
        alarmLog = new AlarmLog(log, clock);
        writer = new Thread(this::write, "alarms");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public void raise(String key, Severity severity, String summary) {
        raised(OneLine.of(key), severity, OneLine.of(summary), false);
    }

    @Override
    public void occurred(String key, Severity severity, String summary) {
        raised(OneLine.of(key), severity, OneLine.of(summary), true);
    }

    private void raised(String key, Severity severity, String summary, boolean fades) {
        alarmLog.raised(key, severity, summary);
        keep(new Change(key, severity, summary, 1, fades));
    }

    @Override
    public void close(String key) {
        String line = OneLine.of(key);
        alarmLog.closed(line);
        keep(new Change(line, null, "", 0, false));
    }

    private void keep(Change change) {
        if (!changes.offer(change)) {
            log.warn("alarm {} is only in the log: too many wait for the ledger", change.key);
        }
    }

    private void write() {
        Deque<Change> due = new ArrayDeque<>();
        try {
            while (!closing || !changes.isEmpty()) {
                if (due.isEmpty()) {
                    Change next = changes.poll(200, TimeUnit.MILLISECONDS);
                    if (next == null) {
                        continue;
                    }
                    due.addAll(merged(next));
                }
                if (!store(due.getFirst())) {
                    if (closing) {
                        return;
                    }
                    Thread.sleep(RETRY_MILLIS);
                    continue;
                }
                due.removeFirst();
            }
            while (!due.isEmpty() && store(due.getFirst())) {
                due.removeFirst();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What waits, in order, with raises of one key in a row as one. */
    private List<Change> merged(Change first) {
        List<Change> waiting = new ArrayList<>();
        waiting.add(first);
        changes.drainTo(waiting);
        List<Change> merged = new ArrayList<>();
        for (Change change : waiting) {
            Change last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && last.canTake(change)) {
                merged.set(merged.size() - 1, last.with(change));
            } else {
                merged.add(change);
            }
        }
        return merged;
    }

    /** Whether that is settled; false: the ledger is away, try again. */
    private boolean store(Change change) {
        try {
            if (change.severity == null) {
                rows.close(change.key);
            } else {
                rows.raise(change.key, change.severity, change.summary, change.count, change.fades);
            }
            return true;
        } catch (DataIntegrityViolationException | BadSqlGrammarException e) {
            log.warn("alarm {} is only in the log: the ledger refused it", change.key, e);
            return true;
        } catch (DataAccessException e) {
            log.debug("alarm {} waits: the ledger is away", change.key, e);
            return false;
        } catch (RuntimeException e) {
            log.warn("alarm {} is only in the log", change.key, e);
            return true;
        }
    }

    /** Stores what waits, for two seconds at most. */
    @Override
    public void close() {
        closing = true;
        try {
            writer.join(2_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.interrupt();
    }

    /** Raises of one alarm in a row, or, without severity, its end. */
    private record Change(String key, @Nullable Severity severity, String summary, long count, boolean fades) {
        boolean canTake(Change later) {
            return severity != null && severity == later.severity && fades == later.fades && key.equals(later.key);
        }

        Change with(Change later) {
            return new Change(key, severity, later.summary, count + later.count, fades);
        }
    }
}
