-- The hours of a visit that is over, and what is due for them. rule: settle-hours
create table booking_hours (
  booking_id uuid primary key references bookings on delete cascade,
  booked_minutes smallint not null,
  -- As the professional said with 'finished', or has lowered since, and when the server heard of it. Null: the visit
  -- was completed without it.
  actual_minutes smallint check (actual_minutes between 15 and 960 and actual_minutes % 15 = 0),
  received_at timestamptz,
  -- The server received it after the visit was completed.
  late boolean not null default false,
  -- What the client said about more time than was booked, and until when they can. Null: they cannot.
  answer text check (answer in ('yes', 'no')),
  answer_until timestamptz,
  billed_minutes smallint not null,
  -- Who settled the hours, or whose minutes wait for an answer.
  by text not null check (by in ('professional', 'client', 'clock')),
  -- What is due; while the hours wait, what the client's yes would make due.
  lines jsonb not null,
  settled_at timestamptz,
  -- Of the settlement; a notice of an earlier one is no longer correct.
  event_id bigint,
  check ((actual_minutes is null) = (received_at is null)),
  check (settled_at is null or answer_until is null)
);
create index booking_hours_due on booking_hours (answer_until) where answer_until is not null;

-- The number stays with the visit, also while a no-show reopens its hours. Each side records how it was paid.
-- rule: receipt, payment-record
create table receipts (
  booking_id uuid primary key references bookings on delete cascade,
  number bigint generated always as identity unique,
  client_method text check (client_method in ('cash', 'card', 'transfer')),
  client_paid_on date,
  professional_method text check (professional_method in ('cash', 'card', 'transfer')),
  professional_paid_on date,
  check ((client_method is null) = (client_paid_on is null)),
  check ((professional_method is null) = (professional_paid_on is null))
);

-- What is due once the hours are settled.
alter table bookings add column final_cents integer check (final_cents >= 0);

-- Earlier visits are settled as they were booked. Nobody is told.
insert into booking_hours (booking_id, booked_minutes, billed_minutes, by, lines, settled_at)
select id, estimated_hours * 60, estimated_hours * 60, 'clock', case when no_show is null then (
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'rateCents', rate_cents, 'extra', extra, 'name', name,
      'minutes', minutes, 'percent', percent, 'amountCents', amount_cents) order by position), '[]')
    from booking_lines where booking_id = bookings.id) else '[]' end, ends_at
from bookings where status = 'completed' and no_show is distinct from 'undecided';
update bookings set final_cents = case when no_show is null then total_cents else 0 end
where status = 'completed' and no_show is distinct from 'undecided';
insert into receipts (booking_id)
select id from bookings where status = 'completed' and no_show is null order by ends_at, id;

create index bookings_unsettled on bookings (id) where status = 'completed' and final_cents is null;

-- As 0105; the hours go with the stages.
create or replace function forget_stages_of_old_time() returns trigger language plpgsql as $$
begin
  delete from booking_stages where booking_id = new.id;
  delete from booking_hours where booking_id = new.id;
  update bookings set stage = null, final_cents = null where id = new.id;
  return null;
end $$;
