alter table integrations_webhooks add column "paused_at" timestamptz(3);

alter table integrations_webhooks add column "paused_reason" text;
