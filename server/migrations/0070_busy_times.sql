-- Other calendars of a professional: a file that they gave, or a feed that is read every hour. rule: busy-times
create table busy_calendars (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professionals on delete cascade,
  label text not null check (char_length(label) between 1 and 60),
  kind text not null check (kind in ('file', 'feed')),
  -- The address of a feed is a secret: only its host is readable. rule: feed-secrecy
  host text,
  address_sealed bytea,
  key_id text,
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
  check ((kind = 'feed') = (host is not null)),
  check ((host is null) = (address_sealed is null) and (host is null) = (key_id is null)),
  check ((state = 'failed') = (problem is not null) and (state = 'failed') = (failing_since is not null))
);
create index busy_calendars_professional on busy_calendars (professional_id, id);
create index busy_calendars_due on busy_calendars (tried_at nulls first) where kind = 'feed';

-- When a professional is busy elsewhere: times and hashes, no words of the calendar. rule: busy-times
create table busy_times (
  professional_id uuid not null,
  calendar_id uuid not null references busy_calendars on delete cascade,
  -- A keyed hash of the UID.
  uid_hash bytea not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  check (starts_at < ends_at),
  primary key (calendar_id, uid_hash, starts_at, ends_at)
);
create index busy_times_professional on busy_times (professional_id, ends_at) include (starts_at);
create index busy_times_end on busy_times (ends_at);

create trigger busy_times_inserted after insert on busy_times
  referencing new table as changed for each statement execute function time_changed();
create trigger busy_times_updated after update on busy_times
  referencing new table as changed for each statement execute function time_changed();
create trigger busy_times_deleted after delete on busy_times
  referencing old table as changed for each statement execute function time_changed();
