-- The second chance of failures: claims, runs, steering, and the tables of the clustered schedule.

alter table failure
  add column attempts      integer not null default 0,  -- number of the last attempt row
  add column cap_from      integer not null default 0,  -- retry_count from which the cap counts: an operator's retry gives a new allowance
  add column claim_token   uuid,                        -- of the run that holds or held it
  add column claimed_until timestamptz;                 -- an older claim counts as a failed try
update failure f set attempts = coalesce((select max(number) from failure_attempt a where a.failure_id = f.id), 0);

create index failure_due on failure (next_attempt_at) where kind = 'document' and status = 'PENDING';
create index failure_fresh on failure (next_attempt_at) where kind = 'document' and status = 'PENDING' and retry_count = 0;
create index failure_claimed on failure (claimed_until) where status = 'CLAIMED';
create index failure_of_index on failure (id) where kind = 'index' and status = 'PENDING';
create index failure_exhausted on failure (index_name, cause) where status = 'EXHAUSTED';

-- What operators decided; one row for all nodes. A number that is null is the configured one.
create table compensation_control (
  one          boolean     primary key default true check (one),
  paused_at    timestamptz,
  paused_by    text,
  resumed_at   timestamptz,            -- the time of a pause does not count against the window
  batch_size   integer,
  max_attempts integer,
  rate         integer,
  window_ms    bigint,
  tuned_at     timestamptz,
  tuned_by     text,
  looked_at    timestamptz             -- when a schedule looked last, on whatever node
);
insert into compensation_control default values;

-- A report a run. At most one at a time is under way in the whole cluster; dry runs don't count.
create table compensation_run (
  id           bigint generated always as identity primary key,
  started_at   timestamptz not null default now(),
  alive_until  timestamptz not null,   -- a run that is silent for longer is lost
  ended_at     timestamptz,
  node         text        not null,
  trigger_name text        not null check (trigger_name in ('schedule', 'operator')),
  started_by   text,
  dry_run      boolean     not null default false,
  tried        bigint      not null default 0,
  resolved     bigint      not null default 0,
  superseded   bigint      not null default 0,
  failed       bigint      not null default 0,
  exhausted    bigint      not null default 0,
  permanent    bigint      not null default 0,
  drained      bigint      not null default 0,  -- tasks of an index that had been blocked
  why          text,                            -- it ended
  stop_by      text,
  detail       text                             -- of a dry run: JSON, what would be tried
);
create unique index compensation_run_one on compensation_run ((true)) where ended_at is null and not dry_run;

-- Quartz, as its PostgreSQL delegate needs them.
create table qrtz_job_details (
  sched_name        varchar(120) not null,
  job_name          varchar(200) not null,
  job_group         varchar(200) not null,
  description       varchar(250),
  job_class_name    varchar(250) not null,
  is_durable        boolean      not null,
  is_nonconcurrent  boolean      not null,
  is_update_data    boolean      not null,
  requests_recovery boolean      not null,
  job_data          bytea,
  primary key (sched_name, job_name, job_group)
);
create table qrtz_triggers (
  sched_name     varchar(120) not null,
  trigger_name   varchar(200) not null,
  trigger_group  varchar(200) not null,
  job_name       varchar(200) not null,
  job_group      varchar(200) not null,
  description    varchar(250),
  next_fire_time bigint,
  prev_fire_time bigint,
  priority       integer,
  trigger_state  varchar(16)  not null,
  trigger_type   varchar(8)   not null,
  start_time     bigint       not null,
  end_time       bigint,
  calendar_name  varchar(200),
  misfire_instr  smallint,
  job_data       bytea,
  primary key (sched_name, trigger_name, trigger_group),
  foreign key (sched_name, job_name, job_group) references qrtz_job_details
);
create index qrtz_triggers_by_job on qrtz_triggers (sched_name, job_name, job_group);
create index qrtz_triggers_by_time on qrtz_triggers (sched_name, trigger_state, next_fire_time);
create table qrtz_simple_triggers (
  sched_name      varchar(120) not null,
  trigger_name    varchar(200) not null,
  trigger_group   varchar(200) not null,
  repeat_count    bigint       not null,
  repeat_interval bigint       not null,
  times_triggered bigint       not null,
  primary key (sched_name, trigger_name, trigger_group),
  foreign key (sched_name, trigger_name, trigger_group) references qrtz_triggers
);
create table qrtz_cron_triggers (
  sched_name      varchar(120) not null,
  trigger_name    varchar(200) not null,
  trigger_group   varchar(200) not null,
  cron_expression varchar(120) not null,
  time_zone_id    varchar(80),
  primary key (sched_name, trigger_name, trigger_group),
  foreign key (sched_name, trigger_name, trigger_group) references qrtz_triggers
);
create table qrtz_simprop_triggers (
  sched_name    varchar(120) not null,
  trigger_name  varchar(200) not null,
  trigger_group varchar(200) not null,
  str_prop_1    varchar(512),
  str_prop_2    varchar(512),
  str_prop_3    varchar(512),
  int_prop_1    integer,
  int_prop_2    integer,
  long_prop_1   bigint,
  long_prop_2   bigint,
  dec_prop_1    numeric(13, 4),
  dec_prop_2    numeric(13, 4),
  bool_prop_1   boolean,
  bool_prop_2   boolean,
  primary key (sched_name, trigger_name, trigger_group),
  foreign key (sched_name, trigger_name, trigger_group) references qrtz_triggers
);
create table qrtz_blob_triggers (
  sched_name    varchar(120) not null,
  trigger_name  varchar(200) not null,
  trigger_group varchar(200) not null,
  blob_data     bytea,
  primary key (sched_name, trigger_name, trigger_group),
  foreign key (sched_name, trigger_name, trigger_group) references qrtz_triggers
);
create table qrtz_calendars (
  sched_name    varchar(120) not null,
  calendar_name varchar(200) not null,
  calendar      bytea        not null,
  primary key (sched_name, calendar_name)
);
create table qrtz_paused_trigger_grps (
  sched_name    varchar(120) not null,
  trigger_group varchar(200) not null,
  primary key (sched_name, trigger_group)
);
create table qrtz_fired_triggers (
  sched_name        varchar(120) not null,
  entry_id          varchar(95)  not null,
  trigger_name      varchar(200) not null,
  trigger_group     varchar(200) not null,
  instance_name     varchar(200) not null,
  fired_time        bigint       not null,
  sched_time        bigint       not null,
  priority          integer      not null,
  state             varchar(16)  not null,
  job_name          varchar(200),
  job_group         varchar(200),
  is_nonconcurrent  boolean,
  requests_recovery boolean,
  primary key (sched_name, entry_id)
);
create table qrtz_scheduler_state (
  sched_name        varchar(120) not null,
  instance_name     varchar(200) not null,
  last_checkin_time bigint       not null,
  checkin_interval  bigint       not null,
  primary key (sched_name, instance_name)
);
create table qrtz_locks (
  sched_name varchar(120) not null,
  lock_name  varchar(40)  not null,
  primary key (sched_name, lock_name)
);
