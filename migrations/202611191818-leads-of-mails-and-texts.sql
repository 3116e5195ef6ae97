alter table marketing_sms_opt_outs add column "lead_id" uuid;

alter table communications_email_suppressions add column "lead_id" uuid;

alter table communications_email_snapshot_contacts add column "lead_id" uuid;

create index marketing_sms_opt_outs_lead_id_idx on marketing_sms_opt_outs using btree (tenant_id, "lead_id");

create index communications_email_suppressions_lead_id_idx on communications_email_suppressions using btree (tenant_id, "lead_id");

create index communications_email_snapshot_contacts_lead_id_idx on communications_email_snapshot_contacts using btree (tenant_id, "lead_id");

alter table marketing_sms_opt_outs add constraint marketing_sms_opt_outs_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable;

alter table communications_email_suppressions add constraint communications_email_suppressions_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable;

alter table communications_email_snapshot_contacts add constraint communications_email_snapshot_contacts_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable;
