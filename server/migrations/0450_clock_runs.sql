-- When each scheduled job last ended without an error: the queue forgets a job that has succeeded. By the clock of the
-- database, because that of one server may be wrong. rule: metrics
create table clock_runs (
  job text primary key,
  succeeded_at timestamptz not null
);
