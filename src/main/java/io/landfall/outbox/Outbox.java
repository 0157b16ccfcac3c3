package io.landfall.outbox;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

/** The table {@code outbox}: rows are claimed with a lease, sent, and marked; a crash in between sends them again. */
public final class Outbox {
    /** How long a claim holds; longer than a send may take with retries. */
    static final Duration LEASE = Duration.ofSeconds(60);

    private static final String CLAIM =
            """
            with due as (
                select id from outbox where status = 'PENDING' and (dead_letter_id is not null) = ?
                    and (claimed_until is null or claimed_until < now())
                order by id limit ? for update skip locked),
            claimed as (
                update outbox o set claimed_until = now() + ? * interval '1 second' from due where o.id = due.id returning o.*)
            select c.id, c.topic, coalesce(c.key, d.key) as key, coalesce(c.payload, d.payload) as payload, c.dead_letter_id,
                d.reason, d.topic as source_topic, d.partition_no, d.offset_no,
                to_char(d.record_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as record_at, d.headers
            from claimed c left join dead_letter d on d.id = c.dead_letter_id order by c.id
            """;
    private static final String SENT =
            "update outbox set status = 'SENT', sent_at = now(), claimed_until = null where id = any (?) and status = 'PENDING'";

    private final JdbcTemplate jdbc;

    public Outbox(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Claims up to {@code limit} pending dead letters, oldest first. */
    public List<OutboxMessage> claimDeadLetters(int limit) {
        return claim(true, limit);
    }

    /** Claims up to {@code limit} pending messages that are not dead letters, oldest first. */
    public List<OutboxMessage> claimMessages(int limit) {
        return claim(false, limit);
    }

    private List<OutboxMessage> claim(boolean deadLetters, int limit) {
        return jdbc.query(CLAIM, (row, n) -> message(row), deadLetters, limit, LEASE.toSeconds());
    }

    /** The broker has acknowledged them. */
    public void sent(List<OutboxMessage> messages) {
        jdbc.update(SENT, (Object) messages.stream().map(OutboxMessage::id).toArray(Long[]::new));
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
                        row.getString("record_at"),
                        row.getBytes("headers"));
        return new OutboxMessage(
                row.getLong("id"), row.getString("topic"), row.getBytes("key"), row.getBytes("payload"), origin);
    }
}
