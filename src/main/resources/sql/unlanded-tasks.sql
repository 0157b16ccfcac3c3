-- A page of the tasks that waited while their index took no writes. Those with a failure of their own have their second
-- chance there, and an abandoned version is left alone.
select t.task_id from task t
where t.landed_version < t.version and t.task_id > :?after::text collate "C" and t.index_name = :?index::text
  and t.updated_at < :?until::timestamptz
  and not exists (select 1 from failure f where f.task_id = t.task_id and f.index_name = t.index_name
      and (f.status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT') or (f.status = 'ABANDONED' and f.version >= t.version)))
order by t.task_id limit :?total::int
