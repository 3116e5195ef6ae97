-- Records of workflows as the engine reads them. Steps have keys, and name the next step by its key.
alter table marketing_campaign_sequences add column "workflow_id" uuid;
alter table marketing_email_drip_campaigns add column "workflow_id" uuid;
alter table marketing_workflows add column "priority" text, add column "exit_conditions" jsonb, add column "exit_on_reply" boolean, add column "exit_on_unsubscribe" boolean, add column "active_version" bigint, add column "hook_url" text, add column "problem" text, add column "source_model" text, add column "source_id" text;
alter table marketing_workflow_steps add column "key" text, add column "next" text;
alter table marketing_workflow_enrollments add column "workflow_version" bigint, add column "current_step" text;

-- Steps keep what they meant: the delay before a step is its wait, and both ways of a condition are its branches. Nothing ran until
-- now, so workflows that were active begin as drafts.
alter table marketing_workflow_steps no force row level security;
alter table marketing_workflows no force row level security;
update marketing_workflow_steps set key = 'step-' || right(id::text, 8), type = case type
  when 'condition' then 'branch' when 'notifyUser' then 'notify' when 'webhook' then 'http' when 'end' then 'exit' else type end;
update marketing_workflow_steps s set next = n.key from marketing_workflow_steps n where n.tenant_id = s.tenant_id and n.id = s.next_step_id;
update marketing_workflow_steps s set config = jsonb_strip_nulls(coalesce(s.config, '{}') || jsonb_build_object(
  'templateId', s.template_id, 'for', case when s.type = 'wait' and s.delay > 0 then s.delay || left(s.delay_unit, 1) end));
update marketing_workflow_steps s set config = jsonb_build_object('branches', jsonb_build_array(jsonb_build_object(
    'filter', coalesce(s.conditions, '{}'), 'next', (select t.key from marketing_workflow_steps t where t.tenant_id = s.tenant_id and t.id = s.true_step_id))),
  'else', (select f.key from marketing_workflow_steps f where f.tenant_id = s.tenant_id and f.id = s.false_step_id)) where s.type = 'branch';
update marketing_workflow_steps s set config = jsonb_build_object('title', coalesce(s.config->>'title', s.config->>'message', s.name, 'A step was reached')) where s.type = 'notify';
update marketing_workflows set status = 'draft' where status = 'active';
alter table marketing_workflows force row level security;
alter table marketing_workflow_steps force row level security;

alter table marketing_workflow_steps drop column "delay", drop column "next_step_id", drop column "active", drop column "delay_unit", drop column "conditions", drop column "true_step_id", drop column "false_step_id", drop column "template_id";
alter table marketing_workflow_enrollments drop column "current_step_id";
create index marketing_campaign_sequences_workflow_id_idx on marketing_campaign_sequences using btree (tenant_id, "workflow_id");
create index marketing_email_drip_campaigns_workflow_id_idx on marketing_email_drip_campaigns using btree (tenant_id, "workflow_id");
alter table marketing_campaign_sequences add constraint marketing_campaign_sequences_workflow_id_fkey foreign key (tenant_id, "workflow_id") references marketing_workflows (tenant_id, id) deferrable;
alter table marketing_email_drip_campaigns add constraint marketing_email_drip_campaigns_workflow_id_fkey foreign key (tenant_id, "workflow_id") references marketing_workflows (tenant_id, id) deferrable;
