-- Opens a failure per task and index, or appends an attempt to the open one; what a newer landing has settled is left alone.
-- The newest failing write sets version, cause and status; attempts are only ever appended.
with failed as (
  select * from unnest(:?taskIds::text[], :?indices::text[], :?operations::text[], :?versions::bigint[], :?statuses::text[],
      :?causes::text[], :?reasons::text[], :?fields::text[], :?triggers::text[], :?fragments::text[], :?truncated::boolean[],
      :?httpStatuses::int[], :?durations::int[])
    as n(task_id, index_name, operation, version, status, cause, reason, field, trigger_name, fragment, truncated,
      http_status, duration_ms)
  where not exists (
    select 1 from task t where t.task_id = n.task_id and t.index_name = n.index_name and t.landed_version >= n.version
        and n.field is null)
),
opened as (
  insert into failure as f (task_id, index_name, operation, version, cause, reason, field, trigger_name, fragment, truncated,
      status, next_attempt_at, attempts)
  select task_id, index_name, operation, version, cause, reason, field, trigger_name, fragment, truncated, status,
      case when status = 'PENDING' then now() + interval '5 seconds' end, 1
  from failed order by task_id
  on conflict (task_id, index_name) where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')
  do update set operation = excluded.operation, version = greatest(f.version, excluded.version), cause = excluded.cause,
      reason = excluded.reason, field = excluded.field, trigger_name = excluded.trigger_name, fragment = excluded.fragment,
      truncated = excluded.truncated, status = excluded.status, last_at = now(), next_attempt_at = excluded.next_attempt_at,
      attempts = 1 + greatest(f.attempts, (select max(number) from failure_attempt a where a.failure_id = f.id))
  returning f.id, f.task_id, f.index_name, f.attempts
),
tried as (
  insert into failure_attempt (failure_id, number, version, trigger_name, node, http_status, cause, reason, duration_ms)
  select o.id, o.attempts, n.version, n.trigger_name,
      :?node::text, n.http_status, n.cause, n.reason, n.duration_ms
  from opened o join failed n on n.task_id = o.task_id and n.index_name = o.index_name
)
-- some of them, for the log
select o.id, o.task_id, o.index_name, n.status, n.cause, n.field
from opened o join failed n on n.task_id = o.task_id and n.index_name = o.index_name limit 100
