-- Tables that no model declares: custom records and links in mails are found by index, with or without a superuser.

alter table custom_records
  add column custom_search tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;
create index custom_records_gin_idx on custom_records using gin (tenant_id, model_id, custom_search, custom jsonb_path_ops);

-- lower(text) is not leakproof, so row security kept the planner from an index over it.
alter table one_time_tokens add column email_folded text generated always as (lower(email)) stored;
drop index one_time_tokens_email_idx;
create index one_time_tokens_email_idx on one_time_tokens (tenant_id, purpose, email_folded);
