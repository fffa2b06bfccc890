-- It was ours on a table that belongs to the queue. rule: job-lanes
drop index if exists graphile_worker.jobs_of_task;
