-- The rows that an import rejected, as the file has them, and the mappings that a tenant used last for files with these titles.
create table import_rejections (
  tenant_id bigint not null,
  import_id uuid not null,
  n bigint not null,
  line bigint not null,
  cells jsonb not null,
  reason text not null,
  primary key (tenant_id, import_id, n),
  foreign key (tenant_id, import_id) references data_imports (tenant_id, id) on delete cascade
);

create table import_mappings (
  tenant_id bigint not null,
  model text not null,
  titles text not null,
  mapping jsonb not null,
  used_at timestamptz(3) not null default now(),
  primary key (tenant_id, model, titles)
);

do $$
declare
  name text;
begin
  foreach name in array array['import_rejections', 'import_mappings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;

-- Events that webhooks and workflows skip: those of an import that an administrator made quiet.
alter table events add column quiet boolean not null default false;
