package io.landfall.outbox;

import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

/** Rows that can't be sent as they are: they stay, with the reason, and the others go on. To be called in a transaction. */
final class Blocking {
    private static final String LOCK_LETTER = "select id from dead_letter where id = ?::bigint for update";

    /** A replay that can't be sent is an attempt of its letter, which is open again. */
    private static final String BLOCK =
            """
            with blocked as (
                update outbox set status = 'BLOCKED', reason = ? where id = ? and status = 'PENDING'
                returning replay_of, reason),
            opened as (
                update dead_letter d set status = 'OPEN' from blocked b where d.id = b.replay_of and d.status = 'REPLAYED')
            insert into dead_letter_attempt (dead_letter_id, number, outcome, reason, detail)
            select b.replay_of,
                1 + coalesce((select max(number) from dead_letter_attempt a where a.dead_letter_id = b.replay_of), 0),
                'UNSENT', 'outbox-blocked', b.reason
            from blocked b where b.replay_of is not null
            """;

    private static final String BLOCK_MANY =
            "update outbox set status = 'BLOCKED', reason = ? where id = any (?) and status = 'PENDING' and replay_of is null";

    /**
     * Topics that nobody knows, one after the other by the index; a hundred a time. Their rows by id: joined, the planner may go
     * through all that waits, when it does not know yet that it is much.
     */
    static final String BLOCK_STRANGE =
            """
            with recursive walk (topic, step) as (
                (select topic, 1 from outbox where status = 'PENDING' order by topic limit 1)
                union all
                select (select o.topic from outbox o where o.status = 'PENDING' and o.topic > w.topic order by o.topic limit 1),
                    w.step + 1
                from walk w where w.topic is not null and w.step < ?),
            strange as (
                select o.id from walk w cross join lateral (
                    select id from outbox where status = 'PENDING' and topic = w.topic and replay_of is null limit ?) o
                where w.topic <> all (?) limit ?)
            update outbox set status = 'BLOCKED', reason = ?
            where id = any (array (select id from strange)) and status = 'PENDING'
            """;

    private static final int STEPS = 100;
    private static final int MOST = 1_000;
    static final String NOT_ALLOWED = "its topic is not allowed; see landfall.outbox.topics";

    private final JdbcTemplate jdbc;

    Blocking(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    void one(OutboxMessage row, String reason) {
        // a batch that notes an attempt of the same letter numbers it too
        jdbc.queryForList(LOCK_LETTER, row.replayOf());
        jdbc.update(BLOCK, reason, row.id());
    }

    /** Those that are no replays. */
    void many(List<Long> ids, String reason) {
        jdbc.update(BLOCK_MANY, reason, ids.toArray(Long[]::new));
    }

    /**
     * Rows to topics that are not known.
     *
     * @return how many
     */
    int strange(OutboxTopics topics) {
        String[] known = topics.known().toArray(String[]::new);
        return jdbc.update(BLOCK_STRANGE, STEPS, MOST, known, MOST, NOT_ALLOWED);
    }
}
