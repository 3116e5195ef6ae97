-- The rules of tenants for the records of their models. They are a part of the schema that a tenant adds, as custom models and fields are.

create table model_rules (
  tenant_id bigint not null,
  id uuid not null,
  module_key text not null,
  slug text not null,
  -- The custom model to which the rule belongs. A new model with the name of a deleted one has another id and none of its rules.
  model_id uuid,
  definition jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, id)
);

alter table model_rules enable row level security;
alter table model_rules force row level security;
create policy tenant on model_rules using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

create trigger model_rules_changed after insert or update or delete on model_rules
  for each row execute function notify_changed();

-- Ends the statement that writes a record which violates rules. Each violation is the id of a rule and the keys of the fields without a
-- value that the rule requires, separated by spaces. It is volatile, so that PostgreSQL calls it for each row only.
create function refuse_violations(violations text[]) returns boolean
  language plpgsql volatile as $$
begin
  if cardinality(violations) > 0 then
    raise exception 'the record violates rules of the tenant' using errcode = 'RU001', detail = array_to_string(violations, E'\n');
  end if;
  return true;
end $$;
