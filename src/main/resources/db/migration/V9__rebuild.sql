-- Rebuilds of indices from the ledger: how far, and what came of it.

create table rebuild (
  id             bigint generated always as identity primary key,
  status         text        not null default 'RUNNING' check (status in ('RUNNING', 'DONE', 'STOPPED', 'FAILED')),
  phase          text        not null default 'PREPARE' check (phase in ('PREPARE', 'SCAN', 'COMPARE', 'SWAP', 'CHECK')),
  index_name     text        not null,  -- the alias
  old_indices    text        not null default '',
  new_index      text,
  new_uuid       text,                  -- another index of that name is not the one that was written to
  started_by     text        not null,
  started_at     timestamptz not null default now(),
  swapped_at     timestamptz,
  ended_at       timestamptz,
  node           text,
  token          uuid,                  -- who works on it; others may go on with it when the lease is over
  lease_until    timestamptz not null default '-infinity',
  stop_requested boolean     not null default false,
  changed_since  timestamptz not null default clock_timestamp(),  -- tasks that changed later are to be compared
  cursor_id      text collate "C" not null default '',  -- every task up to this one is done in this phase
  about_tasks    bigint      not null default 0,
  tasks          bigint      not null default 0,
  written        bigint      not null default 0,
  failed         bigint      not null default 0,
  compared       bigint      not null default 0,
  rewritten      bigint      not null default 0,
  progress_at    timestamptz not null default clock_timestamp(),
  note           text                   -- what it waits for, or why it failed
);
-- one at a time, cluster-wide
create unique index rebuild_running on rebuild (status) where status = 'RUNNING';
create index failure_of_rebuild on failure (index_name, task_id) where trigger_name = 'rebuild';
