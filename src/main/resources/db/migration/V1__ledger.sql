-- The ledger: the truth about tasks and their events. Its clock, now(), is the only one that judges age.
-- Payloads are the JSON text's bytes (bytea), not jsonb: \u0000 and lone surrogates are legal JSON and must not poison a batch.

-- One narrow row a task; the content lies apart, so that a small event doesn't rewrite a large transcript.
create table task (
  task_id        text collate "C" primary key,
  index_name     text        not null,
  state          text        not null check (state in ('TO_ANALYZE', 'ANALYZING', 'ANALYZED', 'FAILED', 'TO_RETRY')),
  attempt        integer     not null check (attempt between 1 and 1000001),
  version        bigint      not null,
  landed_version bigint      not null default 0,
  highest_seq    bigint      not null,
  marks          bytea       not null,  -- who wrote each field, tag and stage: ledger.MarksCodec
  error          bytea,
  task_type      text,
  model          text,
  platform       text,
  call_id        text,
  created_at     timestamptz not null,
  state_since    timestamptz not null,
  updated_at     timestamptz not null,
  due_at         timestamptz,           -- when an inspection should look; null: final or deleted
  suspicion      integer     not null default 0,
  deleted_at     timestamptz
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
        autovacuum_vacuum_cost_delay = 0);

create index task_unlanded on task (task_id) where landed_version < version;
create index task_due on task (due_at) where due_at is not null;

create table task_content (
  task_id text collate "C" primary key,  -- no foreign key: it would cost a look at task for every write
  content bytea not null                -- a JSON object: the living fields in the order of the marks
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- Append-only, one partition a day. Every delivery is here once, unless it is a dead letter or repeats a logged one byte for byte.
create table task_event (
  logged_at    timestamptz not null,
  task_id      text collate "C" not null,
  event_id     text collate "C" not null,
  type         text        not null,
  attempt      integer,
  seq          bigint,
  outcome      text        not null check (outcome in ('APPLIED', 'NO_EFFECT', 'STALE', 'ILLEGAL')),
  reason       text,
  version      bigint,                  -- the task's version after it, when APPLIED: the fold's order
  hash         bytea       not null,    -- SHA-256 of payload
  payload      bytea,                   -- null: a tombstone taken for DELETED
  topic        text        not null,
  partition_no integer     not null,
  offset_no    bigint      not null,
  record_at    timestamptz not null
) partition by range (logged_at);

create index task_event_by_id on task_event (task_id, event_id);
create table task_event_default partition of task_event default;

-- What can never be applied as it is, kept whole with its reason.
create table dead_letter (
  id           bigint generated always as identity primary key,
  topic        text        not null,
  partition_no integer     not null,
  offset_no    bigint      not null,
  record_at    timestamptz not null,
  hash         bytea       not null,
  reason       text        not null,
  detail       text        not null,
  task_id      text collate "C",
  key          bytea,
  payload      bytea,                   -- null: the record was a tombstone
  headers      bytea       not null,    -- JSON: [[name, base64 or null], ...]
  created_at   timestamptz not null default now(),
  unique (topic, partition_no, offset_no, record_at, hash)
);
create index dead_letter_by_task on dead_letter (task_id) where task_id is not null;

-- Messages written in the transaction that caused them, relayed to Kafka at least once.
create table outbox (
  id             bigint generated always as identity primary key,
  topic          text        not null,
  key            bytea,
  payload        bytea,
  headers        bytea,                 -- JSON as in dead_letter
  dead_letter_id bigint references dead_letter on delete cascade,  -- its bytes and headers are the message
  status         text        not null default 'PENDING' check (status in ('PENDING', 'SENT', 'BLOCKED')),
  reason         text,
  created_at     timestamptz not null default now(),
  sent_at        timestamptz,
  claimed_until  timestamptz            -- a relay is sending it until then
);
create index outbox_pending on outbox (id) where status = 'PENDING';

-- A view write that did not land. At most one open per task and index.
create table failure (
  id              bigint generated always as identity primary key,
  kind            text        not null default 'document' check (kind in ('document', 'index')),
  task_id         text collate "C",
  index_name      text        not null,
  operation       text        not null,
  version         bigint      not null,
  cause           text        not null,
  reason          text        not null,
  field           text,
  trigger_name    text        not null,
  fragment        text        not null,
  truncated       boolean     not null,
  status          text        not null check (status in
                    ('PENDING', 'CLAIMED', 'RESOLVED', 'SUPERSEDED', 'EXHAUSTED', 'PERMANENT', 'ABANDONED')),
  retry_count     integer     not null default 0,
  first_at        timestamptz not null default now(),
  last_at         timestamptz not null default now(),
  next_attempt_at timestamptz,
  closed_at       timestamptz,
  closed_by       text
);
create unique index failure_open on failure (task_id, index_name)
  where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT');
create index failure_by_task on failure (task_id);

-- Appended, never overwritten.
create table failure_attempt (
  failure_id   bigint      not null references failure on delete cascade,
  number       integer     not null,
  at           timestamptz not null default now(),
  version      bigint      not null,
  trigger_name text        not null,
  node         text        not null,
  http_status  integer     not null,
  cause        text        not null,
  reason       text        not null,
  duration_ms  integer     not null,
  primary key (failure_id, number)
);

create table operator_action (
  id        bigint generated always as identity primary key,
  at        timestamptz not null default now(),
  operator  text        not null,
  action    text        not null,
  task_id   text collate "C",
  event_id  text collate "C",           -- FORCE_RETRY: the event that may leave ANALYZED
  detail    text
);
create index operator_action_by_event on operator_action (task_id, event_id) where event_id is not null;

create table alarm (
  id          bigint generated always as identity primary key,
  alarm_key   text        not null,
  severity    text        not null check (severity in ('P1', 'P2', 'P3')),
  summary     text        not null,
  count       bigint      not null default 1,
  first_at    timestamptz not null default now(),
  last_at     timestamptz not null default now(),
  closed_at   timestamptz
);
create unique index alarm_open on alarm (alarm_key) where closed_at is null;

-- Deliveries counted in the transaction that applied them; a slot per node, summed on read.
create table books (
  node            text    not null,
  topic           text    not null,
  partition_no    integer not null,
  received        bigint  not null default 0,
  applied         bigint  not null default 0,
  no_effect       bigint  not null default 0,
  already_applied bigint  not null default 0,
  stale           bigint  not null default 0,
  illegal         bigint  not null default 0,
  malformed       bigint  not null default 0,
  highest_offset  bigint  not null default -1,
  primary key (node, topic, partition_no),
  check (received = applied + no_effect + already_applied + stale + illegal + malformed)
);
