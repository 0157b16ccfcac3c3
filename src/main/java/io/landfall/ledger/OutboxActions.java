package io.landfall.ledger;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What operators do with messages of the outbox that were blocked: let them go again, after whatever was wrong has been mended.
 *
 * <p>Each action is one transaction, which also says who did what. All throw {@link BadFilter}, and {@link NotAsExpected} when
 * nothing was changed because of how things stand.
 */
public final class OutboxActions {
    /** The name of the action, in commands and in the table of operator actions. */
    public static final String RELEASE = "outbox.release";

    /** A replay whose dead letter was sent again meanwhile, or applied, would be one too many. */
    private static final String FREE =
            """
            not exists (select 1 from dead_letter d where d.id = o.replay_of and d.status <> 'OPEN')
            """;

    private static final String CHOOSE =
            """
            select o.id from outbox o
            where o.status = 'BLOCKED' and (?::text is null or o.topic = ?) and (?::text is null or o.written_by = ?) and %s
            order by o.id limit ?
            """
                    .formatted(FREE);
    private static final String LOCKED = " for update of o";

    private static final String LET_GO =
            """
            with released as (
                update outbox o set status = 'PENDING', reason = null where o.id = any (?) and o.status = 'BLOCKED' and %s
                returning o.replay_of),
            sent_again as (
                update dead_letter d set status = 'REPLAYED', replayed_at = now() from released r where d.id = r.replay_of)
            select count(*) from released
            """
                    .formatted(FREE);

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final OperatorActions actions;

    OutboxActions(JdbcTemplate jdbc, LedgerTransactions transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.actions = new OperatorActions(jdbc);
    }

    /**
     * Lets one go again.
     *
     * @param form no field is known here
     * @return null: there is no such row
     */
    public @Nullable Done release(long id, @Nullable JsonNode form, String who) {
        new FilterForm(form).end();
        return transactions.run("release-message", () -> {
                    List<String> found =
                            jdbc.queryForList("select status from outbox where id = ? for update", String.class, id);
                    if (found.isEmpty()) {
                        return new Found(null);
                    }
                    if (letGo(List.of(id)) == 0) {
                        throw new NotAsExpected(
                                found.get(0).equals("BLOCKED")
                                        ? "Message " + id
                                                + " is a replay, and its dead letter was sent again meanwhile."
                                        : "Message " + id + " is " + found.get(0) + ", not BLOCKED.");
                    }
                    actions.keep(who, RELEASE, null, "message " + id, 1);
                    return new Found(Done.one(RELEASE, id));
                })
                .done;
    }

    /**
     * Lets many go again, oldest first.
     *
     * @param form {@code topic writtenBy}, and the fields of {@link Bounds}
     */
    public Done release(@Nullable JsonNode form, String who) {
        FilterForm fields = new FilterForm(form);
        String topic = fields.text("topic");
        String writtenBy = fields.text("writtenBy");
        Bounds bounds = Bounds.read(fields);
        fields.end();
        bounds.checkFilter(topic == null && writtenBy == null);
        return transactions.run("release-messages", () -> {
            List<Long> ids = jdbc.queryForList(
                    bounds.dryRun() ? CHOOSE : CHOOSE + LOCKED,
                    Long.class,
                    topic,
                    topic,
                    writtenBy,
                    writtenBy,
                    bounds.limit() + 1);
            bounds.checkNumber(ids.size());
            boolean more = ids.size() > bounds.limit();
            List<Long> within = more ? ids.subList(0, bounds.limit()) : ids;
            if (!bounds.dryRun()) {
                letGo(within);
                actions.keep(who, RELEASE, form, null, within.size());
            }
            return Done.many(RELEASE, bounds.dryRun(), within, more);
        });
    }

    private long letGo(List<Long> ids) {
        Long released = jdbc.queryForObject(LET_GO, Long.class, (Object) ids.toArray(Long[]::new));
        return released == null ? 0 : released;
    }

    /** A transaction has a result, even when there is nothing. */
    private record Found(@Nullable Done done) {}
}
