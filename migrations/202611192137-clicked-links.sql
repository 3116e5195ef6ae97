alter table communications_emails add column "clicked_links" jsonb;
