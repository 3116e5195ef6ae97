-- A job looks for tenants that launched campaigns, to write the members of those that run.
create policy platform on campaign_runs for select using (is_platform());
