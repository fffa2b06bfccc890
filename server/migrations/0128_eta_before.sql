-- The last press of a visit can be another ETA alone. Each device of the professional then undoes this change, and not
-- the stage. rule: undo-stage
alter table booking_stages
  add column is_eta_changed boolean not null default false,
  -- The minutes before the last change; null: there were none, or the change was taken back.
  add column eta_before smallint check (eta_before between 1 and 180),
  add check (eta_before is null or is_eta_changed);
