-- What is still to be done at the servers of mailboxes: the node that reads a mailbox does it. `content` is a sent message,
-- encrypted, which is put into the folder of sent mail.
create table mailbox_changes (
  tenant_id bigint not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null,
  email_id uuid not null,
  content text,
  failures int not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, connection_id, id),
  foreign key (tenant_id, connection_id) references communications_mailbox_connections (tenant_id, id) on delete cascade
);
alter table mailbox_changes enable row level security;
alter table mailbox_changes force row level security;
create policy tenant on mailbox_changes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
