-- Needs 0011_reference_data.sql.
-- Two operators decide without a key of the call that asked.
alter table approvals drop column key;
