alter table marketing_social_connections add column "limits" jsonb;
