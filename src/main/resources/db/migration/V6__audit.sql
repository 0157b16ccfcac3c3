-- Audits: what was held against what, how far, and what did not hold.

create table audit (
  id             bigint generated always as identity primary key,
  status         text        not null default 'RUNNING' check (status in ('RUNNING', 'DONE', 'STOPPED', 'FAILED')),
  phase          text        not null default 'TASKS' check (phase in ('TASKS', 'ORPHANS', 'BOOKS')),
  started_by     text        not null,
  repair         boolean     not null,
  orphans        boolean     not null,
  started_at     timestamptz not null default now(),
  ended_at       timestamptz,
  node           text,
  token          uuid,                  -- who works on it; others may go on with it when the lease is over
  lease_until    timestamptz not null default '-infinity',
  stop_requested boolean     not null default false,
  cursor_id      text collate "C" not null default '',  -- every task up to this one has been looked at once
  tasks          bigint      not null default 0,
  not_foldable   bigint      not null default 0,
  found          bigint      not null default 0,
  repaired       bigint      not null default 0,
  note           text                   -- what it waits for, or why it failed
);
-- one at a time, cluster-wide
create unique index audit_running on audit (status) where status = 'RUNNING';

create table audit_count (
  audit_id bigint not null references audit on delete cascade,
  kind     text   not null,
  found    bigint not null default 0,
  repaired bigint not null default 0,
  primary key (audit_id, kind)
);

create table audit_finding (
  id          bigint generated always as identity primary key,
  audit_id    bigint      not null references audit on delete cascade,
  kind        text        not null,
  subject     text collate "C" not null,  -- a task's id; for the books topic-partition
  detail      text        not null check (length(detail) <= 500),
  found_at    timestamptz not null default now(),
  repaired_at timestamptz,
  unique (audit_id, kind, subject)
);
create index audit_finding_by_subject on audit_finding (subject);

-- Tasks whose first look showed a difference: it counts when it stays.
create table audit_suspect (
  audit_id     bigint      not null references audit on delete cascade,
  task_id      text collate "C" not null,
  seen_version bigint      not null,    -- of the row; -1: none
  looks        integer     not null default 1,
  looked_at    timestamptz not null default clock_timestamp(),
  primary key (audit_id, task_id)
);

-- Rows as they were before an audit wrote them anew from the event log.
create table audit_replaced (
  id             bigint generated always as identity primary key,
  audit_id       bigint      not null,
  task_id        text collate "C" not null,
  at             timestamptz not null default now(),
  row_before     jsonb       not null,
  content_before bytea
);
create index audit_replaced_by_task on audit_replaced (task_id);
