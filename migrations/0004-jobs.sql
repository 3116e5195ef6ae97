-- Background jobs: whose they are, what they were given and how far they got. Their state is the engine's, in its own schema.

create table jobs (
  tenant_id bigint not null,
  id uuid not null,
  name text not null,
  input json not null default '{}',
  -- Who had it done, and so as whom it runs; null for the platform itself.
  actor_id uuid,
  progress real not null default 0 check (progress between 0 and 1),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);

create index jobs_created_idx on jobs (tenant_id, created_at, id);

alter table jobs enable row level security;
alter table jobs force row level security;
create policy tenant on jobs using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy platform on jobs using (is_platform());
