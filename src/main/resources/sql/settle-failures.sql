-- What became of claimed failures. Only a failure that is still claimed under that token is changed: one that a newer landing
-- closed, a newer failing write opened again, or an operator abandoned, stays as it is, with the attempt completed.
with settled as (
  select * from unnest(:?ids::bigint[], :?numbers::int[], :?statuses::text[], :?tried::boolean[], :?versions::bigint[],
      :?causes::text[], :?reasons::text[], :?fields::text[], :?httpStatuses::int[], :?durations::int[], :?waits::bigint[])
    as s(id, number, status, tried, version, cause, reason, field, http_status, duration_ms, wait_ms)
),
completed as (
  update failure_attempt a set version = s.version, http_status = s.http_status, cause = s.cause, reason = s.reason,
      duration_ms = s.duration_ms
  from settled s where a.failure_id = s.id and a.number = s.number and s.tried
),
undone as (
  delete from failure_attempt a using settled s where a.failure_id = s.id and a.number = s.number and not s.tried
),
moved as (
  update failure f set
      status = s.status,
      retry_count = case when s.tried then f.retry_count else f.retry_count - 1 end,
      version = case when s.tried then greatest(f.version, s.version) else f.version end,
      cause = case when s.tried and s.status in ('PENDING', 'EXHAUSTED', 'PERMANENT') then s.cause else f.cause end,
      reason = case when s.tried and s.status in ('PENDING', 'EXHAUSTED', 'PERMANENT') then s.reason else f.reason end,
      field = case when s.tried and s.status in ('PENDING', 'EXHAUSTED', 'PERMANENT') then s.field else f.field end,
      last_at = case when s.tried then now() else f.last_at end,
      next_attempt_at = case when not s.tried then f.next_attempt_at
          when s.status = 'PENDING' then now() + s.wait_ms * interval '1 millisecond' end,
      closed_at = case when s.status in ('RESOLVED', 'SUPERSEDED') then now() end,
      closed_by = case when s.status in ('RESOLVED', 'SUPERSEDED') then 'compensation' end,
      claimed_until = null
  from settled s where f.id = s.id and f.status = 'CLAIMED' and f.claim_token = :?token::uuid
  returning f.id, f.status
)
select f.id, coalesce(m.status, f.status) as status, s.tried
from settled s join failure f on f.id = s.id left join moved m on m.id = s.id
