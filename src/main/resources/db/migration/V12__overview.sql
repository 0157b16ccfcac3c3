-- What the overview shows over time, in steps of 10 s, 1 min, 10 min and 1 h, each kept for as long as it is of use.

-- How much there was of something at the beginning of a step. What is not told of a task has '' as type or model; groups
-- beyond the largest are one, '*'.
create table overview_level (
  step      integer     not null,       -- seconds
  at        timestamptz not null,
  kind      text collate "C" not null,  -- overview.Level
  name      text collate "C" not null,
  task_type text collate "C" not null,
  model     text collate "C" not null,
  number    bigint      not null,
  primary key (step, at, kind, name, task_type, model)
) with (autovacuum_vacuum_scale_factor = 0.1);

-- What happened within a step, counted by the node where it did.
create table overview_flow (
  step      integer     not null,
  at        timestamptz not null,
  kind      text collate "C" not null,  -- overview.Flow
  name      text collate "C" not null,
  task_type text collate "C" not null,
  model     text collate "C" not null,
  node      text collate "C" not null,
  number    bigint      not null,
  millis    bigint      not null,       -- all of them together
  buckets   bigint[]    not null,       -- how many took how long: overview.LatencyScale; trailing zeros left out
  primary key (step, at, kind, name, task_type, model, node)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.1);

-- What was repaired in a range of time.
create index repair_created on repair (created_at);
