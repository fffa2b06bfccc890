-- The pause that a booking keeps after its visit: that of the professional when it was accepted. rule: visit-buffer
alter table bookings
  add column buffer_minutes smallint not null default 0 check (buffer_minutes between 0 and 240),
  -- In UTC, because only the sum of a timestamp without zone and an interval is immutable.
  add column blocked_until timestamptz not null generated always as (
    (ends_at at time zone 'UTC' + make_interval(mins => buffer_minutes)) at time zone 'UTC'
  ) stored;

-- rule: booking-conflict, visit-buffer
alter table bookings drop constraint bookings_no_overlap;
alter table bookings add constraint bookings_no_overlap exclude using gist (
  professional_id with =,
  tstzrange(starts_at, blocked_until) with &&
) where (status = 'accepted');
