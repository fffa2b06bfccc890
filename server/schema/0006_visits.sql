-- The day of a visit: access, stages, tasks, photos, problems and the safety check-in.

-- Access details of a client's home. rule: access-details
create table home_access (
  home_id uuid primary key references homes on delete cascade,
  -- Grows with each change: the client is told of the first view after one.
  version integer not null default 1,
  changed_at timestamptz not null,
  -- When a value was last written or read, and since when the client knows that unused ones go.
  used_at timestamptz not null,
  warned_at timestamptz
);
create index home_access_unused on home_access (used_at);

-- The values, sealed one by one with a key that is not in the database. Each is padded to one size before.
create table access_values (
  home_id uuid not null references home_access on delete cascade,
  field text not null check (field in ('door_code', 'key_place', 'alarm', 'wifi')),
  key_id text not null,
  sealed bytea not null check (octet_length(sealed) = 1564),
  primary key (home_id, field)
);
create index access_values_of_key on access_values (key_id);

-- Who looked at the values, and which were shown. rule: access-log
create table access_views (
  id bigint generated always as identity primary key,
  home_id uuid not null references homes on delete cascade,
  -- Null: the client looked.
  booking_id uuid references bookings,
  professional_id uuid references professionals, version integer not null,
  fields text[] not null check (cardinality(fields) > 0),
  at timestamptz not null,
  -- When the visit allowed it. The visit can move later.
  opens_at timestamptz,
  closes_at timestamptz,
  check (num_nonnulls(booking_id, professional_id, opens_at, closes_at) in (0, 4)),
  check (at >= opens_at and at < closes_at)
);
create index access_views_of_home on access_views (home_id, id desc);
create index access_views_of_booking on access_views (booking_id, at) where booking_id is not null;
create index access_views_of_professional on access_views (professional_id) where professional_id is not null;
create index access_views_age on access_views (at);

-- Photos of saved homes, for the client and for the professional of a visit. rule: home-photos
create table home_photos (
  -- The name of the largest file.
  file text primary key check (file ~ '^private-[0-9a-f]{32}\.webp$'),
  home_id uuid not null references homes on delete cascade,
  -- Null: of the home as a whole. Checked at the end, because a changed home writes its rooms again with their ids.
  room_id uuid references home_rooms deferrable initially deferred,
  created_at timestamptz not null
);
create index home_photos_of_home on home_photos (home_id, created_at, file);
create index home_photos_of_room on home_photos (room_id) where room_id is not null;

-- How far a visit is, as its professional says. No table holds a position of a person. rule: visit-stages
create table booking_stages (
  booking_id uuid not null references bookings on delete cascade,
  stage text not null check (stage in ('on_my_way', 'arrived', 'started', 'finished')),
  -- When the button was pressed.
  at timestamptz not null,
  received_at timestamptz not null,
  -- Of on_my_way.
  eta_minutes smallint check (eta_minutes between 1 and 180),
  note text not null default '',
  -- The event of this press; a notice of another press is no longer correct.
  event_id bigint not null,
  -- The last press of a visit can be another ETA alone. Each device of the professional then undoes this change, and
  -- not the stage. rule: visit-stages
  is_eta_changed boolean not null default false,
  -- The minutes before the last change; null: there were none, or the change was taken back.
  eta_before smallint check (eta_before between 1 and 180),
  primary key (booking_id, stage),
  check (eta_minutes is null or stage = 'on_my_way'),
  check (eta_before is null or is_eta_changed)
);
create index booking_stages_at on booking_stages (at);

-- What was pressed at an item of a checklist. The items themselves follow from rooms, tasks and extras of the
-- booking, so an item that nobody touched has no row. rule: checklist
create table checklist_marks (
  booking_id uuid not null references bookings on delete cascade,
  -- Follows from booking, room and task.
  item_id uuid not null,
  state text not null check (state in ('todo', 'done', 'skipped')),
  note text not null default '',
  -- When the button was pressed; a later press wins.
  at timestamptz not null,
  primary key (booking_id, item_id)
);

-- A professional's photos of a visit. rule: visit-photos
create table visit_photos (
  file text primary key check (file ~ '^private-[0-9a-f]{32}\.webp$'),
  booking_id uuid not null references bookings on delete cascade,
  moment text not null check (moment in ('before', 'after')),
  -- Of the checklist.
  item_id uuid,
  at timestamptz not null, created_at timestamptz not null,
  unique (file, booking_id)
);
create index visit_photos_booking on visit_photos (booking_id);

