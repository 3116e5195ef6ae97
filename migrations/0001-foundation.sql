-- What is common to all models: tenants, the event spine, tenants' own fields and models, idempotency keys.

create extension if not exists btree_gin;

create table tenants (
  id bigint generated always as identity primary key,
  account_key text not null unique,
  plan text not null default 'standard',
  status text not null default 'active',
  created_at timestamptz(3) not null default now()
);

-- Joins a list for full-text search; array_to_string is only stable because of types that lists do not have.
create function words_of(list text[]) returns text
  language sql immutable parallel safe
  return array_to_string(list, ' ');

-- True of a row whose last writer began to write after we did. Its event would stand behind ours in the spine although it
-- came first; who finds that begins again and gets a later place. Compared as PostgreSQL compares transaction ids.
create function written_later(row_xmin xid) returns boolean
  language sql volatile
  return (row_xmin::text::bigint - pg_current_xact_id()::text::bigint % 4294967296 + 4294967296) % 4294967296
    between 1 and 2147483647;

-- Tells every node that what it remembers of a tenant is out of date. Triggers call it, so no write can forget to.
create function notify_changed() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('atrium_changed', coalesce(new.tenant_id, old.tenant_id)::text);
  return null;
end $$;

create function notify_tenant_changed() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('atrium_changed', coalesce(new.id, old.id)::text);
  return null;
end $$;

create trigger tenants_changed after insert or update or delete on tenants
  for each row execute function notify_tenant_changed();

-- The event spine. A reader stays below pg_snapshot_xmin(pg_current_snapshot()) in xid, and so never passes over a
-- transaction that commits late.
create sequence events_seq;

create table events (
  tenant_id bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null default nextval('events_seq'),
  id uuid not null,
  type text not null,
  model text not null,
  record_id uuid,
  record json,
  previous json,
  actor_id uuid,
  request_id text,
  occurred_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, xid, seq, occurred_at)
) partition by range (occurred_at);

create index events_record_idx on events (tenant_id, record_id, xid, seq);

alter table events enable row level security;
alter table events force row level security;
create policy tenant on events
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

-- Catches what no month has been made for, so that a write never fails for want of a partition.
create table events_later partition of events default;
alter table events_later enable row level security;
alter table events_later force row level security;

create function ensure_event_partitions(months_ahead int) returns void
  language plpgsql as $$
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

-- The tenant's own models and fields. Their records need no table of their own.
create table custom_models (
  tenant_id bigint not null,
  id uuid not null,
  module_key text not null,
  slug text not null,
  definition jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, module_key, slug)
);

create table custom_fields (
  tenant_id bigint not null,
  id uuid not null,
  module_key text not null,
  slug text not null,
  key text not null,
  definition jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, module_key, slug, key)
);

create table custom_records (
  tenant_id bigint not null,
  id uuid not null,
  model_id uuid not null,
  owner_id uuid,
  custom jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  version bigint not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, model_id) references custom_models (tenant_id, id)
);
create index custom_records_created_idx on custom_records (tenant_id, model_id, created_at desc, id);
create index custom_records_owner_idx on custom_records (tenant_id, model_id, owner_id);

-- Values of custom fields that must be unique: the primary key does what a unique index does for declared fields.
create table custom_uniques (
  tenant_id bigint not null,
  field_id uuid not null,
  value text not null,
  record_id uuid not null,
  primary key (tenant_id, field_id, value),
  foreign key (tenant_id, field_id) references custom_fields (tenant_id, id) on delete cascade
);
create index custom_uniques_record_idx on custom_uniques (tenant_id, record_id);

-- Answers to requests with an Idempotency-Key, kept in the transaction of the write that they answer.
create table idempotency_keys (
  tenant_id bigint not null,
  caller_id uuid not null,
  key text not null,
  fingerprint text not null,
  status int,
  headers json,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, caller_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (tenant_id, created_at);

do $$
declare
  name text;
begin
  foreach name in array array['custom_models', 'custom_fields', 'custom_records', 'custom_uniques', 'idempotency_keys'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
  foreach name in array array['custom_models', 'custom_fields'] loop
    execute format(
      'create trigger %I after insert or update or delete on %I for each row execute function notify_changed()',
      name || '_changed', name);
  end loop;
end $$;
