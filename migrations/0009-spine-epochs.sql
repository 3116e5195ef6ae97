-- The spine outlives its cluster: an epoch in front of the transaction id. And partitions are made without blocking writes.

-- Transaction ids belong to one cluster. After dump and load, a logical upgrade or a move to another server they start
-- again. The place of an event is therefore the tenant's epoch in the upper 16 bits and the transaction id in the lower 48.
-- Rows and cursors written before this migration have epoch 0 and stay as they are.
alter table tenants add column epoch int not null default 0 check (epoch between 0 and 32767);

-- The cluster that wrote the newest events. A start on a cluster with another identifier raises every epoch.
create table cluster_identity (
  single boolean primary key default true check (single),
  system_identifier text not null
);

create function place_in(epoch int, id xid8) returns xid8
  language sql immutable parallel safe
  return case when epoch = 0 then id else ((epoch::bigint << 48) | id::text::bigint)::text::xid8 end;

-- The place of what the current transaction writes.
create function event_place(epoch int) returns xid8
  language sql stable
  return place_in(epoch, pg_current_xact_id());

-- Events below it are settled: no transaction under way can still write one before them. A lower epoch is always settled.
create function settled_below(epoch int) returns xid8
  language sql stable parallel safe
  return place_in(epoch, pg_snapshot_xmin(pg_current_snapshot()));

-- Only for statements that do not name a place. Without a tenant, the highest epoch is used, because a place must never be
-- behind one that was given out.
create function default_event_place() returns xid8
  language plpgsql stable as $$
begin
  return event_place(coalesce(max(epoch), 0)) from tenants
    where id = coalesce(nullif(current_setting('app.tenant', true), '')::bigint, id);
end $$;

alter table events alter column xid set default default_event_place();
alter table webhook_endpoints alter column xid set default default_event_place();

-- For a tenant whose rows were moved to another cluster. Nothing may write to the tenant meanwhile: an event that gets a
-- place in the old epoch after a reader has seen the new one is never read.
create function raise_epoch(tenant bigint) returns int
  language sql
  begin atomic
    update tenants set epoch = epoch + 1 where id = tenant returning epoch;
  end;

-- Makes the partition of the first month that has none, and returns its name; null when there is nothing to do. One call
-- makes one partition, so that locks are held for milliseconds. `create table … partition of` would lock `events` against
-- writes; `attach partition` does not. It locks the default partition, where a backup is in the way for hours: after
-- 200 ms the function gives up, and the caller tries again later.
drop function ensure_event_partitions(int);
create function ensure_event_partitions(months_ahead int) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  -- A month with more rows than this in the default partition stays there: moving them would block writes for too long.
  most_moved constant int := 20000;
  first date := date_trunc('month', now() at time zone 'UTC');
  month date;
  partition text;
  month_begins timestamptz;
  month_ends timestamptz;
  waiting int;
begin
  for i in 0..months_ahead loop
    month := first + make_interval(months => i);
    partition := 'events_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(partition) is not null;
    month_begins := month::timestamp at time zone 'UTC';
    month_ends := (month + interval '1 month') at time zone 'UTC';
    lock table events_later in access exclusive mode;
    -- Another node may have made it while this one waited for the lock.
    continue when to_regclass(partition) is not null;
    -- The owner has to see the rows; other sessions cannot, until the transaction ends with row security forced again.
    alter table events_later no force row level security;
    select count(*) into waiting from (
      select from events_later where occurred_at >= month_begins and occurred_at < month_ends limit most_moved + 1
    ) found;
    if waiting <= most_moved then
      execute format('create table %I (like events including all)', partition);
      execute format(
        'with moved as (delete from events_later where occurred_at >= $1 and occurred_at < $2 returning *)
         insert into %I select * from moved', partition) using month_begins, month_ends;
      execute format('alter table %I enable row level security', partition);
      execute format('alter table %I force row level security', partition);
      execute format('alter table events attach partition %I for values from (%L) to (%L)',
        partition, month_begins, month_ends);
    end if;
    alter table events_later force row level security;
    if waiting <= most_moved then
      return partition;
    end if;
  end loop;
  return null;
end $$;
revoke execute on function ensure_event_partitions(int) from public;

alter function drop_event_partitions(timestamptz) set lock_timeout = '200ms';
