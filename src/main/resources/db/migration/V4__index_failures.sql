-- A failure of kind 'index' speaks of a whole index that takes no writes: it has no task, and one at most is open per index.
create unique index failure_open_index on failure (index_name)
  where kind = 'index' and status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT');

alter table failure add constraint failure_kind_task check ((kind = 'index') = (task_id is null));
