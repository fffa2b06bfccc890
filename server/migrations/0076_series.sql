-- Regular visits of one client by one professional. rule: series
create table series (
  id uuid primary key default uuid_v7(),
  client_id uuid not null references users,
  professional_id uuid not null references professionals,
  -- 'requested' until the first visit is accepted. A series whose request ended otherwise is over too; see
  -- `request_id`.
  status text not null default 'requested' check (status in ('requested', 'active', 'ended')),
  -- The booking that the client requested: the first visit.
  request_id uuid not null,
  service_type text not null,
  time_zone text not null,
  address text not null,
  city text not null,
  state text not null,
  zip_code char(5) not null,
  notes text not null default '',
  -- The last date on which a visit may be; null: no end.
  until date,
  paused_from date,
  paused_to date,
  -- The first date that is not settled yet: the job creates its visit. Null: there is none.
  next_date date,
  created_at timestamptz not null,
  check ((paused_from is null) = (paused_to is null)),
  check (paused_from <= paused_to),
  unique (id, client_id, professional_id)
);
create index series_of_client on series (client_id, created_at desc, id desc);
create index series_of_professional on series (professional_id, created_at desc, id desc);
create index series_due on series (next_date) where status = 'active';
create index series_over on series (until) where status = 'active';

-- When the visits of a series are, and what they cost, from `from_date` until the next terms begin. rule: series-dates
create table series_terms (
  series_id uuid not null references series on delete cascade,
  from_date date not null,
  -- The first date of these terms; the others follow every 7, 14 or 28 days.
  first_date date not null,
  cleaning_frequency text not null check (cleaning_frequency in ('weekly', 'biweekly', 'monthly')),
  booking_time time not null,
  estimated_hours smallint not null check (estimated_hours in (1, 2, 3, 4, 6, 8)),
  hourly_rate_cents integer not null check (hourly_rate_cents > 0),
  check (first_date >= from_date),
  primary key (series_id, from_date)
);

-- The dates of a series that are settled, and planned ones that differ from the terms. A date without a row is planned.
create table series_visits (
  series_id uuid not null references series on delete cascade,
  date date not null,
  status text not null check (status in ('planned', 'booked', 'skipped', 'paused', 'conflict')),
  -- Who skipped the date.
  skipped_by text check (skipped_by in ('client', 'professional')),
  -- Another time for this visit alone, until it is booked.
  moved_date date,
  moved_time time,
  -- A booking that stands needs a date that is booked. rule: series-date-once
  live boolean not null generated always as (status = 'booked') stored,
  check ((status = 'skipped') = (skipped_by is not null)),
  check ((moved_date is null) = (moved_time is null)),
  primary key (series_id, date),
  unique (series_id, date, live)
);

alter table bookings
  add column series_id uuid,
  add column series_date date,
  add column series_live boolean generated always as (
    case when series_id is not null and status in ('pending', 'accepted', 'completed') then true end
  ) stored,
  add constraint bookings_series_date check ((series_id is null) = (series_date is null)),
  -- A visit has the client and the professional of its series.
  add constraint bookings_series foreign key (series_id, client_id, professional_id)
    references series (id, client_id, professional_id) deferrable initially deferred,
  -- No visit stands on a date that is skipped or paused. Checked at the end, because a change moves several dates.
  add constraint bookings_series_visit foreign key (series_id, series_date, series_live)
    references series_visits (series_id, date, live) deferrable initially deferred;
alter table series add constraint series_request foreign key (request_id) references bookings deferrable initially deferred;
create unique index series_request on series (request_id);
-- No date has two bookings that stand. rule: series-date-once
create unique index bookings_series_once on bookings (series_id, series_date)
  where (status in ('pending', 'accepted', 'completed'));
create index bookings_of_series on bookings (series_id, starts_at) where series_id is not null;

-- The server alone writes 'skipped' and 'series_changed'.
alter table bookings
  drop constraint bookings_reason_code_check,
  add constraint bookings_reason_code_check check (
    reason_code in (
      'plans_changed', 'found_another', 'too_expensive', 'ill', 'away', 'emergency', 'double_booked', 'other',
      'skipped', 'series_changed'
    )
  );

