-- A problem of a visit that one side reported, and what became of it. rule: problems
create table problems (
  id uuid primary key default uuid_v7(),
  booking_id uuid not null references bookings on delete cascade,
  kind text not null check (kind in ('no_show', 'missed_task', 'quality', 'late', 'damage', 'other')),
  by text not null check (by in ('client', 'professional')),
  state text not null default 'open' check (
    state in ('open', 'answered', 'reclean_booked', 'disputed', 'stands', 'solved', 'withdrawn', 'decided')
  ),
  opened_at timestamptz not null,
  -- When the clock moves it. Null: it does not, or 72 hours after the re-clean has ended.
  answer_until timestamptz,
  -- What the two sides wrote. Empty and null once they were erased.
  statement text not null,
  answer text,
  answered_at timestamptz,
  -- Of a damage.
  value_cents integer check (value_cents between 100 and 5000000),
  -- The re-clean that the professional offers, by the clock of the home, and the booking once the client accepted it.
  reclean_date date,
  reclean_time time,
  reclean_hours smallint check (reclean_hours in (1, 2, 3, 4, 6, 8)),
  reclean_id uuid references bookings,
  -- What the operator decided.
  decision text check (decision in ('for_client', 'for_professional', 'shared')),
  decision_reason text check (decision_reason in ('evidence', 'no_answer', 'agreed')),
  decision_text text,
  ended_at timestamptz,
  check (by = 'client' or kind = 'no_show'),
  check ((kind = 'damage') = (value_cents is not null)),
  check (num_nonnulls(reclean_date, reclean_time, reclean_hours) in (0, 3)),
  check ((state = 'decided') = (decision is not null)),
  check (num_nonnulls(decision, decision_reason, decision_text) in (0, 3)),
  check ((state in ('stands', 'solved', 'withdrawn', 'decided')) = (ended_at is not null))
);
create unique index problems_undecided on problems (booking_id, kind)
  where state in ('open', 'answered', 'reclean_booked', 'disputed');
create index problems_of_booking on problems (booking_id, opened_at);
create index problems_due on problems (answer_until) where answer_until is not null;
create index problems_with_reclean on problems (reclean_id) where reclean_id is not null;
create index problems_disputed on problems (opened_at) where state = 'disputed';

-- That a side pressed a button to reach the other one. rule: no-show-contact
create table booking_contacts (
  booking_id uuid not null references bookings on delete cascade,
  at timestamptz not null,
  by text not null check (by in ('client', 'professional')),
  way text not null check (way in ('message', 'call')),
  primary key (booking_id, by, at)
);

alter table bookings
  -- Who was not there: 'undecided' while a report of it is; null: no report, or it was not confirmed.
  -- rule: visit-outcome
  add column no_show text check (no_show in ('undecided', 'client', 'professional')),
  -- When the client said that the visit was fine. rule: all-good
  add column all_good_at timestamptz;

-- The no-show of a booking follows from its problems alone. rule: visit-outcome
create function no_show_of_booking() returns trigger language plpgsql as $$
begin
  update bookings set no_show = (
    select case
        when bool_or(state in ('open', 'disputed')) then 'undecided'
        when bool_or(by = 'client' and (state = 'stands' or decision = 'for_client')) then 'professional'
        when bool_or(by = 'professional' and (state = 'stands' or decision = 'for_professional')) then 'client'
      end
    from problems where booking_id = new.booking_id and kind = 'no_show')
  where id = new.booking_id;
  return null;
end $$;
create trigger problems_no_show after insert or update of state on problems
  for each row when (new.kind = 'no_show') execute function no_show_of_booking();

-- Whether the professional came in time: 'arrived', else 'started', at most 15 minutes after the start. Null: it was
-- not pressed, or the press came in more than 15 minutes later. A 'late' problem that was decided for the client counts
-- as late in any case. rule: reliability
alter table bookings add column on_time boolean;

create function on_time_of_booking() returns trigger language plpgsql as $$
declare
  of_booking uuid := case when tg_op = 'DELETE' then old.booking_id else new.booking_id end;
begin
  update bookings set on_time = case
    when exists (
      select from problems where booking_id = bookings.id and kind = 'late' and decision = 'for_client'
    ) then false
    else (
      select case when received_at <= at + interval '15 minutes' then at <= bookings.starts_at + interval '15 minutes' end
      from booking_stages where booking_id = bookings.id and stage in ('arrived', 'started') order by stage limit 1
    ) end
  where id = of_booking;
  return null;
end $$;
create trigger booking_stages_on_time after insert or update on booking_stages
  for each row when (new.stage in ('arrived', 'started')) execute function on_time_of_booking();
create trigger booking_stages_undone_on_time after delete on booking_stages
  for each row when (old.stage in ('arrived', 'started')) execute function on_time_of_booking();
create trigger problems_on_time after update of decision on problems
  for each row when (new.kind = 'late') execute function on_time_of_booking();

drop index bookings_completed_of_professional;
drop index bookings_completed_of_client;
create index bookings_completed_of_professional on bookings (professional_id, ends_at) include (no_show, on_time)
  where status = 'completed';
create index bookings_completed_of_client on bookings (client_id, ends_at) include (no_show) where status = 'completed';
