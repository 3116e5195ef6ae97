alter table integrations_webhooks add column "owner_id" uuid;

-- The creator becomes the owner. The policy is not forced meanwhile, because the migration spans tenants and the owner of
-- the tables need not be a superuser. A webhook without a creator has no owner; the server pauses it and tells the admins.
alter table integrations_webhooks no force row level security;

update integrations_webhooks set owner_id = created_by;

alter table integrations_webhooks force row level security;

create index integrations_webhooks_owner_id_idx on integrations_webhooks using btree (tenant_id, "owner_id");

alter table integrations_webhooks add constraint integrations_webhooks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
