package io.landfall.inspection;

import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.MinAges;

/**
 * Brings forward the due times of tasks when the ages by which they were set have been lowered: else they would be due by the
 * old ones. Those that are due too early an inspection puts off by itself. What an inspection has seen keeps its time.
 */
final class DueTimes {
    private static final Logger LOG = LoggerFactory.getLogger(DueTimes.class);
    private static final int PAGE = 1_000;

    static final String READ =
            """
            select task_id, due_at from task where due_at > now() and (due_at, task_id) > (?, ?) order by due_at, task_id limit ?
            """;
    private static final String BRING_FORWARD =
            """
            update task t set due_at = t.state_since + coalesce(
                (select a.millis from unnest(?::text[], ?::bigint[]) a(task_type, millis) where a.task_type = t.task_type), ?)
                * interval '1 millisecond'
            where t.task_id = any (?) and t.due_at > t.state_since + coalesce(
                (select a.millis from unnest(?::text[], ?::bigint[]) a(task_type, millis) where a.task_type = t.task_type), ?)
                * interval '1 millisecond'
                and not exists (select 1 from suspicion s where s.task_id = t.task_id)
                and not exists (select 1 from repair r where r.task_id = t.task_id and r.settled_at is null)
            """;

    private final JdbcTemplate jdbc;
    private final MinAges ages;

    DueTimes(JdbcTemplate jdbc, MinAges ages) {
        this.jdbc = jdbc;
        this.ages = ages;
    }

    /** As they are said in the ledger. */
    String ages() {
        return ages.toString();
    }

    /**
     * Goes through all tasks that are not due, a page a transaction.
     *
     * @param goesOn asked before each page; false: the rest is left
     * @return whether it went through them all
     */
    boolean bringForward(BooleanSupplier goesOn) {
        LOG.info("due times are set anew: min ages are {} now", ages);
        List<String> types = new ArrayList<>(ages.byType().keySet());
        String[] names = types.toArray(String[]::new);
        Long[] millis = types.stream().map(type -> ages.of(type).toMillis()).toArray(Long[]::new);
        long usual = ages.usual().toMillis();
        Place after = new Place("", new Timestamp(0));
        while (after != null) {
            if (!goesOn.getAsBoolean()) {
                return false;
            }
            List<Place> page = jdbc.query(
                    READ,
                    (row, i) -> new Place(row.getString(1), row.getTimestamp(2)),
                    after.dueAt,
                    after.taskId,
                    PAGE);
            String[] ids = page.stream().map(Place::taskId).toArray(String[]::new);
            jdbc.update(BRING_FORWARD, names, millis, usual, ids, names, millis, usual);
            after = next(page);
        }
        return true;
    }

    private static @Nullable Place next(List<Place> page) {
        return page.size() < PAGE ? null : page.get(page.size() - 1);
    }

    private record Place(String taskId, Timestamp dueAt) {}
}
