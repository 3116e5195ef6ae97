-- The words of mails, for `q`. They are apart from the mails, because a mail changes its state several times, and each
-- change would index all its words again. A background task reads them; `words` is null until then.
create table communications_emails_words (
  tenant_id bigint not null,
  id uuid not null,
  words tsvector,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references communications_emails (tenant_id, id) on delete cascade
);
create index communications_emails_words_gin_idx on communications_emails_words using gin (tenant_id, words);
create index communications_emails_words_due_idx on communications_emails_words (tenant_id, id) where words is null;

-- The policy is not forced meanwhile, because this spans tenants and the owner of the tables need not be a superuser.
alter table communications_emails no force row level security;
insert into communications_emails_words (tenant_id, id)
  select tenant_id, id from communications_emails where text is not null or html is not null;
alter table communications_emails force row level security;

alter table communications_emails_words enable row level security;
alter table communications_emails_words force row level security;
create policy tenant on communications_emails_words
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
-- Nodes look for the tenants that have mails to read.
create policy platform on communications_emails_words for select using (is_platform());

create function note_new_mails() returns trigger language plpgsql as $$
begin
  insert into communications_emails_words (tenant_id, id)
    select tenant_id, id from added where text is not null or html is not null;
  return null;
end
$$;

create function note_changed_mail() returns trigger language plpgsql as $$
begin
  insert into communications_emails_words (tenant_id, id) values (new.tenant_id, new.id)
    on conflict (tenant_id, id) do update set words = null;
  return null;
end
$$;

create trigger communications_emails_added after insert on communications_emails
  referencing new table as added for each statement execute function note_new_mails();

create trigger communications_emails_reworded after update of text, html, subject, "from", from_name, "to" on communications_emails
  for each row when (
    (old.text, old.html, old.subject, old."from", old.from_name, old."to")
      is distinct from (new.text, new.html, new.subject, new."from", new.from_name, new."to")
    and coalesce(old.text, old.html, new.text, new.html) is not null)
  execute function note_changed_mail();
