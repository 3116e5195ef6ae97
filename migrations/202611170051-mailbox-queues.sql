-- Mails that a mailbox sends by its own server wait in a queue for each mailbox, so that one that fails costs the others nothing.
alter table mail_outbox add column connection_id uuid;
drop index mail_outbox_single_idx;
create index mail_outbox_single_idx on mail_outbox (tenant_id, next_at, email_id) where batch_id is null and connection_id is null and claim is null;
create index mail_outbox_connection_idx on mail_outbox (tenant_id, connection_id, next_at, email_id) where connection_id is not null and claim is null;
