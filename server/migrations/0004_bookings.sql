create extension if not exists btree_gist;

create table bookings (
  id uuid primary key default uuid_v7(),
  client_id uuid not null references users,
  professional_id uuid not null references professionals,
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'declined', 'cancelled', 'completed')),
  service_type text not null check (
    service_type in ('standard', 'deep', 'move_in_out', 'post_construction', 'office')
  ),
  cleaning_frequency text not null check (
    cleaning_frequency in ('one_time', 'weekly', 'biweekly', 'monthly')
  ),
  -- The local time at the home, its time zone, and the resulting instants. rule: booking-times
  booking_date date not null,
  booking_time time not null,
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  address text not null,
  city text not null,
  state text not null,
  zip_code char(5) not null,
  notes text not null default '',
  estimated_hours smallint not null check (estimated_hours in (1, 2, 3, 4, 6, 8)),
  -- The price at the time of the request; it does not change later. rule: booking-price-frozen
  hourly_rate_cents integer not null check (hourly_rate_cents > 0),
  total_cents integer not null check (total_cents > 0),
  reason text,
  cancelled_by text check (cancelled_by in ('client', 'professional')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  check (ends_at > starts_at),
  -- Two accepted bookings of one professional never overlap, also in a race. rule: booking-conflict
  constraint bookings_no_overlap exclude using gist (
    professional_id with =,
    tstzrange(starts_at, ends_at) with &&
  ) where (status = 'accepted')
);
create index bookings_professional on bookings (professional_id, created_at desc);
create index bookings_client on bookings (client_id, created_at desc);
create index bookings_waiting on bookings (expires_at) where (status = 'pending');
create index bookings_under_way on bookings (ends_at) where (status = 'accepted');
create index bookings_pair on bookings (professional_id, client_id)
  where (status in ('accepted', 'completed'));
