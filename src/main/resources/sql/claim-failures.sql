-- Claims due failures for a run: first some of the newest that were never tried again, then the oldest due, up to a total.
-- The attempt is counted and put on record with the claim, so that a run that dies has tried. A failure at its cap that is
-- pending all the same (a newer write of it failed) has this one try. Those of an index that is being rebuilt are the
-- rebuild's own.
with fresh as (
  select id from failure
  where kind = 'document' and status = 'PENDING' and retry_count = 0
    and next_attempt_at <= :?until::timestamptz and index_name <> all (:?skipped::text[])
    and index_name not in (select new_index from rebuild where status = 'RUNNING' and new_index is not null)
  order by next_attempt_at desc limit :?fresh::int for update skip locked
),
oldest as (
  select id, next_attempt_at from failure
  where kind = 'document' and status = 'PENDING'
    and next_attempt_at <= :?until::timestamptz and index_name <> all (:?skipped::text[])
    and index_name not in (select new_index from rebuild where status = 'RUNNING' and new_index is not null)
  order by next_attempt_at limit :?total::int for update skip locked
),
picked as (
  select id from (
    select id, 0 as turn, null::timestamptz as due from fresh
    union all
    select id, 1, next_attempt_at from oldest where id not in (select id from fresh)) candidate
  order by turn, due limit :?total::int
),
claimed as (
  update failure f set status = 'CLAIMED', retry_count = f.retry_count + 1,
      attempts = 1 + greatest(f.attempts, (select max(a.number) from failure_attempt a where a.failure_id = f.id)),
      claim_token = :?token::uuid, claimed_until = now() + :?leaseMillis::bigint * interval '1 millisecond'
  from picked where f.id = picked.id
  returning f.id, f.task_id, f.index_name, f.version, f.attempts, f.retry_count, f.cap_from
),
begun as (
  insert into failure_attempt (failure_id, number, version, trigger_name, node, http_status, cause, reason, duration_ms)
  select id, attempts, version, 'compensation', :?node::text, 0, 'in-progress', 'claimed', 0 from claimed
)
select id, task_id, index_name, version, attempts, retry_count, cap_from from claimed
