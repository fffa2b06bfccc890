-- Whom a professional wants us to write to if they do not check in. rule: safety-contact
create table safety_contacts (
  professional_id uuid primary key references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  email text not null,
  -- SHA-256 of the email in the form in which emails are compared.
  email_hash bytea not null,
  language text not null check (language in ('en', 'pt', 'es')),
  created_at timestamptz not null
);
create index safety_contacts_of_email on safety_contacts (email_hash);

-- The one letter that tells a person that they are a contact, with a link that ends all such letters. It keeps no
-- email.
create table safety_invitations (
  professional_id uuid not null references users on delete cascade,
  email_hash bytea not null,
  -- The token is in the letter alone. Null: the letter was not sent yet.
  token_hash bytea unique,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (professional_id, email_hash)
);

-- Addresses to which no professional's check-in writes. rule: safety-stop
create table safety_declines (
  email_hash bytea primary key,
  at timestamptz not null
);

-- Until when a professional wants to have checked in from a visit. rule: safety-timer
create table safety_timers (
  id uuid primary key default uuid_v7(),
  booking_id uuid not null references bookings on delete cascade,
  check_by timestamptz not null,
  -- running; finished: the press of 'finished' ended it; ended: anything else did; alarmed: the contact is told;
  -- checked_in: the professional checked in after that.
  state text not null default 'running' check (state in ('running', 'finished', 'ended', 'alarmed', 'checked_in')),
  created_at timestamptz not null,
  warned_at timestamptz,
  alarmed_at timestamptz,
  -- To whom the alarm goes, as the contact was at that moment.
  email text,
  language text,
  alarm_sent_at timestamptz,
  checked_in_sent_at timestamptz,
  -- Of the link in the alarm. The token is in the letter alone.
  token_hash bytea unique,
  token_expires_at timestamptz,
  openings integer not null default 0,
  check ((state in ('alarmed', 'checked_in')) = (alarmed_at is not null)),
  check (num_nonnulls(alarmed_at, email, language) in (0, 3))
);
create unique index safety_timers_running on safety_timers (booking_id) where state = 'running';
create index safety_timers_of_booking on safety_timers (booking_id, id);
create index safety_timers_due on safety_timers (check_by) where state = 'running';
create index safety_timers_by_time on safety_timers (check_by);

-- When the link of an alarm was opened; the first 200 of them. rule: safety-link
create table safety_openings (
  timer_id uuid not null references safety_timers on delete cascade,
  at timestamptz not null
);
create index safety_openings_of_timer on safety_openings (timer_id, at);

-- A timer belongs to one agreed time: it ends when the visit moves, is cancelled or completed. rule: safety-timer
create function end_safety_timer() returns trigger language plpgsql as $$
begin
  update safety_timers set state = 'ended' where booking_id = new.id and state = 'running';
  return null;
end $$;
create trigger bookings_safety_timer after update of status, starts_at on bookings
  for each row when (
    old.status = 'accepted' and (new.status <> 'accepted' or new.starts_at <> old.starts_at)
  ) execute function end_safety_timer();