-- Two photos that a professional wants to show on the profile, and what the client says. rule: photo-pairs
create table photo_pairs (
  id uuid primary key default uuid_v7(), booking_id uuid not null references bookings on delete cascade,
  before_file text, after_file text,
  -- Withdrawn ones count in the limit of the visit, and nobody sees them.
  state text not null default 'asked' check (state in ('asked', 'allowed', 'refused', 'withdrawn')),
  asked_at timestamptz not null, answered_at timestamptz,
  -- How often the client answered, so that an answer that took long never overtakes a later one. rule: photo-pairs
  answers integer not null default 0,
  -- The professional asks a client for the same two photos once, also after the pair was withdrawn: which photos it
  -- named. No foreign keys: the photos themselves can be deleted. rule: photo-pairs
  withdrawn_before text,
  withdrawn_after text,
  foreign key (before_file, booking_id) references visit_photos (file, booking_id) on delete set null (before_file),
  foreign key (after_file, booking_id) references visit_photos (file, booking_id) on delete set null (after_file),
  check (state = 'withdrawn' or before_file is not null and after_file is not null),
  check (state = 'withdrawn' or num_nonnulls(withdrawn_before, withdrawn_after) = 0)
);
create index photo_pairs_booking on photo_pairs (booking_id);
create unique index photo_pairs_once on photo_pairs (before_file, after_file) where state <> 'withdrawn';

-- The public copies of the photos of an allowed pair. Without a pair: the files wait for the job 'forget-pairs'.
-- rule: photo-pairs
create table pair_files (
  file text primary key check (file ~ '^pair-[0-9a-f]{32}\.webp$'),
  pair_id uuid references photo_pairs on delete set null,
  moment text not null check (moment in ('before', 'after')),
  unique (pair_id, moment)
);
create index pair_files_unused on pair_files (file) where pair_id is null;

-- A problem of a visit that one side reported, and what became of it. rule: problems
create table problems (
  id uuid primary key default uuid_v7(), booking_id uuid not null references bookings on delete cascade,
  kind text not null check (kind in ('no_show', 'missed_task', 'quality', 'late', 'damage', 'other')),
  by text not null check (by in ('client', 'professional')),
  state text not null default 'open' check (state in ('open', 'answered', 'reclean_booked', 'disputed', 'stands', 'solved', 'withdrawn', 'decided')),
  opened_at timestamptz not null,
  -- When the clock moves it. Null: it does not, or 72 hours after the re-clean has ended.
  answer_until timestamptz,
  -- What the two sides wrote. Empty and null once they were erased.
  statement text not null,
  answer text, answered_at timestamptz,
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
  decision_text text, ended_at timestamptz,
  check (by = 'client' or kind = 'no_show'),
  check ((kind = 'damage') = (value_cents is not null)),
  check (num_nonnulls(reclean_date, reclean_time, reclean_hours) in (0, 3)),
  check ((state = 'decided') = (decision is not null)),
  check (num_nonnulls(decision, decision_reason, decision_text) in (0, 3)),
  check ((state in ('stands', 'solved', 'withdrawn', 'decided')) = (ended_at is not null))
);
create unique index problems_undecided on problems (booking_id, kind) where state in ('open', 'answered', 'reclean_booked', 'disputed');
create index problems_of_booking on problems (booking_id, opened_at);
create index problems_due on problems (answer_until) where answer_until is not null;
create index problems_with_reclean on problems (reclean_id) where reclean_id is not null;
create index problems_disputed on problems (opened_at) where state = 'disputed';
-- What is forgotten some time after its end. rule: expired-data
create index problems_ended on problems (ended_at) where ended_at is not null;

-- That a side pressed a button to reach the other one. rule: no-show
create table booking_contacts (
  booking_id uuid not null references bookings on delete cascade, at timestamptz not null,
  by text not null check (by in ('client', 'professional')),
  way text not null check (way in ('message', 'call')),
  -- When the server heard of the press: one without a connection comes later than its time. Null: not known.
  -- rule: no-show, visit-stages
  received_at timestamptz,
  primary key (booking_id, by, at),
  check (received_at >= at)
);

-- The photos of a problem, by both sides. Only they see them. rule: problems
create table problem_photos (
  file text primary key check (file ~ '^private-[0-9a-f]{32}\.webp$'),
  problem_id uuid not null references problems on delete cascade,
  by text not null check (by in ('client', 'professional')),
  at timestamptz not null
);
create index problem_photos_problem on problem_photos (problem_id, at);

