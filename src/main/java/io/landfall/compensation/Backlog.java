package io.landfall.compensation;

import java.time.Duration;
import java.util.Objects;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.view.Backoff;

/** What waits for a run: whether anything is due, what lapsed, what is too old, and what a run would try. */
final class Backlog {
    /** Rows changed in one statement, and how many such statements a look makes at most. */
    private static final int PART = 1_000;

    private static final int PARTS = 50;

    static final String DUE =
            """
            select coalesce((select min(next_attempt_at) from failure where kind = 'document' and status = 'PENDING') <= now(), false)
                or exists (select 1 from failure where kind = 'index' and status = 'PENDING'
                    and coalesce(next_attempt_at, now()) <= now())
            """;
    static final String LAPSED =
            """
            with lapsed as (
                select id, attempts from failure where status = 'CLAIMED' and claimed_until < now()
                order by claimed_until limit ? for update skip locked),
            noted as (
                update failure_attempt a set cause = 'lease-expired', reason = 'its node gave no sign of life in time'
                from lapsed l where a.failure_id = l.id and a.number = l.attempts and a.cause = 'in-progress')
            update failure f set claimed_until = null, last_at = now(),
                status = case when f.retry_count - f.cap_from >= ? then 'EXHAUSTED' else 'PENDING' end,
                next_attempt_at = case when f.retry_count - f.cap_from < ? then
                    now() + random() * least(?, ? * power(2, least(greatest(f.retry_count, 1), 30) - 1)) * interval '1 millisecond' end
            from lapsed l where f.id = l.id
            """;
    static final String TOO_OLD =
            """
            update failure set status = 'EXHAUSTED', next_attempt_at = null where id in (
                select id from failure
                where kind = 'document' and status = 'PENDING' and next_attempt_at < now() - ? * interval '1 millisecond'
                order by next_attempt_at limit ? for update skip locked)
            """;
    static final String RELEASE =
            """
            with released as (
                update failure set status = 'PENDING', retry_count = retry_count - 1, claimed_until = null
                where status = 'CLAIMED' and claim_token = ? returning id, attempts)
            delete from failure_attempt a using released r
            where a.failure_id = r.id and a.number = r.attempts and a.cause = 'in-progress'
            """;
    private static final String PLAN =
            """
            select coalesce(json_agg(json_build_object('index', index_name, 'cause', cause, 'failures', failures,
                'neverRetried', never_retried) order by failures desc, index_name, cause), '[]')::text
            from (
                select index_name, cause, count(*) as failures, count(*) filter (where retry_count = 0) as never_retried
                from (select index_name, cause, retry_count from failure
                      where kind = 'document' and status = 'PENDING'
                          and next_attempt_at between now() - ? * interval '1 millisecond' and now()
                      order by next_attempt_at limit 100000) due
                group by index_name, cause
                union all
                select f.index_name, f.cause, (select count(*) from (select 1 from task t
                    where t.landed_version < t.version and t.index_name = f.index_name limit 100000) waiting), 0
                from failure f where f.kind = 'index' and f.status = 'PENDING') plan
            """;

    private final JdbcTemplate jdbc;
    private final Backoff backoff;

    Backlog(JdbcTemplate jdbc, Backoff backoff) {
        this.jdbc = jdbc;
        this.backoff = backoff;
    }

    boolean isDue() {
        return Boolean.TRUE.equals(jdbc.queryForObject(DUE, Boolean.class));
    }

    /** Claims of nodes that gave no sign of life count as failed tries. */
    void settleLapsed(Settings settings) {
        for (int part = 0; part < PARTS; part++) {
            int lapsed = jdbc.update(
                    LAPSED,
                    PART,
                    settings.maxAttempts(),
                    settings.maxAttempts(),
                    backoff.most().toMillis(),
                    backoff.first().toMillis());
            if (lapsed < PART) {
                return;
            }
        }
    }

    /** What was due for longer than the window has had its time. */
    void exhaustTooOld(Duration window) {
        for (int part = 0; part < PARTS; part++) {
            if (jdbc.update(TOO_OLD, window.toMillis(), PART) < PART) {
                return;
            }
        }
    }

    /** Gives back what a run holds; no try is counted. */
    void release(Run run) {
        jdbc.update(RELEASE, run.token);
    }

    /** What would be tried, by index and cause, as JSON; counts stop at 100,000. */
    String plan(Settings settings) {
        return Objects.requireNonNull(
                jdbc.queryForObject(PLAN, String.class, settings.window().toMillis()));
    }
}
