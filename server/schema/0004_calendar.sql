-- Working hours, days off, and the calendars of other providers.

-- When a professional works. A professional who has no row here has stated nothing. rule: working-hours
create table professional_times (
  professional_id uuid primary key references professionals on delete cascade,
  -- Sets the professional's own time zone. Null: the ZIP of the first service area. rule: working-hours
  base_zip char(5),
  -- Whether a weekly plan was saved, be it an empty one.
  stated boolean not null default false,
  -- Rises with each saved change, so that a change made on another device is noticed.
  version integer not null default 0 check (version >= 0),
  -- A date in the own zone, before which only known clients can book. rule: paused-clients
  paused_until date,
  instant_booking text not null default 'off' check (instant_booking in ('off', 'served', 'verified')),
  -- rule: visit-rules
  buffer_minutes smallint not null default 0 check (buffer_minutes between 0 and 240 and (buffer_minutes::integer % 15) = 0),
  travel boolean not null default false,
  notice_hours smallint not null default 24 check (notice_hours between 0 and 336),
  horizon_days smallint not null default 60 check (horizon_days between 1 and 365),
  max_visits_a_day smallint check (max_visits_a_day between 1 and 12),
  max_hours_a_day smallint check (max_hours_a_day between 1 and 16),
  min_hours smallint not null default 1 check (min_hours in (1, 2, 3, 4, 6, 8)),
  only_inside_hours boolean not null default false,
  check (instant_booking = 'off' or stated)
);
create trigger professional_times_search after insert or delete or update on professional_times for each row execute function search_time_changed();

-- The weekly plan: minutes after midnight in the own zone, on the grid of half hours. rule: working-hours
create table working_hours (
  professional_id uuid not null references professional_times on delete cascade,
  -- 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  from_minute smallint not null check (from_minute between 0 and 1410 and (from_minute::integer % 30) = 0),
  to_minute smallint not null check (to_minute between 30 and 1440 and (to_minute::integer % 30) = 0),
  primary key (professional_id, weekday, from_minute),
  constraint working_hours_professional_id_weekday_int4range_excl exclude using gist (professional_id with =, weekday with =,
    int4range(from_minute::integer, to_minute::integer, '[]') with &&),
  check (from_minute < to_minute)
);
create trigger working_hours_search after insert or delete or update on working_hours for each row execute function search_time_changed();

-- Days or hours that differ from the plan: dates and minutes in the own zone. rule: working-hours
create table time_exceptions (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professional_times on delete cascade,
  kind text not null check (kind in ('off', 'extra')),
  from_date date not null, to_date date not null,
  -- Both null: whole days.
  from_minute smallint check (from_minute between 0 and 1410 and (from_minute::integer % 30) = 0),
  to_minute smallint check (to_minute between 30 and 1440 and (to_minute::integer % 30) = 0),
  note text not null default '' check (char_length(note) <= 200),
  created_at timestamptz not null default now(),
  check (from_date <= to_date and (to_date - from_date) < 366),
  check ((from_minute is null) = (to_minute is null)),
  check (from_minute < to_minute),
  check (kind = 'off' or from_minute is not null)
);
create index time_exceptions_professional on time_exceptions (professional_id, to_date);
create trigger time_exceptions_search after insert or delete or update on time_exceptions for each row execute function search_time_changed();

-- Other calendars of a professional: a file that they gave, or a feed that is read every hour. rule: busy-times
create table busy_calendars (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professionals on delete cascade,
  label text not null check (char_length(label) between 1 and 60),
  kind text not null check (kind in ('file', 'feed')),
  -- The address of a feed is a secret: only its host is readable. rule: busy-times
  host text,
  address_sealed bytea, key_id text,
  state text not null default 'waiting' check (state in ('waiting', 'ok', 'failed')),
  problem text check (problem in ('unreachable', 'refused', 'too_large', 'unreadable')),
  -- The last successful reading.
  read_at timestamptz,
  -- When the last reading began. An older one that ends later writes nothing.
  tried_at timestamptz,
  failing_since timestamptz,
  -- Whether the professional was told of the failures.
  told boolean not null default false,
  created_at timestamptz not null,
  -- What the last good reading of a calendar could not read, and the zones that it was not sure of.
  -- rule: busy-times, calendar-lines
  unread integer not null default 0 check (unread >= 0),
  -- A list of {name, read_as}: the name of a zone in the calendar, and the zone that we took it for.
  unsure_zones jsonb not null default '[]',
  -- The zone that the professional chose for those. Null: the likely one of each.
  time_zone text,
  check ((kind = 'feed') = (host is not null)),
  check ((host is null) = (address_sealed is null) and (host is null) = (key_id is null)),
  check ((state = 'failed') = (problem is not null) and (state = 'failed') = (failing_since is not null))
);
create index busy_calendars_professional on busy_calendars (professional_id, id);
create index busy_calendars_due on busy_calendars (tried_at nulls first) where kind = 'feed';

-- When a professional is busy elsewhere: times and hashes, no words of the calendar. rule: busy-times
create table busy_times (
  professional_id uuid not null, calendar_id uuid not null references busy_calendars on delete cascade,
  -- A keyed hash of the UID.
  uid_hash bytea not null,
  starts_at timestamptz not null, ends_at timestamptz not null,
  primary key (calendar_id, uid_hash, starts_at, ends_at),
  check (starts_at < ends_at)
);
create index busy_times_professional on busy_times (professional_id, ends_at) include (starts_at);
create index busy_times_end on busy_times (ends_at);
create trigger busy_times_search after insert or delete or update on busy_times for each row execute function search_time_changed();

-- The URL from which a calendar program reads a professional's visits. Each professional has at most one. Only the
-- hash of its token is stored.
create table calendar_feeds (
  user_id uuid primary key constraint calendar_feeds_professional_id_fkey references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  -- The session that made a calendar address or named a safety contact: what it left goes when it is ended. Null: a
  -- version before made it. rule: ended-access
  made_in uuid
);
