-- The calls that were made for a group of tasks, one a row: at most 101 of a task (more than 100 are too many to judge by), those of the
-- task's attempt and of later ones. With landfall.calls.sql you can name a file of your own; what is read, by column:
--   task_id          text
--   attempt          number; null or no such column: the table knows of no attempts, and every call counts
--   outcome          OK, ERROR or RUNNING
--   is_final         boolean, optional: whether the call's end is the end of the attempt. null: it may be
--   completed_at     timestamp, optional
--   result           bytea or text, optional: JSON, or else taken as a text
--   result_withheld  boolean, optional: there is a result and it is not in this row
--   error_code, error_message  text, optional
-- The parameters, named with a colon and a question mark before them, are arrays of one length: taskIds text, attempts int, callIds text. They
-- must not be named in a comment.
select c.task_id, c.attempt, c.outcome, c.is_final, c.completed_at, c.error_code, c.error_message,
  case when c.before <= 33554432 then c.result end as result,
  c.result is not null and c.before > 33554432 as result_withheld
from (
  -- 32 MiB of results in one answer, so that it fits into memory; the same tasks come first each time
  select l.*, sum(coalesce(octet_length(l.result), 0)) over (order by l.task_id, l.attempt, l.call_id) as before
  from unnest(:?taskIds::text[], :?attempts::int[]) s(task_id, attempt)
  cross join lateral (
    select * from model_call m where m.task_id = s.task_id and m.attempt >= s.attempt
    order by m.task_id, m.attempt, m.call_id limit 101) l) c
