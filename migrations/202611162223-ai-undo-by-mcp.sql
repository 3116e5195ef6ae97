alter table ai_ai_completion_logs add column "changes" bigint;

alter table ai_ai_messages add column "written" jsonb;

alter table ai_ai_pending_actions add column "via" text;
