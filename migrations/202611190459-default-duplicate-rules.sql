-- Tenants get the rules that new ones have. Rules are part of what nodes cache of a tenant. The policies are not forced meanwhile, because this spans
-- tenants and the owner of the tables need not be a superuser.
create trigger data_duplicate_rules_changed after insert or update or delete on data_duplicate_rules for each row execute function notify_changed();

alter table data_duplicate_rules no force row level security;
alter table events no force row level security;
with made as (
  insert into data_duplicate_rules (tenant_id, id, model, match, method, on_create, active)
  select t.id, gen_random_uuid(), r.model, array[r.field], 'normalized', 'allow', true
  from tenants t cross join (values
    ('sales.contacts', 'email'), ('sales.accounts', 'domain'), ('sales.accounts', 'name'), ('sales.leads', 'email')
  ) r(model, field)
  returning *
)
insert into events (tenant_id, xid, id, type, model, record_id, record, previous, request_id)
select m.tenant_id, event_place(t.epoch), gen_random_uuid(), 'duplicateRule.created', 'data.duplicateRules', m.id,
  json_build_object('_id', m.id, 'model', m.model, 'match', m.match, 'method', m.method, 'onCreate', m.on_create, 'active', m.active,
    'createdAt', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(m.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'createdBy', null, 'updatedBy', null, 'version', 1),
  null, 'migration'
from made m join tenants t on t.id = m.tenant_id;
alter table events force row level security;
alter table data_duplicate_rules force row level security;
