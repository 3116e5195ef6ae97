alter table data_stored_files add column "visibility" text, add column "viewer_ids" uuid[], add column "viewer_team_ids" uuid[], add column "contact_id" uuid;

drop index data_stored_files_gin_idx;

create index data_stored_files_contact_id_idx on data_stored_files using btree (tenant_id, "contact_id");

create index data_stored_files_gin_idx on data_stored_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "viewer_ids", "viewer_team_ids");

alter table data_stored_files add constraint data_stored_files_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable;
