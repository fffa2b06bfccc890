-- Bookings with their price, regular visits, agreements, hours and receipts.

create table bookings (
  id uuid primary key default uuid_v7(), client_id uuid not null references users,
  professional_id uuid not null references professionals,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'cancelled', 'completed')),
  service_type text not null check (service_type in ('standard', 'deep', 'move_in_out', 'post_construction', 'office')),
  cleaning_frequency text not null check (cleaning_frequency in ('one_time', 'weekly', 'biweekly', 'monthly')),
  -- The local time at the home, its time zone, and the resulting instants. rule: booking-times
  booking_date date not null,
  booking_time time not null, time_zone text not null, starts_at timestamptz not null,
  ends_at timestamptz not null, address text not null, city text not null, state text not null,
  zip_code char(5) not null, notes text not null default '',
  estimated_hours smallint not null check (estimated_hours in (1, 2, 3, 4, 6, 8)),
  -- The price at the time of the request; it does not change later. rule: price-lines
  hourly_rate_cents integer not null check (hourly_rate_cents > 0),
  total_cents integer not null, reason text,
  cancelled_by text check (cancelled_by in ('client', 'professional')),
  created_at timestamptz not null default now(), expires_at timestamptz not null, answered_at timestamptz,
  -- The pause that a booking keeps after its visit: that of the professional when it was accepted. rule: visit-rules
  buffer_minutes smallint not null default 0 check (buffer_minutes between 0 and 240),
  -- In UTC, because only the sum of a timestamp without zone and an interval is immutable.
  blocked_until timestamptz not null
    generated always as (((ends_at at time zone 'UTC') + make_interval(mins => buffer_minutes::integer)) at time zone 'UTC') stored,
  -- Why and when a booking was cancelled, and whether that was late. rule: cancellation
  reason_code text check (reason_code in ('plans_changed', 'found_another', 'too_expensive', 'ill', 'away', 'emergency', 'double_booked', 'other',
    'skipped', 'series_changed')),
  cancelled_at timestamptz, cancelled_late boolean not null default false,
  -- The first late cancellation of a person who was ill does not count against them.
  late_excused boolean not null default false,
  -- An accepted visit that is cancelled fewer hours than this before its start is cancelled late.
  notice_hours smallint not null default 24 check (notice_hours between 0 and 336),
  -- How often the visit was accepted, moved, declined, cancelled or completed. rule: visit-calendar
  sequence integer not null default 0,
  -- When the visit got its present time. Null: with the request.
  moved_at timestamptz,
  -- Whether the time of a visit was no free time of the stated hours when it was requested or moved, and why.
  -- rule: outside-hours
  outside_hours boolean not null default false,
  outside text[] not null default '{}' check (outside <@ '{hours,off,busy,overlap,gap,notice,horizon,day_full}'),
  -- A visit that the client booked at once: it was never a request. Nobody answered it. rule: instant-booking
  instant boolean not null default false,
  series_id uuid, series_date date,
  series_live boolean generated always as (case when series_id is not null and status in ('pending', 'accepted', 'completed') then true
    else null::boolean end) stored,
  -- Of the booking's client. Null: none was chosen, or it was deleted.
  home_id uuid,
  -- The facts of the home, its rooms and parking, as they were when the visit was booked or last refreshed.
  home_facts jsonb,
  home_rooms jsonb, home_parking text,
  supplies text not null default 'client' check (supplies in ('client', 'professional')),
  -- The professional's shortest visit of this service when it was booked.
  minimum_hours smallint not null default 1 check (minimum_hours in (1, 2, 3, 4, 6, 8)),
  -- The earlier visit that this one repairs for nothing.
  reclean_of uuid references bookings,
  -- The latest of its stages.
  stage text check (stage in ('on_my_way', 'arrived', 'started', 'finished')),
  -- Since when the client has ended the access of this visit; null: they have not.
  access_ended_at timestamptz,
  -- The tasks that the service of a visit includes, as the offer had them at the acceptance. Null: all of them.
  included text[],
  -- Who was not there: 'undecided' while a report of it is; null: no report, or it was not confirmed.
  -- rule: no-show
  no_show text check (no_show in ('undecided', 'client', 'professional')),
  -- When the client said that the visit was fine. rule: problems
  all_good_at timestamptz,
  -- Whether the professional came in time: 'arrived', else 'started', at most 15 minutes after the start. Null: it
  -- was not pressed, or the press came in more than 15 minutes later. A 'late' problem that was decided for the
  -- client counts as late in any case. rule: reliability
  on_time boolean,
  -- What is due once the hours are settled.
  final_cents integer check (final_cents >= 0),
  held text check (held in ('email', 'screened')),
  constraint bookings_home foreign key (home_id, client_id) references homes (id, client_id) on delete set null (home_id),
  -- Two accepted bookings of one professional never overlap, also in a race. rule: booking-conflict
  constraint bookings_no_overlap exclude using gist (professional_id with =, tstzrange(starts_at, blocked_until) with &&) where (status = 'accepted'),
  check (ends_at > starts_at),
  constraint bookings_address_one_line check ((address || city || state) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  constraint bookings_late_is_cancelled check (not cancelled_late or status = 'cancelled' and cancelled_by is not null and cancelled_at is not null),
  constraint bookings_excused_is_late check (cancelled_late or not late_excused),
  constraint bookings_outside_has_reasons check (outside_hours or outside = '{}'),
  constraint bookings_instant_was_no_request check (not instant or status not in ('pending', 'declined') and answered_at is null),
  constraint bookings_series_date check ((series_id is null) = (series_date is null)),
  constraint bookings_total_cents_check check (case when reclean_of is null then total_cents > 0 else total_cents = 0 end),
  constraint bookings_held_is_unanswered check (held is null or status in ('pending', 'declined', 'cancelled')),
  constraint bookings_cancelled_free check (status <> 'cancelled' or final_cents is null)
);
create index bookings_professional on bookings (professional_id, created_at desc);
create index bookings_client on bookings (client_id, created_at desc);
create index bookings_waiting on bookings (expires_at) where status = 'pending';
create index bookings_under_way on bookings (ends_at) where status = 'accepted';
create index bookings_pair on bookings (professional_id, client_id) where status in ('accepted', 'completed');
-- The list of conversations reads the latest booking of each locked lead. Without this index each of them would read
-- all bookings of the professional.
create index bookings_of_pair on bookings (professional_id, client_id, created_at desc, id desc);
create index bookings_late_of_professional on bookings (professional_id, cancelled_at) where cancelled_late and cancelled_by = 'professional';
create index bookings_late_of_client on bookings (client_id, cancelled_at) where cancelled_late and cancelled_by = 'client';
create index bookings_instant_of_client on bookings (client_id, starts_at) where instant and status = 'accepted';
-- No date has two bookings that stand. rule: series
create unique index bookings_series_once on bookings (series_id, series_date) where status in ('pending', 'accepted', 'completed');
create index bookings_of_series on bookings (series_id, starts_at) where series_id is not null;
-- The visits of series whose reminder is due, by the notice of their professional. rule: visit-reminders
create index bookings_series_reminder on bookings (notice_hours, starts_at) where status = 'accepted' and series_id is not null;
create index bookings_of_home on bookings (home_id) where home_id is not null;
create index bookings_recleans on bookings (reclean_of) where reclean_of is not null;
-- The visits that the clock completes soon.
create index bookings_finished on bookings (id) where stage = 'finished' and status = 'accepted';
-- rule: reliability
create index bookings_completed_of_professional on bookings (professional_id, ends_at) include (no_show, on_time) where status = 'completed';
create index bookings_completed_of_client on bookings (client_id, ends_at) include (no_show) where status = 'completed';
create index bookings_unsettled on bookings (id) where status = 'completed' and final_cents is null;
create index bookings_held on bookings (professional_id, client_id) where held is not null;
-- The visits after which a client is asked for a review.
create index bookings_ended on bookings (ends_at) where status in ('accepted', 'completed');
create trigger bookings_lines_inserted after insert on bookings
  referencing new table as written for each statement execute function booking_lines_missing();
