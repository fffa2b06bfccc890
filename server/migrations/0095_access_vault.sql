-- Access details of a client's home. rule: access-vault
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
  professional_id uuid references professionals,
  version integer not null,
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

-- Since when the client has ended the access of this visit; null: they have not.
alter table bookings add column access_ended_at timestamptz;
