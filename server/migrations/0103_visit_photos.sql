-- A professional's photos of a visit. rule: visit-photos
create table visit_photos (
  file text primary key check (file ~ '^private-[0-9a-f]{32}\.webp$'),
  booking_id uuid not null references bookings on delete cascade,
  moment text not null check (moment in ('before', 'after')),
  -- Of the checklist.
  item_id uuid,
  at timestamptz not null,
  created_at timestamptz not null,
  unique (file, booking_id)
);
create index visit_photos_booking on visit_photos (booking_id);

-- Two photos that a professional wants to show on the profile, and what the client says. rule: photo-pairs
create table photo_pairs (
  id uuid primary key default uuid_v7(),
  booking_id uuid not null references bookings on delete cascade,
  before_file text,
  after_file text,
  -- Withdrawn ones count in the limit of the visit, and nobody sees them.
  state text not null default 'asked' check (state in ('asked', 'allowed', 'refused', 'withdrawn')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  foreign key (before_file, booking_id) references visit_photos (file, booking_id) on delete set null (before_file),
  foreign key (after_file, booking_id) references visit_photos (file, booking_id) on delete set null (after_file),
  check (state = 'withdrawn' or (before_file is not null and after_file is not null))
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