create constraint trigger bookings_lines_agree after update of total_cents on bookings
  deferrable initially deferred for each row when (new.total_cents <> old.total_cents) execute function booking_lines_agree();
create trigger bookings_included_inserted before insert on bookings
  for each row when (new.status = 'accepted') execute function keep_included_tasks();
create trigger bookings_included_accepted before update of status on bookings
  for each row when (new.status = 'accepted' and old.status <> 'accepted') execute function keep_included_tasks();
create trigger bookings_search after insert or delete or update of status, starts_at, ends_at, zip_code on bookings
  for each row execute function visit_time_changed();

-- The price of a booking, line by line; the sum is its total. rule: price-lines
create table booking_lines (
  booking_id uuid not null references bookings on delete cascade deferrable initially deferred,
  position smallint not null,
  kind text not null check (kind in ('labour', 'extra', 'supplies', 'discount', 'reclean')),
  -- Of labour.
  rate_cents integer,
  -- Of an extra: its code, or the id of one of the professional's own, which alone has a name.
  extra text,
  name text,
  -- Of labour and of an extra.
  minutes smallint,
  -- Of a discount.
  percent smallint,
  amount_cents integer not null,
  primary key (booking_id, position),
  check ((kind in ('labour', 'extra')) = (minutes is not null)),
  check ((kind = 'labour') = (rate_cents is not null)),
  check ((kind = 'extra') = (extra is not null)),
  check ((kind = 'discount') = (percent is not null))
);
create constraint trigger booking_lines_agree after insert or delete or update on booking_lines
  deferrable initially deferred for each row execute function booking_lines_agree();

