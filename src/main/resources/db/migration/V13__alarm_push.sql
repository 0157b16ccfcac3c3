-- Alarms are pushed to Alertmanager. push_at: when it is to hear of it next; null: never again. pushed_at: when it first may
-- have. taken_at: when it last said so.
alter table alarm add column push_at timestamptz;
alter table alarm add column pushed_at timestamptz;
alter table alarm add column taken_at timestamptz;
update alarm set push_at = now() where closed_at is null;
alter table alarm alter column push_at set default now();
create index alarm_push on alarm (push_at) where push_at is not null;
