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

-- Rows as they were before days of the event log were dropped, or payloads erased: where the fold of a task begins.
create table task_snapshot (
  task_id     text collate "C" primary key,
  index_name  text        not null,
  state       text        not null,
  attempt     integer     not null,
  version     bigint      not null,    -- events up to it are no longer needed
  highest_seq bigint      not null,
  marks       bytea       not null,
  error       bytea,
  task_type   text,
  model       text,
  platform    text,
  call_id     text,
  created_at  timestamptz not null,    -- of the same task: an id may begin anew when its tombstone is gone
  state_since timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  content     bytea,
  taken_at    timestamptz not null default now()
);

alter table task add column erased_at timestamptz;  -- of a deleted task: nothing of its payloads is left
create index task_to_erase on task (deleted_at) where deleted_at is not null and erased_at is null;
create index task_erased on task (deleted_at) where erased_at is not null;
create index dead_letter_whole on dead_letter (task_id) where payload is not null and task_id is not null;
create index outbox_sent_by_key on outbox using hash (key) where status = 'SENT' and payload is not null;

-- An audit of some tasks only.
alter table audit add column only_ids text[], add column only_index text, add column only_type text;