-- The links in the letter about a booking request. The professional can answer the request with one of them, once.
create table answer_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  booking_id uuid not null references bookings on delete cascade, expires_at timestamptz not null,
  used_at timestamptz
);
create index answer_links_booking on answer_links (booking_id);
create index answer_links_expiry on answer_links (expires_at);

-- Another time for a visit, proposed by one side and answered by the other. A booking has at most one that is open.
-- rule: proposals
create table booking_proposals (
  id uuid primary key default uuid_v7(), booking_id uuid not null references bookings on delete cascade,
  by text not null check (by in ('client', 'professional')),
  booking_date date not null, booking_time time not null, starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null default '' check (char_length(note) <= 500),
  outside_hours boolean not null default false,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'countered', 'expired', 'void')),
  created_at timestamptz not null, expires_at timestamptz not null,
  check (ends_at > starts_at),
  check (expires_at <= starts_at)
);
create unique index booking_proposals_open on booking_proposals (booking_id) where status = 'open';
create index booking_proposals_booking on booking_proposals (booking_id);
create index booking_proposals_due on booking_proposals (expires_at) where status = 'open';

-- The links in the letter about a proposal. The other side can answer it with one of them, once. rule: answer-link
create table visit_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  proposal_id uuid references booking_proposals on delete cascade, expires_at timestamptz not null,
  used_at timestamptz,
  -- A link answers a proposal, or skips one visit of a series. rule: answer-link
  booking_id uuid references bookings on delete cascade,
  constraint visit_links_one_purpose check (num_nonnulls(proposal_id, booking_id) = 1)
);
create index visit_links_proposal on visit_links (proposal_id);
create index visit_links_expiry on visit_links (expires_at);
create index visit_links_booking on visit_links (booking_id) where booking_id is not null;

