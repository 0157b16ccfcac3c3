package io.landfall.outbox;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The table {@code outbox}: rows are claimed with a lease, sent, and marked; a crash in between sends them again. Messages
 * of one key are claimed by one relay at a time, in the order they were written.
 */
public final class Outbox {
    /** How long a claim holds; longer than the routes' producer tries to send. */
    static final Duration LEASE = Duration.ofSeconds(90);

    /** Bytes of payloads in one claim, beyond which only a first row goes: a relay must fit into a small heap. */
    private static final long MOST_BYTES = 8L << 20;

    /** Which rows a relay takes: one that is slow does not hold up the others. */
    public enum Lane {
        DEAD_LETTERS("o.dead_letter_id is not null"),
        ALARMS("o.dead_letter_id is null and o.topic = ?"),
        MESSAGES("o.dead_letter_id is null and o.topic <> ?");

        private final String condition;

        Lane(String condition) {
            this.condition = condition;
        }
    }

    /** Two claims at a time would not see each other's leases, and part messages of one key. */
    private static final String ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtext('landfall.outbox'))";

    private static final String CLAIM =
            """
            with busy as (
                select distinct topic, key from outbox where status = 'PENDING' and claimed_until >= now() and key is not null),
            due as (
                select o.id, coalesce(octet_length(o.payload), octet_length(d.payload), 0)::bigint as size
                from outbox o left join dead_letter d on d.id = coalesce(o.dead_letter_id, o.replay_of)
                where o.status = 'PENDING' and (o.claimed_until is null or o.claimed_until < now()) and %s
                    and not exists (select 1 from busy b where b.topic = o.topic and b.key = o.key)
                order by o.id limit ?),
            sized as (select id, sum(size) over (order by id) - size as before from due),
            claimed as (
                update outbox o set claimed_until = now() + ? * interval '1 second' from sized s
                where o.id = s.id and o.status = 'PENDING' and s.before < ? returning o.*)
            select c.id, c.topic, coalesce(c.key, d.key) as key, coalesce(c.payload, d.payload) as payload, c.dead_letter_id,
                c.replay_of, d.reason, d.topic as source_topic, d.partition_no, d.offset_no,
                to_char(d.record_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as record_at,
                coalesce(c.headers, d.headers) as headers
            from claimed c left join dead_letter d on d.id = coalesce(c.dead_letter_id, c.replay_of) order by c.id
            """;
    private static final String SENT =
            "update outbox set status = 'SENT', sent_at = now(), claimed_until = null where id = any (?) and status = 'PENDING'";
    private static final String RELEASE =
            "update outbox set claimed_until = null where id = any (?) and status = 'PENDING'";

    private static final String LOCK_LETTER = "select id from dead_letter where id = ?::bigint for update";

    /** A replay that can't be sent is an attempt of its letter, which is open again. */
    private static final String BLOCK =
            """
            with blocked as (
                update outbox set status = 'BLOCKED', reason = ?, claimed_until = null where id = ? and status = 'PENDING'
                returning replay_of, reason),
            opened as (
                update dead_letter d set status = 'OPEN' from blocked b where d.id = b.replay_of and d.status = 'REPLAYED')
            insert into dead_letter_attempt (dead_letter_id, number, outcome, reason, detail)
            select b.replay_of,
                1 + coalesce((select max(number) from dead_letter_attempt a where a.dead_letter_id = b.replay_of), 0),
                'UNSENT', 'outbox-blocked', b.reason
            from blocked b where b.replay_of is not null
            """;

    private final JdbcTemplate jdbc;
    private final TransactionOperations transactions;
    private final String alarms;

    /**
     * The outbox of this ledger.
     *
     * @param alarms the topic of alarms
     */
    public Outbox(JdbcTemplate jdbc, TransactionOperations transactions, String alarms) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.alarms = alarms;
    }

    /** Claims up to {@code limit} pending rows of a lane, oldest first. */
    public List<OutboxMessage> claim(Lane lane, int limit) {
        String sql = CLAIM.formatted(lane.condition);
        List<OutboxMessage> claimed = transactions.execute(status -> {
            jdbc.queryForList(ONE_AT_A_TIME);
            return lane == Lane.DEAD_LETTERS
                    ? jdbc.query(sql, (row, n) -> message(row), limit, LEASE.toSeconds(), MOST_BYTES)
                    : jdbc.query(sql, (row, n) -> message(row), alarms, limit, LEASE.toSeconds(), MOST_BYTES);
        });
        return claimed == null ? List.of() : claimed;
    }

    /** The broker has acknowledged them. */
    void sent(List<OutboxMessage> messages) {
        jdbc.update(SENT, (Object) ids(messages));
    }

    /** They were not sent, and may be at once. */
    void release(List<OutboxMessage> messages) {
        jdbc.update(RELEASE, (Object) ids(messages));
    }

    /** It can't be sent as it is, whenever it is tried: it stays, with the reason, and the others go on. */
    void block(OutboxMessage message, String reason) {
        transactions.executeWithoutResult(status -> {
            // a batch that notes an attempt of the same letter numbers it too
            jdbc.queryForList(LOCK_LETTER, message.replayOf());
            jdbc.update(BLOCK, reason, message.id());
        });
    }

    private static Long[] ids(List<OutboxMessage> messages) {
        return messages.stream().map(OutboxMessage::id).toArray(Long[]::new);
    }

    private static OutboxMessage message(ResultSet row) throws SQLException {
        long deadLetterId = row.getLong("dead_letter_id");
        OutboxMessage.Origin origin = row.wasNull()
                ? null
                : new OutboxMessage.Origin(
                        deadLetterId,
                        row.getString("reason"),
                        row.getString("source_topic"),
                        row.getInt("partition_no"),
                        row.getLong("offset_no"),
                        row.getString("record_at"));
        long letter = row.getLong("replay_of");
        Long replayOf = row.wasNull() ? null : letter;
        return new OutboxMessage(
                row.getLong("id"),
                row.getString("topic"),
                row.getBytes("key"),
                row.getBytes("payload"),
                replayOf,
                origin,
                row.getBytes("headers"));
    }
}
