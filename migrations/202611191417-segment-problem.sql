alter table marketing_segments add column "problem" text;