-- Regular visits of one client by one professional. rule: series
create table series (
  id uuid primary key default uuid_v7(), client_id uuid not null references users,
  professional_id uuid not null references professionals,
  -- 'requested' until the first visit is accepted. A series whose request ended otherwise is over too; see
  -- `request_id`.
  status text not null default 'requested' check (status in ('requested', 'active', 'ended')),
  -- The booking that the client requested: the first visit.
  request_id uuid not null constraint series_request references bookings deferrable initially deferred,
  service_type text not null, time_zone text not null, address text not null, city text not null,
  state text not null, zip_code char(5) not null, notes text not null default '',
  -- The last date on which a visit may be; null: no end.
  until date,
  -- The first date that is not settled yet: the job creates its visit. Null: there is none.
  next_date date,
  created_at timestamptz not null,
  -- Whether both sides were told that no visits are made now: the professional is not reachable, or the pair cannot
  -- meet. rule: series-notices
  told_stopped boolean not null default false,
  -- Each new visit of a series copies the home of the series. rule: home-of-booking
  -- Of the series' client. Null: none was chosen, or it was deleted.
  home_id uuid,
  home_facts jsonb, home_rooms jsonb, home_parking text,
  -- What a visit of a series costs beside the rate of its terms, as it was when the series was requested.
  -- rule: booking-extras
  -- The extras of each visit, with their minutes and prices.
  extras jsonb not null default '[]',
  supplies text not null default 'client' check (supplies in ('client', 'professional')),
  -- What the professional's supplies cost a visit; null: nothing.
  supplies_cents integer check (supplies_cents between 100 and 10000),
  -- Off labour and extras of each visit after the first one.
  discount_percent smallint not null default 0 check (discount_percent between 0 and 50),
  -- The professional's shortest visit of this service.
  minimum_hours smallint not null default 1 check (minimum_hours in (1, 2, 3, 4, 6, 8)),
  unique (id, client_id, professional_id),
  constraint series_home foreign key (home_id, client_id) references homes (id, client_id) on delete set null (home_id),
  constraint series_address_one_line check ((address || city || state) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]')
);
create index series_of_client on series (client_id, created_at desc, id desc);
create index series_of_professional on series (professional_id, created_at desc, id desc);
create index series_due on series (next_date) where status = 'active';
create index series_over on series (until) where status = 'active';
create unique index series_request on series (request_id);
create index series_of_home on series (home_id) where home_id is not null;
alter table bookings add constraint bookings_series foreign key (series_id, client_id, professional_id) references series (id, client_id,
  professional_id) deferrable initially deferred;
-- Each coming date of an active series takes time away; a request does not.
create trigger series_search after update on series for each row when (new.status <> 'requested') execute function search_time_changed();

-- When the visits of a series are, and what they cost, from `from_date` until the next terms begin.
-- rule: series
create table series_terms (
  series_id uuid not null references series on delete cascade, from_date date not null,
  -- The first date of these terms; the others follow every 7, 14 or 28 days.
  first_date date not null,
  cleaning_frequency text not null check (cleaning_frequency in ('weekly', 'biweekly', 'monthly')),
  booking_time time not null,
  estimated_hours smallint not null check (estimated_hours in (1, 2, 3, 4, 6, 8)),
  hourly_rate_cents integer not null check (hourly_rate_cents > 0),
  primary key (series_id, from_date),
  check (first_date >= from_date)
);
create trigger series_terms_search after insert or delete or update on series_terms for each row execute function series_dates_changed();

-- The dates of a series that are settled, and planned ones that differ from the terms. A date without a row is
-- planned.
create table series_visits (
  series_id uuid not null references series on delete cascade, date date not null,
  status text not null check (status in ('planned', 'booked', 'skipped', 'paused', 'conflict')),
  -- Who skipped the date.
  skipped_by text check (skipped_by in ('client', 'professional')),
  -- Another time for this visit alone, until it is booked.
  moved_date date,
  moved_time time,
  -- A booking that stands needs a date that is booked. rule: series
  live boolean not null generated always as (status = 'booked') stored,
  primary key (series_id, date),
  unique (series_id, date, live),
  check ((status = 'skipped') = (skipped_by is not null)),
  check ((moved_date is null) = (moved_time is null))
);
alter table bookings add constraint bookings_series_visit foreign key (series_id, series_date, series_live) references series_visits (series_id,
  date, live) deferrable initially deferred;
create trigger series_visits_search after insert or delete or update on series_visits for each row execute function series_dates_changed();

