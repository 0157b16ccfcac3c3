-- The search for tasks that went silent: steering, reports, what was seen of suspects, and repairs.

-- One row for all nodes: what operators decided, and when to look next. A number that is null is the configured one.
create table inspection_control (
  one              boolean     primary key default true check (one),
  paused_at        timestamptz,
  paused_by        text,
  resumed_at       timestamptz not null default now(),
  period_ms        bigint,
  scan_limit       integer,
  confirm_after_ms bigint,
  tuned_at         timestamptz,
  tuned_by         text,
  looked_at        timestamptz not null default now(),  -- when a schedule asked last whether to inspect, on whatever node
  next_at          timestamptz not null default now(),  -- when the next inspection is due
  pace_ms          bigint,                              -- from one inspection to the next; null: the period
  empty_looks      integer     not null default 0,      -- in a row
  min_ages         text                                 -- by which tasks are due; others: the due times are set anew
);
insert into inspection_control default values;

-- A report an inspection. At most one at a time is under way in the whole cluster; dry runs don't count.
create table inspection (
  id           bigint generated always as identity primary key,
  started_at   timestamptz not null default now(),
  alive_until  timestamptz not null,   -- one that is silent for longer is lost, and writes nothing any more
  ended_at     timestamptz,
  node         text        not null,
  trigger_name text        not null check (trigger_name in ('schedule', 'confirm', 'operator')),
  started_by   text,
  dry_run      boolean     not null default false,
  scanned      bigint      not null default 0,  -- tasks that a verifier was asked about
  confirmed    bigint      not null default 0,  -- a second look said the same
  repaired     bigint      not null default 0,  -- COMPLETED was sent
  retried      bigint      not null default 0,  -- RETRY was sent
  failed       bigint      not null default 0,  -- FAILED was sent
  running      bigint      not null default 0,
  absent       bigint      not null default 0,
  unknown      bigint      not null default 0,
  moved        bigint      not null default 0,  -- an event came between the look and the judgement, and wins
  strange      bigint      not null default 0,  -- answers about tasks that nobody asked for
  why          text,                            -- it ended
  stop_by      text,
  detail       text                             -- of a dry run: JSON, what was seen and would be done
);
create unique index inspection_one on inspection ((true)) where ended_at is null and not dry_run;

-- What was seen of a suspect. Holds for that attempt and state alone; task stays narrow.
create table suspicion (
  task_id     text collate "C" primary key,
  attempt     integer     not null,
  state_since timestamptz not null,
  kind        text        not null check (kind in ('DONE', 'FAILED', 'RUNNING', 'ABSENT', 'UNKNOWN')),
  looks       integer     not null,    -- of that kind in a row
  since       timestamptz not null,    -- when the first of them was answered
  looked_at   timestamptz not null,
  next_at     timestamptz not null,
  confirms    boolean     not null,    -- the next look decides: it goes before others
  told        boolean     not null,    -- that it runs for too long
  verifier    text        not null,
  reason      text
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index suspicion_confirms on suspicion (next_at) where confirms;
create index suspicion_next on suspicion (next_at);

-- An event that the inspector sent after two confirmations: one a task and attempt, replaced once when it was not applied.
create table repair (
  id            bigint generated always as identity primary key,
  inspection_id bigint      not null,
  task_id       text collate "C" not null,
  attempt       integer     not null,
  kind          text        not null check (kind in ('COMPLETED', 'FAILED', 'RETRY')),
  event_id      text collate "C" not null,
  state         text        not null,  -- of the task when it was judged
  state_since   timestamptz not null,
  reason        text        not null,
  created_at    timestamptz not null default now(),
  replaced_at   timestamptz,           -- the event was sent once more, as event_id with :2
  settled_at    timestamptz,           -- when the event was judged; null: not yet
  outcome       text,                  -- as in task_event; OVERTAKEN: the task went on without it
  unique (task_id, attempt)
);
create index repair_open on repair (id) where settled_at is null;
create index repair_settled on repair (settled_at) where settled_at is not null;
create index inspection_ended on inspection (ended_at) where ended_at is not null;
