package io.landfall.failure;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.failure.Moves.Move;
import io.landfall.ledger.BadFilter;
import io.landfall.ledger.Bounds;
import io.landfall.ledger.Done;
import io.landfall.ledger.FilterForm;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.NotAsExpected;
import io.landfall.ledger.OperatorActions;

/**
 * What operators do with failures: have them tried again, or give them up. Each action is one transaction, which also says
 * who did what; a status is changed only if it still is one from which that is legal.
 *
 * <p>Retrying makes them PENDING and due now, with a new allowance of tries; one that a compensation run holds is left to
 * it. Giving up leaves the task un-landed: nothing writes it again but its next event.
 *
 * <p>All throw {@link BadFilter}, and {@link NotAsExpected} when nothing was changed because of how things stand.
 */
public final class FailureActions {
    /** The names of the actions, in commands and in the table of operator actions. */
    public static final String RETRY = "failures.retry";

    public static final String ABANDON = "failures.abandon";

    private static final String CHOOSE =
            """
            select id from failure
            where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT') and status = any (?)
                and (?::text is null or task_id = ?) and (?::text is null or status = ?)
                and (?::text is null or cause = ?) and (?::text is null or index_name = ?)
            order by id limit ?
            """;
    private static final String LOCKED = " for update";

    private static final String TRY_AGAIN =
            """
            update failure set status = ?, next_attempt_at = now(), cap_from = retry_count
            where id = any (?) and status = any (?)
            """;
    private static final String GIVE_UP =
            """
            update failure set status = ?, next_attempt_at = null, closed_at = now(), closed_by = ?, closed_reason = ?
            where id = any (?) and status = any (?)
            """;

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final OperatorActions actions;

    public FailureActions(JdbcTemplate jdbc, LedgerTransactions transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.actions = new OperatorActions(jdbc);
    }

    /**
     * Has one tried again.
     *
     * @return null: there is no such failure
     */
    public @Nullable Done retry(long id, String who) {
        return one(id, Move.RETRY, who, null);
    }

    /**
     * Gives one up.
     *
     * @param form {@code {"reason": ...}}
     * @return null: there is no such failure
     */
    public @Nullable Done abandon(long id, @Nullable JsonNode form, String who) {
        FilterForm fields = new FilterForm(form);
        String reason = reason(fields);
        fields.end();
        return one(id, Move.ABANDON, who, reason);
    }

    /**
     * Has many tried again.
     *
     * @param form {@code taskId status cause index}, and the fields of {@link Bounds}
     */
    public Done retry(@Nullable JsonNode form, String who) {
        FilterForm fields = new FilterForm(form);
        FailureFilter filter = FailureFilter.read(fields, Move.RETRY);
        Bounds bounds = Bounds.read(fields);
        fields.end();
        return many(filter, bounds, Move.RETRY, who, null, form);
    }

    /**
     * Gives many up.
     *
     * @param form as for a retry, and {@code reason}
     */
    public Done abandon(@Nullable JsonNode form, String who) {
        FilterForm fields = new FilterForm(form);
        FailureFilter filter = FailureFilter.read(fields, Move.ABANDON);
        Bounds bounds = Bounds.read(fields);
        String reason = bounds.dryRun() ? fields.text("reason") : reason(fields);
        fields.end();
        return many(filter, bounds, Move.ABANDON, who, reason, form);
    }

    private static String reason(FilterForm fields) {
        String reason = fields.text("reason");
        if (reason == null) {
            throw new BadFilter("reason is wanted: why are they given up?");
        }
        return reason;
    }

    private @Nullable Done one(long id, Move move, String who, @Nullable String reason) {
        return transactions.run("steer-failure", () -> {
                    List<String> found =
                            jdbc.queryForList("select status from failure where id = ? for update", String.class, id);
                    if (found.isEmpty()) {
                        return new Found(null);
                    }
                    FailureStatus status = FailureStatus.valueOf(found.get(0));
                    if (Moves.to(status, move) == null) {
                        throw new NotAsExpected("Failure " + id + " is " + status + "; this is for "
                                + String.join(", ", from(move)) + ".");
                    }
                    change(List.of(id), move, who, reason);
                    actions.keep(who, name(move), null, "failure " + id + (reason == null ? "" : ": " + reason), 1);
                    return new Found(Done.one(name(move), id));
                })
                .done;
    }

    private Done many(
            FailureFilter filter,
            Bounds bounds,
            Move move,
            String who,
            @Nullable String reason,
            @Nullable JsonNode form) {
        bounds.checkFilter(filter.isEmpty());
        return transactions.run("steer-failures", () -> {
            List<Long> ids = choose(filter, bounds, move);
            bounds.checkNumber(ids.size());
            boolean more = ids.size() > bounds.limit();
            List<Long> within = more ? ids.subList(0, bounds.limit()) : ids;
            if (!bounds.dryRun()) {
                change(within, move, who, reason);
                actions.keep(who, name(move), form, reason, within.size());
            }
            return Done.many(name(move), bounds.dryRun(), within, more);
        });
    }

    /** One more than the limit, when there are more. */
    private List<Long> choose(FailureFilter filter, Bounds bounds, Move move) {
        String status = filter.status() == null ? null : filter.status().name();
        return jdbc.queryForList(
                bounds.dryRun() ? CHOOSE : CHOOSE + LOCKED,
                Long.class,
                from(move),
                filter.taskId(),
                filter.taskId(),
                status,
                status,
                filter.cause(),
                filter.cause(),
                filter.index(),
                filter.index(),
                bounds.limit() + 1);
    }

    private void change(List<Long> ids, Move move, String who, @Nullable String reason) {
        Object all = ids.toArray(Long[]::new);
        if (move == Move.RETRY) {
            jdbc.update(TRY_AGAIN, FailureStatus.PENDING.name(), all, from(move));
        } else {
            jdbc.update(GIVE_UP, FailureStatus.ABANDONED.name(), who, reason, all, from(move));
        }
    }

    private static String[] from(Move move) {
        return Arrays.stream(Moves.from(move)).map(Enum::name).toArray(String[]::new);
    }

    private static String name(Move move) {
        return move == Move.RETRY ? RETRY : ABANDON;
    }

    /** A transaction has a result, even when there is nothing. */
    private record Found(@Nullable Done done) {}
}
