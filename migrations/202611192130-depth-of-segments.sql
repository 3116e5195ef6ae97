-- How many workflows led to the evaluation of a segment that goes on, for the events of the records that enter and leave.
alter table segment_states add column depth smallint not null default 0;
