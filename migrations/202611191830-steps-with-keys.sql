-- Steps name the next one by its key and keep what they meant: the delay of a wait is its duration, and both ways of a condition
-- are its branches. Nothing ran until now, so workflows that were active begin as drafts.
do $$
begin
  if not exists (select from information_schema.columns where table_name = 'marketing_workflow_steps' and column_name = 'next_step_id') then
    return;
  end if;
  alter table marketing_workflow_steps no force row level security;
  alter table marketing_workflows no force row level security;
  update marketing_workflow_steps set key = 'step-' || right(id::text, 8), type = case type
    when 'condition' then 'branch' when 'notifyUser' then 'notify' when 'webhook' then 'http' when 'end' then 'exit' else type end;
  update marketing_workflow_steps s set next = n.key from marketing_workflow_steps n where n.tenant_id = s.tenant_id and n.id = s.next_step_id;
  update marketing_workflow_steps s set config = jsonb_strip_nulls(coalesce(s.config, '{}') || jsonb_build_object(
    'templateId', s.template_id, 'for', case when s.type = 'wait' and s.delay > 0 then s.delay || left(s.delay_unit, 1) end));
  update marketing_workflow_steps s set config = jsonb_build_object('branches', jsonb_build_array(jsonb_build_object('filter', coalesce(s.conditions, '{}'),
      'next', (select t.key from marketing_workflow_steps t where t.tenant_id = s.tenant_id and t.id = s.true_step_id))),
    'else', (select f.key from marketing_workflow_steps f where f.tenant_id = s.tenant_id and f.id = s.false_step_id)) where s.type = 'branch';
  update marketing_workflow_steps s set config = jsonb_build_object('title', coalesce(s.config->>'title', s.config->>'message', s.name, 'A step was reached'))
    where s.type = 'notify';
  update marketing_workflows set status = 'draft' where status = 'active';
  alter table marketing_workflows force row level security;
  alter table marketing_workflow_steps force row level security;
end $$;
