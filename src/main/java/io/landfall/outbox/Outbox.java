package io.landfall.outbox;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The table {@code outbox}: messages of a topic are claimed by key slots, each under a lease, sent, and marked; a crash in
 * between sends them again. A slot is one relay's at a time, on whatever node, and gives its messages in the order of their
 * ids; what is sent is known by its status, so that a row that was written earlier and committed later is not jumped over.
 */
public final class Outbox {
    /** How long a claim holds; longer than a relay goes on with it, and then tries to send once more. */
    static final Duration LEASE = Duration.ofSeconds(90);

    static final int SLOTS = 16;
    /** Of the slots of a topic in one claim: what is left is for the others. */
    static final int SLOTS_AT_ONCE = SLOTS / 2;

    /**
     * Bytes in one claim, beyond which only a first row goes: a relay must fit into a small heap, and what all relays of a
     * node send at a time into the producer's buffer.
     */
    private static final long MOST_BYTES = 4L << 20;

    /** A larger row is never read: the producer would not take it. */
    static final long LARGEST = 32L << 20;

    static final String DUE =
            """
            select t.topic from unnest(?::text[]) t(topic)
            where (select true from outbox o where o.status = 'PENDING' and o.topic = t.topic
                   order by outbox_slot(o.key, o.id) limit 1)
            """;

    static final String LEASE_SLOTS =
            """
            insert into outbox_lease (topic, slot, token, lease_until)
            select free.topic, free.slot, ?, now() + ? * interval '1 second'
            from (select w.topic, s.slot from (select ?::text as topic) w cross join generate_series(0, ?) s(slot)
                  where (select true from outbox o
                         where o.status = 'PENDING' and o.topic = w.topic and outbox_slot(o.key, o.id) = s.slot limit 1)
                      and not exists (
                         select 1 from outbox_lease l where l.topic = w.topic and l.slot = s.slot and l.lease_until >= now())
                  order by random() limit ?) free
            order by free.slot
            on conflict (topic, slot) do update set token = excluded.token, lease_until = excluded.lease_until
            where outbox_lease.lease_until < now()
            returning slot
            """;

    static final String READ =
            """
            with due as (
                select o.id from unnest(?::integer[]) s(slot) cross join lateral (
                    select id from outbox where status = 'PENDING' and topic = ? and outbox_slot(key, id) = s.slot
                    order by id limit ?) o
                order by o.id limit ?),
            sized as (
                select o.id, coalesce(octet_length(o.key), 0)::bigint + coalesce(octet_length(o.payload), octet_length(d.payload), 0)
                    + coalesce(octet_length(o.headers), 0) as size, o.written_by <> session_user as stranger
                from due join outbox o on o.id = due.id
                left join dead_letter d on d.id = coalesce(o.dead_letter_id, o.replay_of)),
            taken as (
                select id, case when stranger and not ? then ? when size > ? then ? end as refusal,
                    sum(size) over (order by id) - size as before
                from sized)
            select o.id, o.topic, t.refusal, o.dead_letter_id, o.replay_of, d.reason, d.topic as source_topic, d.partition_no,
                d.offset_no, to_char(d.record_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as record_at,
                case when t.refusal is null then coalesce(o.key, d.key) end as key,
                case when t.refusal is null then coalesce(o.payload, d.payload) end as payload,
                case when t.refusal is null then coalesce(o.headers, d.headers) end as headers
            from taken t join outbox o on o.id = t.id
            left join dead_letter d on d.id = coalesce(o.dead_letter_id, o.replay_of)
            where t.before < ? order by o.id
            """;
    private static final String TOO_LARGE = "it is larger than " + (LARGEST >> 20) + " MiB";

    private static final String SENT =
            "update outbox set status = 'SENT', sent_at = now() where id = any (?) and status = 'PENDING'";
    private static final String FREE =
            "update outbox_lease set lease_until = '-infinity' where topic = ? and token = ?";

    private final JdbcTemplate jdbc;
    private final TransactionOperations transactions;
    private final OutboxTopics topics;
    private final Blocking blocking;

    public Outbox(JdbcTemplate jdbc, TransactionOperations transactions, OutboxTopics topics) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.topics = topics;
        this.blocking = new Blocking(jdbc);
    }

    /** The known topics that have a row waiting. */
    public List<String> due() {
        return inOne(() ->
                jdbc.queryForList(DUE, String.class, (Object) topics.known().toArray(String[]::new)));
    }

    /**
     * Blocks rows to topics that are not known, some at a time.
     *
     * @return how many
     */
    public int blockStrange() {
        return inOne(() -> blocking.strange(topics));
    }

    /**
     * Claims up to {@code limit} rows of a topic, oldest first, of some of the key slots that are free. Rows that must not be
     * sent there are blocked.
     */
    public Claim claim(String topic, int limit) {
        UUID token = UUID.randomUUID();
        return inOne(() -> {
            List<Integer> slots = jdbc.queryForList(
                    LEASE_SLOTS, Integer.class, token, LEASE.toSeconds(), topic, SLOTS - 1, SLOTS_AT_ONCE);
            if (slots.isEmpty()) {
                return new Claim(topic, token, List.of(), 0);
            }
            // a statement of its own: it must see what the last holder of these slots has sent
            Found found = read(topic, slots, limit);
            found.refuse(blocking);
            if (found.rows.isEmpty()) {
                jdbc.update(FREE, topic, token);
            }
            return new Claim(topic, token, found.rows, found.refused.size());
        });
    }

    private Found read(String topic, List<Integer> slots, int limit) {
        Found found = new Found(new ArrayList<>(), new ArrayList<>());
        jdbc.query(
                READ,
                row -> {
                    String refusal = row.getString("refusal");
                    if (refusal == null) {
                        found.rows.add(message(row));
                    } else {
                        found.refused.add(new Refused(message(row), refusal));
                    }
                },
                slots.toArray(Integer[]::new),
                topic,
                limit,
                limit,
                topics.open().contains(topic),
                Blocking.NOT_ALLOWED,
                LARGEST,
                TOO_LARGE,
                MOST_BYTES);
        return found;
    }

    private record Found(List<OutboxMessage> rows, List<Refused> refused) {
        void refuse(Blocking blocking) {
            Map<String, List<Long>> byReason = new LinkedHashMap<>();
            for (Refused one : refused) {
                if (one.row.replayOf() == null) {
                    byReason.computeIfAbsent(one.reason, reason -> new ArrayList<>())
                            .add(one.row.id());
                } else {
                    blocking.one(one.row, one.reason);
                }
            }
            byReason.forEach((reason, ids) -> blocking.many(ids, reason));
        }
    }

    private record Refused(OutboxMessage row, String reason) {}

    /** The broker has acknowledged them. */
    void sent(List<OutboxMessage> messages) {
        Object ids = messages.stream().map(OutboxMessage::id).toArray(Long[]::new);
        inOne(() -> jdbc.update(SENT, ids));
    }

    /** Others may claim what is left. */
    void free(Claim claim) {
        inOne(() -> jdbc.update(FREE, claim.topic(), claim.token()));
    }

    /** It can't be sent as it is, whenever it is tried: it stays, with the reason, and the others go on. */
    void block(OutboxMessage message, String reason) {
        inOne(() -> {
            blocking.one(message, reason);
            return true;
        });
    }

    private <T> T inOne(Supplier<T> work) {
        return Objects.requireNonNull(transactions.execute(status -> work.get()));
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
        @Nullable Long replayOf = row.wasNull() ? null : letter;
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
