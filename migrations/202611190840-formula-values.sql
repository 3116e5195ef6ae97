-- Copies of the values of formulas that are marked as indexed. Row security lets PostgreSQL use an index only for leakproof comparisons of
-- columns, and a formula is an expression, so a copy of its value is stored here by every statement that writes the record.

-- The indexes of formulas. A formula that changes gets a new index, and the copies of the old one are removed in the background.
create table formula_indexes (
  tenant_id bigint not null,
  id uuid not null,
  -- The id in custom_fields, and the name of its model.
  field_id uuid not null,
  model text not null,
  -- The digest of the SQL of the formula. It changes with the formula, with those that it reads, and with the time zone of the company.
  definition text not null,
  -- `building`, `ready` or `dropped`.
  state text not null,
  -- The position of the transaction that made the index. Writers before it may not know the index.
  xid xid8 not null,
  -- The last record that has its copy, while the state is `building`.
  filled_to uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create unique index formula_indexes_field_idx on formula_indexes (tenant_id, field_id) where state <> 'dropped';

create table formula_values (
  tenant_id bigint not null,
  index_id uuid not null,
  record_id uuid not null,
  -- A number, the milliseconds of a date or a time since 1970, or 0 and 1 for false and true. Null for a text, and for no value.
  number float8,
  -- The beginning of a text.
  text text collate "C",
  primary key (tenant_id, index_id, record_id)
);
create index formula_values_number_idx on formula_values (tenant_id, index_id, number, record_id) where text is null;
create index formula_values_text_idx on formula_values (tenant_id, index_id, text, record_id) where text is not null;

do $$
declare
  name text;
begin
  foreach name in array array['formula_indexes', 'formula_values'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;
create policy platform on formula_indexes for select using (is_platform());

-- The registries of all nodes contain the indexes. The progress of filling one is not part of them.
create trigger formula_indexes_changed after insert or delete or update of state on formula_indexes
  for each row execute function notify_changed();
