-- What platforms told of the calls made for tasks: the outside truth that the call-log verifier answers from.
create table model_call (
  task_id       text collate "C" not null,
  attempt       integer     not null,
  call_id       text collate "C" not null,
  platform      text,
  model         text,
  outcome       text        not null check (outcome in ('RUNNING', 'OK', 'ERROR')),
  is_final      boolean,                -- its end is the end of the attempt; null: not told
  completed_at  timestamptz,            -- by the platform's clock
  result        bytea,                  -- JSON; null: none, or one over landfall.calls.max-result
  result_size   integer,                -- in bytes, also of one that is not kept
  error_code    text,
  error_message text,
  told_at       timestamptz not null default now(),  -- first
  updated_at    timestamptz not null default now(),
  primary key (task_id, attempt, call_id)
);
create index model_call_updated on model_call (updated_at);
