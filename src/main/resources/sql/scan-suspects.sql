-- Claims suspects for an inspection: first those whose second look decides, then those that are due longest, up to a limit.
-- They are claimed by putting off their due time: whoever looks next finds others, and a node that dies holds them no longer
-- than that. What was seen before comes along, if the task has not moved since.
with confirming as (
  select t.task_id
  from (select task_id, next_at from suspicion where confirms and next_at <= now() order by next_at limit 10000) s
  join task t on t.task_id = s.task_id
  where t.due_at <= now()
  order by s.next_at limit :?total::int for update of t skip locked
),
due as (
  select task_id from task where due_at <= now() order by due_at limit :?fresh::int for update skip locked
),
picked as (
  select task_id from (
    select task_id, 0 as turn from confirming
    union all
    select task_id, 1 from due where task_id not in (select task_id from confirming)) candidate
  order by turn limit :?total::int
),
claimed as (
  update task t set due_at = now() + :?leaseMillis::bigint * interval '1 millisecond'
  from picked p where t.task_id = p.task_id
  returning t.task_id, t.attempt, t.state, t.task_type, t.model, t.platform, t.call_id, t.created_at, t.state_since, t.due_at
)
select c.*, now() as asked_at, s.kind, s.looks, s.since, s.told, s.reason
from claimed c left join suspicion s on s.task_id = c.task_id and s.attempt = c.attempt and s.state_since = c.state_since