-- Whom a professional wants us to write to if they do not check in. rule: safety-contact
create table safety_contacts (
  professional_id uuid primary key references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60) constraint safety_contacts_name_one_line
    check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  email text not null,
  -- SHA-256 of the email in the form in which emails are compared.
  email_hash bytea not null,
  language text not null check (language in ('en', 'pt', 'es')),
  created_at timestamptz not null, named_in uuid,
  -- Since when this address is the contact.
  named_at timestamptz
);
create index safety_contacts_of_email on safety_contacts (email_hash);

-- The one letter that tells a person that they are a contact, with a link that ends all such letters. It keeps no
-- email.
create table safety_invitations (
  professional_id uuid not null references users on delete cascade, email_hash bytea not null,
  created_at timestamptz not null, sent_at timestamptz,
  -- Each attempt to send an invitation has a link of its own: the letter of an earlier one may have arrived.
  token_hashes bytea[] not null default '{}',
  primary key (professional_id, email_hash)
);
create index safety_invitations_tokens on safety_invitations using gin (token_hashes);

-- Addresses to which no professional's check-in writes. rule: safety-contact
create table safety_declines (email_hash bytea primary key, at timestamptz not null);

-- Until when a professional wants to have checked in from a visit. rule: safety-timer
create table safety_timers (
  id uuid primary key default uuid_v7(), booking_id uuid not null references bookings on delete cascade,
  check_by timestamptz not null,
  -- running; finished: the press of 'finished' ended it; ended: anything else did; alarmed: the contact is told;
  -- checked_in: the professional checked in after that.
  state text not null default 'running' check (state in ('running', 'finished', 'ended', 'alarmed', 'checked_in')),
  created_at timestamptz not null, warned_at timestamptz, alarmed_at timestamptz,
  -- To whom the alarm goes, as the contact was at that moment.
  email text,
  language text, alarm_sent_at timestamptz, checked_in_sent_at timestamptz, token_expires_at timestamptz,
  openings integer not null default 0,
  -- The street of the visit, as long as an alarm can need it: the client may delete their account meanwhile.
  address text,
  -- The contact's name at the alarm.
  contact_name text,
  -- When the alarm was given to the mail server first. It may have arrived, whatever the server answered.
  alarm_tried_at timestamptz,
  -- When it was clear that nobody is told: the contact got too many alarms that day, or wants no letters.
  untold_at timestamptz,
  -- Of the links in the alarm, one for each attempt to send it.
  token_hashes bytea[] not null default '{}',
  -- Who wants no letters leaves nothing but a hash of their address, also in the timers that told them. The hash
  -- finds these timers, and counts their alarms. rule: safety-contact, safety-alarm
  email_hash bytea,
  check ((state in ('alarmed', 'checked_in')) = (alarmed_at is not null)),
  constraint safety_timers_told check ((alarmed_at is null) = (email_hash is null) and (num_nonnulls(email, language) in (0, 2)) and (email is null
    or alarmed_at is not null))
);
create unique index safety_timers_running on safety_timers (booking_id) where state = 'running';
create index safety_timers_of_booking on safety_timers (booking_id, id);
create index safety_timers_due on safety_timers (check_by) where state = 'running';
create index safety_timers_by_time on safety_timers (check_by);
create index safety_timers_tokens on safety_timers using gin (token_hashes);
create index safety_timers_of_email on safety_timers (email_hash) where email_hash is not null;

-- When the link of an alarm was opened; the first 200 of them. rule: safety-alarm
create table safety_openings (
  timer_id uuid not null references safety_timers on delete cascade, at timestamptz not null
);
create index safety_openings_of_timer on safety_openings (timer_id, at);

-- What a professional notes about the client after a visit. The text stays private; with it the client's sealed
-- review becomes public. `revealed_at`: when it could no longer be changed, because both have written or 7 days have
-- passed. rule: client-notes
create table client_notes (
  booking_id uuid primary key references bookings on delete cascade, as_described boolean,
  paid_as_agreed boolean, kind boolean, come_again boolean,
  text text not null default '' check (length(text) <= 1000),
  written_at timestamptz not null, revealed_at timestamptz,
  check (num_nonnulls(as_described, paid_as_agreed, kind, come_again) > 0 or text <> '')
);
create index client_notes_unrevealed on client_notes (booking_id) where revealed_at is null;
