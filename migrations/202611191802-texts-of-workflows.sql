-- Text messages of workflows wait in the same queue as those of campaigns: a message belongs to a channel of a campaign, or to a workflow.
-- A queue is a channel or a workflow. The unique key of a channel and a number does not concern workflows, which may send several messages.
alter table sms_messages
  alter column campaign_id drop not null,
  alter column channel_id drop not null,
  add column workflow_id uuid,
  -- The lead that gets the message, when it is no contact.
  add column lead_id uuid,
  add column queue_id uuid not null generated always as (coalesce(channel_id, workflow_id, id)) stored,
  add constraint sms_messages_sender_check check (workflow_id is null or num_nonnulls(campaign_id, channel_id) = 0),
  add foreign key (tenant_id, workflow_id) references marketing_workflows (tenant_id, id) on delete cascade;
create index sms_messages_workflow_idx on sms_messages (tenant_id, workflow_id) where workflow_id is not null;
drop index sms_messages_due_idx;
create index sms_messages_due_idx on sms_messages (tenant_id, queue_id, next_at, id) where claim is null and status = 'queued';

-- The policy is not forced meanwhile, because this spans tenants and the owner of the table need not be a superuser.
alter table sms_pauses no force row level security;
alter table sms_pauses add column workflow_id uuid, add column queue_id uuid;
update sms_pauses set queue_id = channel_id;
alter table sms_pauses force row level security;
alter table sms_pauses
  drop constraint sms_pauses_pkey,
  alter column campaign_id drop not null,
  alter column channel_id drop not null,
  add constraint sms_pauses_sender_check check (workflow_id is null or num_nonnulls(campaign_id, channel_id) = 0),
  add primary key (tenant_id, queue_id),
  add foreign key (tenant_id, workflow_id) references marketing_workflows (tenant_id, id) on delete cascade;
create index sms_pauses_campaign_idx on sms_pauses (tenant_id, campaign_id) where campaign_id is not null;
create index sms_pauses_workflow_idx on sms_pauses (tenant_id, workflow_id) where workflow_id is not null;