-- Another weekday, time, length, frequency or rate from a date on, proposed by one side. rule: series-changes
create table series_changes (
  id uuid primary key default uuid_v7(),
  series_id uuid not null references series on delete cascade,
  by text not null check (by in ('client', 'professional')),
  from_date date not null,
  weekday smallint check (weekday between 1 and 7),
  booking_time time,
  estimated_hours smallint check (estimated_hours in (1, 2, 3, 4, 6, 8)),
  cleaning_frequency text check (cleaning_frequency in ('weekly', 'biweekly', 'monthly')),
  hourly_rate_cents integer check (hourly_rate_cents > 0),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (hourly_rate_cents is null or by = 'professional'),
  check (num_nonnulls(weekday, booking_time, estimated_hours, cleaning_frequency, hourly_rate_cents) > 0)
);
create unique index series_changes_open on series_changes (series_id) where status = 'open';
create index series_changes_series on series_changes (series_id);
create index series_changes_due on series_changes (expires_at) where status = 'open';

-- Each coming date of an active series takes time away; a request does not. rule: free-times
create function series_written() returns trigger language plpgsql as $$
begin
  insert into time_changes (professional_id) select distinct professional_id from changed where status <> 'requested';
  return null;
end $$;
create function dates_of_series_written() returns trigger language plpgsql as $$
begin
  insert into time_changes (professional_id)
  select distinct professional_id from changed join series on series.id = series_id where series.status <> 'requested';
  return null;
end $$;
create trigger series_time_updated after update on series
  referencing new table as changed for each statement execute function series_written();
create trigger series_terms_time_inserted after insert on series_terms
  referencing new table as changed for each statement execute function dates_of_series_written();
create trigger series_terms_time_updated after update on series_terms
  referencing new table as changed for each statement execute function dates_of_series_written();
create trigger series_terms_time_deleted after delete on series_terms
  referencing old table as changed for each statement execute function dates_of_series_written();
create trigger series_visits_time_inserted after insert on series_visits
  referencing new table as changed for each statement execute function dates_of_series_written();
create trigger series_visits_time_updated after update on series_visits
  referencing new table as changed for each statement execute function dates_of_series_written();
create trigger series_visits_time_deleted after delete on series_visits
  referencing old table as changed for each statement execute function dates_of_series_written();

-- What happens to a series becomes a message too: one for each action. It names the booking that the action is about.
alter table messages
  drop constraint messages_event_check,
  add constraint messages_event_check check (
    event in (
      'requested', 'accepted', 'declined', 'expired', 'cancelled', 'completed',
      'proposed', 'moved', 'proposal_declined', 'proposal_withdrawn', 'proposal_expired',
      'series_started', 'series_changed', 'series_ended', 'series_paused', 'series_resumed',
      'series_proposed', 'series_declined', 'series_withdrawn', 'series_expired',
      'visit_skipped', 'visit_restored'
    )
  );
create function tell_series_in_thread() returns trigger language plpgsql as $$
begin
  insert into messages (conversation_id, sender_id, receiver_id, kind, booking_id, event, created_at, read_at)
  select leads.conversation_id,
    case when new.actor_id = series.client_id then series.client_id else series.professional_id end,
    case when new.actor_id = series.client_id then series.professional_id else series.client_id end,
    'booking', (new.data ->> 'booking_id')::uuid,
    case when new.kind in ('series.skipped', 'series.restored') then 'visit_' else 'series_' end
      || substring(new.kind from '\.(.*)'),
    new.at, new.at
  from series join leads using (professional_id, client_id) where series.id = new.subject_id;
  return null;
end $$;
create trigger events_of_series after insert on events
  for each row when (
    new.kind in (
      'series.started', 'series.changed', 'series.ended', 'series.paused', 'series.resumed', 'series.proposed',
      'series.declined', 'series.withdrawn', 'series.expired', 'series.skipped', 'series.restored'
    )
  )
  execute function tell_series_in_thread();

-- A visit that a series makes or takes away has no message of its own.
drop trigger events_of_bookings on events;
create trigger events_of_bookings after insert on events
  for each row when (
    new.kind in (
      'booking.requested', 'booking.accepted', 'booking.declined', 'booking.expired', 'booking.cancelled', 'booking.completed',
      'proposal.proposed', 'proposal.moved', 'proposal.declined', 'proposal.withdrawn', 'proposal.expired'
    ) and not (new.kind = 'booking.accepted' and new.data ?| '{proposal_id,instant}') and not (new.data ? 'series_id')
  )
  execute function tell_booking_in_thread();
