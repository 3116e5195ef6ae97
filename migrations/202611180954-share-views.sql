alter table ui_saved_views add column "viewer_ids" uuid[], add column "viewer_team_ids" uuid[], add column "default_on" text[];

drop index ui_saved_views_gin_idx;

create index ui_saved_views_gin_idx on ui_saved_views using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "sort", "columns", "viewer_ids", "viewer_team_ids", "default_on");
