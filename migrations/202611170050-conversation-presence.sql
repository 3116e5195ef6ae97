-- Who looks at a conversation or writes in it. Entries end after 30 seconds; nothing is lost when the table is emptied.
create table conversation_presence (
  tenant_id bigint not null,
  conversation_id uuid not null,
  user_id uuid not null,
  state text not null check (state in ('viewing', 'replying')),
  at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, conversation_id, user_id),
  foreign key (tenant_id, conversation_id) references communications_conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references identity_users (tenant_id, id) on delete cascade
);
create index conversation_presence_user_idx on conversation_presence (tenant_id, user_id);
alter table conversation_presence enable row level security;
alter table conversation_presence force row level security;
create policy tenant on conversation_presence using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
