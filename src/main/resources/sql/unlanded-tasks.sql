-- A page of the tasks that waited while their index took no writes. Those with a failure of their own have their second
-- chance there, and an abandoned version is left alone. The last row says how far the look went: no row at all is the end.
with page as materialized (
  select task_id, index_name, version, updated_at from task
  where landed_version < version and task_id > :?after::text collate "C"
  order by task_id limit 1000
),
waiting as (
  select p.task_id from page p
  where p.index_name = :?index::text and p.updated_at < :?until::timestamptz
    and not exists (select 1 from failure f where f.task_id = p.task_id and f.index_name = p.index_name
        and (f.status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT') or (f.status = 'ABANDONED' and f.version >= p.version)))
  order by p.task_id limit :?total::int
)
select task_id, true as waits from waiting
union all
select last.task_id, false from (select max(task_id) as task_id from page) last where last.task_id is not null
