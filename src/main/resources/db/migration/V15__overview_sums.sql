-- The overview of all tasks reads sums over all types and models, kept in rows of their own: kinds that begin with 'all-', with
-- '' as type and model. Here they are made of what there is; while this goes on, nobody waits, since nobody else has such rows.
-- A node of an older version that goes on beside adds nothing to them: of its time, the sums are short of what landed there.
insert into overview_level (step, at, kind, name, task_type, model, number)
select step, at, 'all-' || kind, name, '', '', sum(number)
from overview_level where kind in ('tasks', 'stuck', 'unlanded') group by step, at, kind, name;

-- Buckets are added up place by place, all 105 of overview.LatencyScale: taking them apart into rows takes five times as long.
do $do$
begin
  execute $$
    insert into overview_flow (step, at, kind, name, task_type, model, node, number, millis, buckets)
    select step, at, 'all-' || kind, '', '', '', node, sum(number), sum(millis), case when kind = 'events' then array[$$
    || (select string_agg(format('coalesce(sum(buckets[%s]), 0)::bigint', place), ', ' order by place)
        from generate_series(1, 105) place)
    || $$] else '{}' end
    from overview_flow where kind in ('documents', 'events') group by step, at, kind, node$$;
end $do$;

-- One group over time, and which groups there are. Samplers wait for it, for seconds; nobody else writes here, landing neither.
create index overview_level_group on overview_level (step, kind, task_type, model, at);
create index overview_flow_group on overview_flow (step, kind, task_type, model, at);
