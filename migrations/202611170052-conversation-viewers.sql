alter table communications_comments add column "contact_id" uuid, add column "visibility" text, add column "viewer_ids" uuid[], add column "viewer_team_ids" uuid[];

alter table communications_emails add column "undo_until" timestamptz(3);

drop index communications_comments_gin_idx;

create index communications_comments_contact_id_idx on communications_comments using btree (tenant_id, "contact_id");

create index communications_comments_gin_idx on communications_comments using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "mentioned_user_ids", "viewer_ids", "viewer_team_ids");

alter table communications_comments add constraint communications_comments_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable;
