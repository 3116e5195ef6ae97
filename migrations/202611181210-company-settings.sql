alter table marketing_campaign_channel_emails add column "variables" jsonb, add column "allow_missing" boolean;

alter table communications_email_snapshots add column "campaign_channel_email_id" uuid;

create index communications_email_snapshots_campaign_channel_email_id_idx on communications_email_snapshots using btree (tenant_id, "campaign_channel_email_id");

create trigger ui_settings_changed after insert or delete or update of "key", "value", "active" on ui_settings for each row execute function notify_changed();

alter table communications_email_snapshots add constraint communications_email_snapshots_campaign_channel_email_id_fkey foreign key (tenant_id, "campaign_channel_email_id") references marketing_campaign_channel_emails (tenant_id, id) deferrable;
