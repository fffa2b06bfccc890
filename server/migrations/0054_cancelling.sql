-- Why and when a booking was cancelled, and whether that was late. rule: cancel-reason, late-cancellation
alter table bookings
  add column reason_code text check (
    reason_code in (
      'plans_changed', 'found_another', 'too_expensive', 'ill', 'away', 'emergency', 'double_booked', 'other'
    )
  ),
  add column cancelled_at timestamptz,
  add column cancelled_late boolean not null default false,
  -- The first late cancellation of a person who was ill does not count against them.
  add column late_excused boolean not null default false,
  -- An accepted visit that is cancelled fewer hours than this before its start is cancelled late.
  add column notice_hours smallint not null default 24 check (notice_hours between 0 and 336),
  add constraint bookings_late_is_cancelled check (
    not cancelled_late or (status = 'cancelled' and cancelled_by is not null and cancelled_at is not null)
  ),
  add constraint bookings_excused_is_late check (cancelled_late or not late_excused);

-- rule: reliability
create index bookings_completed_of_professional on bookings (professional_id, ends_at) where status = 'completed';
create index bookings_completed_of_client on bookings (client_id, ends_at) where status = 'completed';
create index bookings_late_of_professional on bookings (professional_id, cancelled_at)
  where cancelled_late and cancelled_by = 'professional';
create index bookings_late_of_client on bookings (client_id, cancelled_at)
  where cancelled_late and cancelled_by = 'client';
