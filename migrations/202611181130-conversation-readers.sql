alter table communications_conversations add column "read_by_ids" uuid[], add column "unread_by_ids" uuid[];

drop index communications_conversations_gin_idx;

create index communications_conversations_gin_idx on communications_conversations using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "follower_ids", "participants", "read_by_ids", "unread_by_ids", "viewer_ids", "viewer_team_ids", "tags");