-- Another weekday, time, length, frequency or rate from a date on, proposed by one side. rule: series-changes
create table series_changes (
  id uuid primary key default uuid_v7(), series_id uuid not null references series on delete cascade,
  by text not null check (by in ('client', 'professional')),
  from_date date not null,
  weekday smallint check (weekday between 1 and 7),
  booking_time time,
  estimated_hours smallint check (estimated_hours in (1, 2, 3, 4, 6, 8)),
  cleaning_frequency text check (cleaning_frequency in ('weekly', 'biweekly', 'monthly')),
  hourly_rate_cents integer check (hourly_rate_cents > 0),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null, expires_at timestamptz not null,
  check (hourly_rate_cents is null or by = 'professional'),
  check (num_nonnulls(weekday, booking_time, estimated_hours, cleaning_frequency, hourly_rate_cents) > 0)
);
create unique index series_changes_open on series_changes (series_id) where status = 'open';
create index series_changes_series on series_changes (series_id);
create index series_changes_due on series_changes (expires_at) where status = 'open';

-- A series can have several pauses ahead; they lie apart. rule: series-breaks
create table series_pauses (
  series_id uuid not null references series on delete cascade, from_date date not null, to_date date not null,
  primary key (series_id, from_date),
  constraint series_pauses_series_id_daterange_excl exclude using gist (series_id with =, daterange(from_date, to_date, '[]') with &&),
  check (from_date <= to_date)
);

-- What both sides have agreed on, in words. A visit has its own; the visits of a series share one, and a visit that
-- then changes alone has further versions of its own. rule: work-agreement
create table agreements (
  id uuid primary key default uuid_v7(),
  -- Null: for all visits of the series.
  booking_id uuid references bookings on delete cascade,
  -- Of a series, or of a visit that began with the agreement of its series.
  series_id uuid references series on delete cascade,
  version smallint not null check (version > 0),
  because text not null check (because in ('accepted', 'moved', 'home', 'change', 'series')),
  made_at timestamptz not null,
  -- The tasks that the service includes. Later versions keep them.
  included text[] not null,
  -- The texts, a column for each language. Null: forgotten. rule: work-agreement
  columns jsonb,
  -- SHA-256 of the texts.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- When names and street were taken out, or all texts: the hash is no longer provable.
  redacted_at timestamptz,
  -- From which date of its series a version holds; null: from the first one on. rule: work-agreement
  from_date date,
  unique (id, hash),
  check (num_nonnulls(booking_id, series_id) > 0),
  check (columns is not null or redacted_at is not null),
  check (from_date is null or booking_id is null)
);
create unique index agreements_of_booking on agreements (booking_id, version) where booking_id is not null;
create unique index agreements_of_series on agreements (series_id, version) where booking_id is null;
create trigger agreements_unchanged before update on agreements for each row execute function agreement_unchanged();

-- Which side agreed to a version, by its hash. rule: work-agreement
create table agreement_confirmations (
  agreement_id uuid not null,
  side text not null check (side in ('client', 'professional')),
  hash text not null, at timestamptz not null,
  primary key (agreement_id, side),
  foreign key (agreement_id, hash) references agreements (id, hash) on delete cascade
);

-- Other hours, extras or supplies for an accepted visit, proposed by one side and answered by the other.
-- rule: visit-changes
create table booking_changes (
  id uuid primary key default uuid_v7(), booking_id uuid not null references bookings on delete cascade,
  by text not null check (by in ('client', 'professional')),
  estimated_hours smallint not null check (estimated_hours in (1, 2, 3, 4, 6, 8)),
  supplies text not null check (supplies in ('client', 'professional')),
  -- The whole price that the visit would have.
  lines jsonb not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null, answered_at timestamptz
);
create unique index booking_changes_open on booking_changes (booking_id) where status = 'open';
create index booking_changes_booking on booking_changes (booking_id, created_at);

-- The hours of a visit that is over, and what is due for them. rule: settle-hours
create table booking_hours (
  booking_id uuid primary key references bookings on delete cascade, booked_minutes smallint not null,
  -- As the professional said with 'finished', or has lowered since, and when the server heard of it. Null: the visit
  -- was completed without it.
  actual_minutes smallint check (actual_minutes between 15 and 960 and (actual_minutes::integer % 15) = 0),
  received_at timestamptz,
  -- The server received it after the visit was completed.
  late boolean not null default false,
  -- What the client said about more time than was booked, and until when they can. Null: they cannot.
  answer text check (answer in ('yes', 'no')),
  answer_until timestamptz, billed_minutes smallint not null,
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
-- rule: receipts
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
