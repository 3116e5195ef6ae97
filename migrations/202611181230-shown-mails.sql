-- What is shown of mails: sanitised HTML and texts, without the quoted text of earlier messages. It is made in a thread when a mail is
-- stored, or opened for the first time, because parsing the HTML of a hostile mail takes long. `version` is that of the code that made it.
create table communications_emails_shown (
  tenant_id bigint not null,
  id uuid not null,
  version integer not null,
  html text,
  quoted_html text,
  html_text text,
  quoted_html_text text,
  text text,
  quoted_text text,
  has_remote_content boolean not null,
  simplified boolean not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references communications_emails (tenant_id, id) on delete cascade
);
alter table communications_emails_shown enable row level security;
alter table communications_emails_shown force row level security;
create policy tenant on communications_emails_shown
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

create function forget_shown_mail() returns trigger language plpgsql as $$
begin
  delete from communications_emails_shown where tenant_id = new.tenant_id and id = new.id;
  return null;
end
$$;

create trigger communications_emails_rewritten after update of text, html on communications_emails
  for each row when ((old.text, old.html) is distinct from (new.text, new.html)) execute function forget_shown_mail();
