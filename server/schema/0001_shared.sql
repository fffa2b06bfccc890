-- Places, limits, repeated calls, recorded events, and what the installation knows about itself.

create extension if not exists btree_gist;

-- The ZIPs and cities of the United States, filled by load-places from server/data/places.tsv.br. A place is a ZIP or
-- a city. Its id is the ZIP as a number (0 to 99999), or the city's id (from 100000).
create table cities (
  id integer primary key check (id >= 100000),
  name text not null, state char(2) not null, population integer not null, latitude real not null,
  longitude real not null, time_zone text not null,
  -- Lower case letters and digits, without accents or spaces.
  search_key text not null,
  unique (name, state)
);

create table zips (
  zip char(5) primary key check (zip ~ '^\d{5}$'),
  place_id integer not null unique,
  city_id integer not null references cities, city text not null, state char(2) not null,
  latitude real not null, longitude real not null, population integer not null, time_zone text not null,
  check (place_id = zip::integer)
);
create index zips_city on zips (city_id);

-- The file last loaded, by its SHA-256: one row at most.
create table places_version (
  only_row boolean primary key default true check (only_row),
  hash text not null, loaded_at timestamptz not null default now()
);

-- The shape that rate-limiter-flexible reads and writes.
create table rate_limits (
  key varchar(255) primary key, points integer not null default 0, expire bigint
);

-- rule: idempotency-key. The same key and body return the same answer for one day.
create table idempotency_keys (
  user_id uuid not null, call text not null,
  key text not null check (length(key) <= 200),
  body_hash bytea not null, answer jsonb, created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- One row for each event, written in the transaction of the change that it reports.
create table events (
  id bigint generated always as identity primary key,
  kind text not null, subject_id uuid not null, actor_id uuid, data jsonb not null default '{}',
  at timestamptz not null default now()
);
create index events_subject on events (subject_id);
-- The job forget-old finds by these what is old enough to be deleted (docs/rules/operations.md, expired-data).
create index events_age on events (at) where kind !~~ 'booking.%' and kind !~~ 'proposal.%';
create index events_of_bookings_age on events (at) where kind ~~ 'booking.%' or kind ~~ 'proposal.%';
create trigger events_of_series after insert on events
  for each row when (new.kind in ('series.started', 'series.changed', 'series.ended', 'series.paused', 'series.resumed', 'series.proposed',
    'series.declined', 'series.withdrawn', 'series.expired', 'series.skipped', 'series.restored')) execute function tell_series_in_thread();
create trigger events_of_bookings after insert on events
  for each row when ((new.kind in ('booking.requested', 'booking.accepted', 'booking.declined', 'booking.expired', 'booking.cancelled',
    'booking.completed', 'proposal.proposed', 'proposal.moved', 'proposal.declined', 'proposal.withdrawn', 'proposal.expired'))
    and not (new.kind = 'booking.accepted' and new.data ?| '{proposal_id,instant}' and not new.data ? 'reclean') and not new.data ? 'series_id')
    execute function tell_booking_in_thread();

-- The outside services of the server that started last, without secrets. A command that runs without a server
-- compares its own settings with them, so that the settings of a shell send no letter to a file and no refund to a
-- simulation.
create table server_settings (
  only_row boolean primary key default true check (only_row),
  services jsonb not null
);

-- When each scheduled job last ended without an error: the queue forgets a job that has succeeded. By the clock of
-- the database, because that of one server may be wrong. rule: probes-and-metrics
create table clock_runs (job text primary key, succeeded_at timestamptz not null);

-- rule: challenge. Solved challenges, by the hash of their signature: each is accepted once.
create table spent_challenges (challenge_hash bytea primary key, expires_at timestamptz not null);
create index spent_challenges_expiry on spent_challenges (expires_at);

-- With which keys, origins and storage of pictures the processes of this database run, so that one with others is
-- found at its start. Of keys there are only fingerprints. rule: settings
create table installation (
  only_row boolean primary key default true check (only_row),
  -- The same id is in the file `lustra-storage` of the storage.
  storage_id text,
  settings jsonb not null default '{}'
);

-- Which storage of pictures (a folder or a bucket) belongs to this database: a file there has one of these two
-- values. Each sweep writes a new value, so a copy of this database soon has an old one.
create table picture_storage (
  only_row boolean primary key default true check (only_row),
  marker uuid not null, next_marker uuid,
  -- Where this database ran when it became the owner of the stored pictures: a copy of it elsewhere is not the owner.
  -- Null: not known. An embedded database with its folder stores its place at the next start; for any other an
  -- operator has to say so once.
  place text
);

-- Files of the storage that no row names, and since when the daily sweep has known that.
create table unused_files (name text primary key, since timestamptz not null);

-- How often a ZIP was searched and the professionals of a ZIP were looked at, by UTC day. Nobody is in it: no person,
-- no cookie, no address. rule: marketplace-health
create table daily_counts (
  day date not null, zip char(5) not null,
  searches integer not null default 0 check (searches >= 0),
  searches_without_result integer not null default 0,
  profile_views integer not null default 0 check (profile_views >= 0),
  primary key (day, zip),
  check (searches_without_result between 0 and searches)
);
