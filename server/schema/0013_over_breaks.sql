-- Needs 0012_approvals_without_key.sql.
-- Whether a visit that is too long for the hours of a day may run over its breaks. rule: visit-rules
alter table professional_times add column over_breaks boolean not null default false;
