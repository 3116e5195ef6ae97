-- Teams that an invited person joins when the invitation is accepted.
alter table one_time_tokens add column team_ids uuid[];
