-- Search by time writes all that is due in its places before it answers, also while very many are due: it looks them up
-- from the smaller side. rule: search-time-entries
create index search_times_due_professional on search_times_due (professional_id);
-- Its rows come and go, and each search reads it.
alter table search_times_due set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
