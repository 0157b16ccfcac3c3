package io.landfall.ledger;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What operators do with dead letters: send them again, after whatever was wrong has been mended, or give them up. The
 * original key and bytes go through the outbox to the events topic, or to that of model calls, and are judged there like any
 * other record. What was given up waits for nobody and is purged like what is resolved; it can be sent again until then.
 *
 * <p>Each action is one transaction, which also says who did what. All throw {@link BadFilter}, and {@link NotAsExpected}
 * when nothing was changed because of how things stand.
 */
public final class DeadLetterActions {
    /** The name of the action, in commands and in the table of operator actions. */
    public static final String REPLAY = "dead-letters.replay";

    /** As {@link #REPLAY}. */
    public static final String ABANDON = "dead-letters.abandon";

    /** The header by which a replay says whose it is: the letter's id in decimal digits. */
    public static final String HEADER = "landfall-dead-letter";

    private static final String CHOOSE =
            """
            select id from dead_letter
            where status <> 'RESOLVED' and status = 'OPEN' and (?::text is null or reason = ?)
                and (?::text is null or topic = ?) and (?::text is null or task_id = ?)
            order by id limit ?
            """;
    private static final String LOCKED = " for update";

    private static final String SEND =
            """
            with sent as (
                update dead_letter set status = 'REPLAYED', replayed_at = now(), resolved_at = null, closed_by = null,
                    closed_reason = null
                where id = any (?) and status <> 'RESOLVED' returning id, key, topic)
            insert into outbox (topic, key, replay_of)
            select case when topic = ? then topic else ? end, key, id from sent order by id
            """;

    /** A replay of it that could not be sent would wait for ever. */
    private static final String GIVE_UP =
            """
            with over as (
                update dead_letter set status = 'ABANDONED', resolved_at = now(), closed_by = ?, closed_reason = ?
                where id = any (?) and status = 'OPEN' returning id)
            delete from outbox o using over where o.replay_of = over.id and o.status = 'BLOCKED'
            """;

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final OperatorActions actions;
    private final String topic;
    private final String callsTopic;

    /**
     * Actions on the ledger's dead letters.
     *
     * @param topic where events come from
     * @param callsTopic where model calls come from
     */
    public DeadLetterActions(JdbcTemplate jdbc, LedgerTransactions transactions, String topic, String callsTopic) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.actions = new OperatorActions(jdbc);
        this.topic = topic;
        this.callsTopic = callsTopic;
    }

    /**
     * Sends one again.
     *
     * @param form {@code {"again": true}} also one that was sent and is waiting
     * @return null: there is no such dead letter
     */
    public @Nullable Done replay(long id, @Nullable JsonNode form, String who) {
        FilterForm fields = new FilterForm(form);
        boolean again = fields.flag("again");
        fields.end();
        return one("replay-dead-letter", REPLAY, id, status -> {
            check(id, status, again);
            send(List.of(id));
            actions.keep(who, REPLAY, null, "dead letter " + id, 1);
        });
    }

    /**
     * Gives one up that is open.
     *
     * @param form {@code {"why": ...}}
     * @return null: there is no such dead letter
     */
    public @Nullable Done abandon(long id, @Nullable JsonNode form, String who) {
        FilterForm fields = new FilterForm(form);
        String why = why(fields);
        fields.end();
        return one("abandon-dead-letter", ABANDON, id, status -> {
            if (status != DeadLetterStatus.OPEN) {
                throw new NotAsExpected("Dead letter " + id + " is " + status + "; this is for OPEN.");
            }
            giveUp(List.of(id), who, why);
            actions.keep(who, ABANDON, null, "dead letter " + id + ": " + why, 1);
        });
    }

    private static void check(long id, DeadLetterStatus status, boolean again) {
        if (status == DeadLetterStatus.RESOLVED) {
            throw new NotAsExpected("Dead letter " + id + " is RESOLVED: a replay was applied.");
        }
        if (status == DeadLetterStatus.REPLAYED && !again) {
            throw new NotAsExpected("Dead letter " + id
                    + " was sent again and is waiting; say {\"again\": true} to send it once more.");
        }
    }

    /**
     * Sends many again, oldest first: the open ones.
     *
     * @param form {@code reason topic taskId}, and the fields of {@link Bounds}
     */
    public Done replay(@Nullable JsonNode form, String who) {
        FilterForm fields = new FilterForm(form);
        Choice choice = Choice.read(fields);
        fields.end();
        return many("replay-dead-letters", REPLAY, choice, within -> {
            send(within);
            actions.keep(who, REPLAY, form, null, within.size());
        });
    }

    /**
     * Gives many up, oldest first: the open ones.
     *
     * @param form as for a replay, and {@code why}, which a dry run does without
     */
    public Done abandon(@Nullable JsonNode form, String who) {
        FilterForm fields = new FilterForm(form);
        Choice choice = Choice.read(fields);
        String why = choice.bounds.dryRun() ? Objects.requireNonNullElse(fields.text("why"), "") : why(fields);
        fields.end();
        return many("abandon-dead-letters", ABANDON, choice, within -> {
            giveUp(within, who, why);
            actions.keep(who, ABANDON, form, why, within.size());
        });
    }

    private static String why(FilterForm fields) {
        String why = fields.text("why");
        if (why == null) {
            throw new BadFilter("why is wanted: why are they given up?");
        }
        return why;
    }

    private @Nullable Done one(String transaction, String action, long id, Consumer<DeadLetterStatus> change) {
        return transactions.run(transaction, () -> {
                    List<String> found = jdbc.queryForList(
                            "select status from dead_letter where id = ? for update", String.class, id);
                    if (found.isEmpty()) {
                        return new Found(null);
                    }
                    change.accept(DeadLetterStatus.valueOf(found.get(0)));
                    return new Found(Done.one(action, id));
                })
                .done;
    }

    private Done many(String transaction, String action, Choice choice, Consumer<List<Long>> change) {
        Bounds bounds = choice.bounds;
        bounds.checkFilter(choice.isEmpty());
        return transactions.run(transaction, () -> {
            List<Long> ids = jdbc.queryForList(
                    bounds.dryRun() ? CHOOSE : CHOOSE + LOCKED,
                    Long.class,
                    choice.reason,
                    choice.reason,
                    choice.source,
                    choice.source,
                    choice.taskId,
                    choice.taskId,
                    bounds.limit() + 1);
            bounds.checkNumber(ids.size());
            boolean more = ids.size() > bounds.limit();
            List<Long> within = more ? ids.subList(0, bounds.limit()) : ids;
            if (!bounds.dryRun()) {
                change.accept(within);
            }
            return Done.many(action, bounds.dryRun(), within, more);
        });
    }

    /** Which open ones are meant; null: any. */
    private record Choice(@Nullable String reason, @Nullable String source, @Nullable String taskId, Bounds bounds) {
        static Choice read(FilterForm fields) {
            return new Choice(
                    fields.oneOf("reason", DeadLetterReasons.ALL),
                    fields.text("topic"),
                    fields.text("taskId"),
                    Bounds.read(fields));
        }

        boolean isEmpty() {
            return reason == null && source == null && taskId == null;
        }
    }

    private void giveUp(List<Long> ids, String who, String why) {
        jdbc.update(GIVE_UP, who, why, ids.toArray(Long[]::new));
    }

    private void send(List<Long> ids) {
        jdbc.update(SEND, ids.toArray(Long[]::new), callsTopic, topic);
    }

    /** A transaction has a result, even when there is nothing. */
    private record Found(@Nullable Done done) {}
}
