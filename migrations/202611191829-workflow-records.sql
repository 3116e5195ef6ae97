alter table marketing_campaign_sequences add column "workflow_id" uuid;

alter table marketing_email_drip_campaigns add column "workflow_id" uuid;

alter table marketing_workflows add column "priority" text, add column "exit_conditions" jsonb, add column "exit_on_reply" boolean, add column "exit_on_unsubscribe" boolean, add column "active_version" bigint, add column "hook_url" text, add column "problem" text, add column "source_model" text, add column "source_id" text;

alter table marketing_workflow_steps add column "key" text, add column "next" text;

alter table marketing_workflow_enrollments add column "workflow_version" bigint, add column "current_step" text;

create index marketing_campaign_sequences_workflow_id_idx on marketing_campaign_sequences using btree (tenant_id, "workflow_id");

create index marketing_email_drip_campaigns_workflow_id_idx on marketing_email_drip_campaigns using btree (tenant_id, "workflow_id");

alter table marketing_campaign_sequences add constraint marketing_campaign_sequences_workflow_id_fkey foreign key (tenant_id, "workflow_id") references marketing_workflows (tenant_id, id) deferrable;

alter table marketing_email_drip_campaigns add constraint marketing_email_drip_campaigns_workflow_id_fkey foreign key (tenant_id, "workflow_id") references marketing_workflows (tenant_id, id) deferrable;
