-- Tasks that are not final, the longest in their state first. It changes with task_due, and costs no update of its own.
create index task_since on task (state_since, task_id) where due_at is not null;
