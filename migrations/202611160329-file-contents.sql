-- Files. A content is stored once for each tenant, however many records have it; file_uses says which records have it, also
-- deleted ones that can be restored. file_uploads lists objects in storage that no content owns: uploads under way, and objects
-- that are to be removed. An object is listed in one of the two before it is written, so that none is left behind unknown.
create table file_contents (
  tenant_id bigint not null,
  sha256 text not null,
  size bigint not null,
  storage_key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, sha256)
);

create table file_uses (
  tenant_id bigint not null,
  model text not null,
  record_id uuid not null,
  sha256 text not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, model, record_id),
  foreign key (tenant_id, sha256) references file_contents
);
create index file_uses_sha256_idx on file_uses (tenant_id, sha256);
create index file_uses_deleted_idx on file_uses (tenant_id, deleted_at) where deleted_at is not null;

create table file_uploads (
  tenant_id bigint not null,
  storage_key text not null,
  started_at timestamptz(3) not null default now(),
  primary key (tenant_id, storage_key)
);
create index file_uploads_started_idx on file_uploads (tenant_id, started_at);

-- The bytes of the contents of a tenant, for its quota.
create table file_usage (
  tenant_id bigint not null primary key,
  bytes bigint not null
);

do $$
declare
  name text;
begin
  foreach name in array array['file_contents', 'file_uses', 'file_uploads', 'file_usage'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;

-- The cleaning job finds the tenants that have something to remove.
create policy platform on file_contents for select using (is_platform());
create policy platform on file_uses for select using (is_platform());
create policy platform on file_uploads for select using (is_platform());

