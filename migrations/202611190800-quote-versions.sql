alter table sales_quotes add column "revision" bigint, add column "previous_version_id" uuid, add column "replaced_by_id" uuid, add column "decided_by" text, add column "decided_from" text, add column "decision_comment" text;

alter table sales_orders add column "confirmed_at" timestamptz(3), add column "returned_at" timestamptz(3);

create index sales_quotes_previous_version_id_idx on sales_quotes using btree (tenant_id, "previous_version_id");

create index sales_quotes_replaced_by_id_idx on sales_quotes using btree (tenant_id, "replaced_by_id");

alter table sales_quotes add constraint sales_quotes_previous_version_id_fkey foreign key (tenant_id, "previous_version_id") references sales_quotes (tenant_id, id) deferrable;

alter table sales_quotes add constraint sales_quotes_replaced_by_id_fkey foreign key (tenant_id, "replaced_by_id") references sales_quotes (tenant_id, id) deferrable;
