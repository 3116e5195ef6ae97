alter table sales_contacts add column "phone_key" text generated always as (phone_key("phone")) stored, add column "mobile_phone_key" text generated always as (phone_key("mobile_phone")) stored;

create index sales_contacts_phone_idx on sales_contacts using btree (tenant_id, "phone_key", id);

create index sales_contacts_mobile_phone_idx on sales_contacts using btree (tenant_id, "mobile_phone_key", id);
