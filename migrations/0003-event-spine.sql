-- Readers of the event spine: webhooks and their deliveries, the trash; and what the platform itself may see.

-- The platform's own work (matching events, delivering, cleaning) spans tenants. It sets app.platform in its transactions;
-- requests never do, so for them nothing changes: a statement that forgets its tenant still finds nothing.
create function is_platform() returns boolean
  language sql stable parallel safe
  return current_setting('app.platform', true) = 'on';

-- What delivery keeps of a webhook beside its record.
create table webhook_endpoints (
  tenant_id bigint not null,
  webhook_id uuid not null,
  -- The place in the spine up to which events were looked at, and when those occurred. A new webhook begins behind the
  -- transaction that made it.
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null default 9223372036854775807,
  read_at timestamptz(3) not null default now(),
  -- Events that occurred before are not sent any more: it was paused for too long.
  sends_from timestamptz(3) not null default '-infinity',
  -- The secret before the last rotation; it signs as well until then.
  previous_secret text,
  previous_until timestamptz(3),
  -- The first failure after the last success.
  failing_since timestamptz(3),
  primary key (tenant_id, webhook_id)
);

create table webhook_deliveries (
  tenant_id bigint not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null,
  event_at timestamptz(3) not null,
  -- The event in the spine, from which the body is written; null for one that was made for this webhook alone.
  event_xid xid8,
  event_seq bigint,
  body text,
  status text not null default 'pending'
    check (status in ('pending', 'delivering', 'retrying', 'delivered', 'failed')),
  -- How many attempts of the schedule were made; the log of attempts also has those that were made by hand.
  tries int not null default 0,
  attempts jsonb not null default '[]',
  -- When it is due; while it is claimed, when the claim ends; null once it has ended.
  next_at timestamptz(3) default now(),
  -- Under which claim it is being delivered. A result is taken only with the claim that it was made under.
  claim uuid,
  interruptions int not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (tenant_id, webhook_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- What waits, in the order in which it is due, and what is claimed: an entry is in one of them, and in none once finished.
create index webhook_deliveries_due_idx on webhook_deliveries (tenant_id, webhook_id, next_at, id)
  where claim is null and next_at is not null;
create index webhook_deliveries_claimed_idx on webhook_deliveries (tenant_id, webhook_id, next_at) where claim is not null;
create index webhook_deliveries_failed_idx on webhook_deliveries (tenant_id, webhook_id, id) where status = 'failed';

-- Deletions alone: what the trash lists.
create index events_trash_idx on events (tenant_id, xid, seq) where record is null;

-- An answer that shows a secret once is kept encrypted.
alter table idempotency_keys add column sealed boolean not null default false;

do $$
declare
  name text;
begin
  foreach name in array array['webhook_endpoints', 'webhook_deliveries'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
    execute format('create policy platform on %I using (is_platform())', name);
  end loop;
  foreach name in array array['events', 'integrations_webhooks'] loop
    execute format('create policy platform on %I for select using (is_platform())', name);
  end loop;
  execute 'create policy platform on idempotency_keys using (is_platform())';
end $$;

-- The application owns no table, so the two that make and drop partitions act as their owner.
create or replace function ensure_event_partitions(months_ahead int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', now() at time zone 'UTC');
  month date;
  partition text;
begin
  for i in 0..months_ahead loop
    month := first + make_interval(months => i);
    partition := 'events_' || to_char(month, 'YYYY_MM');
    if to_regclass(partition) is null then
      execute format(
        'create table %I partition of events for values from (%L) to (%L)',
        partition, month::text || ' 00:00:00+00', (month + interval '1 month')::date::text || ' 00:00:00+00');
      execute format('alter table %I enable row level security', partition);
      execute format('alter table %I force row level security', partition);
    end if;
  end loop;
end $$;

-- Drops the months that ended before `cutoff`, and returns their names.
create function drop_event_partitions(cutoff timestamptz) returns setof text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partition text;
begin
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$'
      and (to_date(substr(c.relname, 8), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= cutoff
    order by 1
  loop
    execute format('drop table %I', partition);
    return next partition;
  end loop;
end $$;

revoke execute on function ensure_event_partitions(int), drop_event_partitions(timestamptz) from public;
