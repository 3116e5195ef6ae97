alter table sales_accounts add column "account_number_folded" text generated always as (lower("account_number")) stored;

create unique index sales_accounts_account_number_key on sales_accounts using btree (tenant_id, "account_number_folded");
