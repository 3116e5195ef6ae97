alter table forms_forms add column "overwrites" boolean;

alter table forms_form_submissions add column "submission_token" text, add column "file_ids" uuid[];

drop index forms_form_submissions_gin_idx;

create unique index forms_form_submissions_form_id_submission_token_key on forms_form_submissions using btree (tenant_id, "form_id", "submission_token");

create index forms_form_submissions_gin_idx on forms_form_submissions using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "file_ids");
