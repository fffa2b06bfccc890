-- Other hours, extras or supplies for an accepted visit, proposed by one side and answered by the other.
-- rule: visit-changes
create table booking_changes (
  id uuid primary key default uuid_v7(),
  booking_id uuid not null references bookings on delete cascade,
  by text not null check (by in ('client', 'professional')),
  estimated_hours smallint not null check (estimated_hours in (1, 2, 3, 4, 6, 8)),
  supplies text not null check (supplies in ('client', 'professional')),
  -- The whole price that the visit would have.
  lines jsonb not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null,
  answered_at timestamptz
);
create unique index booking_changes_open on booking_changes (booking_id) where status = 'open';
create index booking_changes_booking on booking_changes (booking_id, created_at);

-- A booking that ends takes its open proposal and its open change with it. rule: proposals, visit-changes
create or replace function void_booking_proposal() returns trigger language plpgsql as $$
begin
  update booking_proposals set status = 'void' where booking_id = new.id and status = 'open';
  update booking_changes set status = 'expired' where booking_id = new.id and status = 'open';
  return null;
end $$;

-- A visit that becomes longer or shorter changes in calendars too. rule: calendar-sequence
drop trigger bookings_raise_sequence on bookings;
create trigger bookings_raise_sequence before update on bookings
  for each row when (
    (old.status, old.starts_at, old.ends_at) is distinct from (new.status, new.starts_at, new.ends_at)
  )
  execute function raise_booking_sequence();
