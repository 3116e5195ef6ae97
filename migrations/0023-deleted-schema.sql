-- Custom models and fields that were deleted and can be restored until EVENT_RETENTION has passed. They are in tables of
-- their own, so that no statement on custom_models and custom_fields can show them by mistake. Values of a deleted field stay
-- in the records under its id; records of a deleted model are in the events.
create table deleted_models (
  tenant_id bigint not null,
  id uuid not null,
  module_key text not null,
  slug text not null,
  definition jsonb not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3) not null default now(),
  deleted_by uuid,
  -- The place and the request of the delete, by which its events are found.
  xid xid8 not null,
  request_id text,
  -- It can no longer be restored: another model of that name was made since, or too many were deleted after it.
  discarded boolean not null default false,
  primary key (tenant_id, id)
);
create index deleted_models_name_idx on deleted_models (tenant_id, module_key, slug);

create table deleted_fields (
  tenant_id bigint not null,
  id uuid not null,
  module_key text not null,
  slug text not null,
  key text not null,
  -- The custom model that it belongs to; null for a field of a built-in model.
  model_id uuid,
  definition jsonb not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3) not null default now(),
  deleted_by uuid,
  -- It was deleted together with its model, and is restored with it.
  with_model boolean not null default false,
  -- It gave the model its title.
  was_title boolean not null default false,
  discarded boolean not null default false,
  primary key (tenant_id, id)
);
create index deleted_fields_name_idx on deleted_fields (tenant_id, module_key, slug, key);

do $$
declare
  name text;
begin
  foreach name in array array['deleted_models', 'deleted_fields'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
    -- The job that removes them finds the tenants that have some.
    execute format('create policy platform on %I for select using (is_platform())', name);
  end loop;
end $$;

-- Unique values of a deleted field stay booked, so that it can be restored; the job that removes the field removes them.
alter table custom_uniques drop constraint custom_uniques_tenant_id_field_id_fkey;
