-- What operators do: failures tried again or given up, dead letters sent again, alarms told, old rows purged.

alter table failure add column if not exists cap_from integer not null default 0;  -- tries before it don't count for the cap
alter table failure add column closed_reason text;                                  -- why a person gave it up
create index failure_open_by_id on failure (id) where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT');
create index failure_closed on failure (closed_at) where closed_at is not null;

alter table operator_action add column filter text;      -- JSON: what it was to change; null: one thing, named in detail
alter table operator_action add column affected bigint;   -- rows it changed

-- REPLAYED: sent again and waiting; a delivery that fails again makes it OPEN. RESOLVED: a replay was applied.
alter table dead_letter add column status text not null default 'OPEN' check (status in ('OPEN', 'REPLAYED', 'RESOLVED'));
alter table dead_letter add column replayed_at timestamptz;
alter table dead_letter add column resolved_at timestamptz;
create index dead_letter_unresolved on dead_letter (id) where status <> 'RESOLVED';
create index dead_letter_resolved on dead_letter (resolved_at) where status = 'RESOLVED';
create index dead_letter_by_key on dead_letter using hash (key);

-- Append-only: one row a delivery of the letter after its first, and one for a replay that could not be sent.
create table dead_letter_attempt (
  dead_letter_id bigint      not null references dead_letter on delete cascade,
  number         integer     not null,
  at             timestamptz not null default now(),
  outcome        text        not null,  -- as in the books, or UNSENT
  reason         text,                  -- when it failed again
  detail         text,
  topic          text,
  partition_no   integer,
  offset_no      bigint,
  record_at      timestamptz,
  primary key (dead_letter_id, number),
  unique (dead_letter_id, topic, partition_no, offset_no, record_at)
);

-- A replay: the letter's key and payload are the message, so that a large one is not stored twice.
alter table outbox add column replay_of bigint references dead_letter on delete cascade;
create index outbox_claimed on outbox (claimed_until) where status = 'PENDING' and claimed_until is not null;
create index outbox_pending_messages on outbox (id) where status = 'PENDING' and dead_letter_id is null;
create index outbox_blocked on outbox (id) where status = 'BLOCKED';
create index outbox_sent on outbox (sent_at) where status = 'SENT';
create index outbox_by_dead_letter on outbox (dead_letter_id) where dead_letter_id is not null;
create index outbox_by_replay on outbox (replay_of) where replay_of is not null;

-- fades: raised by single occurrences, so that only silence can end it. told_at: when it was last put on the alarms topic.
alter table alarm add column fades boolean not null default false;
alter table alarm add column told_at timestamptz not null default now();
create index alarm_closed on alarm (closed_at) where closed_at is not null;
