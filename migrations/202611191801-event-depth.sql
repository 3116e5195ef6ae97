-- How many causes led to an event, so that a chain of workflows that start each other comes to an end.
alter table events add column depth smallint not null default 0;
