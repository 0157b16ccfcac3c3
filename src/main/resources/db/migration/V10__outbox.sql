-- A relay leases key slots of a topic, not rows: within a slot messages go in the order of their ids, and a row is written
-- only once more, when it was sent. Messages without a key need no order.
create function outbox_slot(key bytea, id bigint) returns integer language sql immutable parallel safe as $$
  select case when key is null then (id % 16)::integer else get_byte(sha256(key), 0) % 16 end
$$;

create table outbox_lease (
  topic       text        collate "C" not null,
  slot        integer     not null,
  token       uuid        not null,          -- of the claim that has it
  lease_until timestamptz not null,          -- by then it is free, whatever became of that relay
  primary key (topic, slot)
) with (fillfactor = 50);

create index outbox_to_send on outbox (topic, outbox_slot(key, id), id) where status = 'PENDING';
drop index outbox_claimed;
drop index outbox_pending_messages;
alter table outbox drop column claimed_until;

-- Rows of before are Landfall's own. Who may insert only topic, key, payload and headers can't say who it is.
alter table outbox add column written_by text;
alter table outbox alter column written_by set default session_user;

-- Sent rows leave dead entries at the head of the index, which each claim would walk over.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

-- Transactions that were rolled back at their timeout.
create table transaction_timeout (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  name       text        not null,
  node       text        not null,
  timeout_ms bigint      not null,
  took_ms    bigint      not null,
  reason     text        not null
);
create index transaction_timeout_at on transaction_timeout (at);
