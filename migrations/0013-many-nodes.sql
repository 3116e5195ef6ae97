-- What nodes must agree on: the fingerprints of their secrets, and counts of attempts that hold over all of them.

-- Fingerprints tell whether a node has the same secrets as the others; the secrets cannot be computed from them.
create table secret_fingerprints (
  -- The environment variable.
  name text primary key,
  fingerprint text not null,
  -- The one before the last rotation, while values or tokens made with it may still be around.
  previous text,
  changed_at timestamptz(3) not null default now()
);

-- How often something happened in a window of time. Limits by network span tenants; their rows belong to tenant 0.
-- Unlogged: what a crash loses is a minute of counting.
create unlogged table rate_windows (
  tenant_id bigint not null,
  name text not null,
  -- A hash: most keys are addresses of people.
  key bytea not null,
  count int not null,
  ends_at timestamptz(3) not null,
  primary key (tenant_id, name, key)
);

alter table rate_windows enable row level security;
alter table rate_windows force row level security;
create policy tenant on rate_windows using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy platform on rate_windows using (is_platform());
