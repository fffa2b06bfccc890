create table professionals (
  user_id uuid primary key references users on delete cascade,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  full_name text not null,
  business_name text not null default '',
  bio text not null,
  hourly_rate_cents integer not null check (hourly_rate_cents between 1500 and 20000),
  years_experience text not null default '3' check (years_experience in ('1', '2', '3', '4', '5+', '10+')),
  employees_count text not null default '1-3',
  social_media_url text not null default '',
  services text[] not null check (
    cardinality(services) > 0
    and services <@ array['standard', 'deep', 'move_in_out', 'post_construction', 'office']
  ),
  background_check_status text not null default 'not_submitted'
    check (background_check_status in ('not_submitted', 'pending', 'approved', 'rejected')),
  -- File names; their addresses are /api/uploads/{file}.
  profile_image text,
  gallery_images text[] not null default '{}' check (cardinality(gallery_images) <= 5),
  -- Only reviews that count. The commands that change reviews update these columns. rule: review-counts
  rating_sum integer not null default 0,
  total_reviews integer not null default 0,
  latest_reviews jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The service areas as the professional chose them. rule: place-stored-as-chosen
create table professional_areas (
  professional_id uuid not null references professionals on delete cascade,
  place_id integer not null,
  label text not null,
  position smallint not null,
  primary key (professional_id, place_id)
);

-- Who is active. No row: never activated. The money rules own this table.
create table subscriptions (
  professional_id uuid primary key references professionals on delete cascade,
  status text not null check (status in ('active', 'lapsed')),
  started_at timestamptz not null default now()
);

-- One row for each pair of professional and client, for ever. rule: lead-is-one-pair
create table leads (
  professional_id uuid not null references professionals on delete cascade,
  client_id uuid not null references users on delete cascade,
  source text not null check (source in ('booking', 'contact', 'message')),
  opened_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (professional_id, client_id)
);
create index leads_client on leads (client_id);

create table reviews (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professionals on delete cascade,
  client_id uuid not null references users on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  title text not null,
  comment text not null,
  created_at timestamptz not null default now(),
  unique (professional_id, client_id)
);
create index reviews_newest on reviews (professional_id, created_at desc);

-- One row for each place that a listed professional serves, with their sort keys and filters, so that one index answers
-- a search. Only the search feature writes it. rule: search-finds-listed
create table search_entries (
  place_id integer not null,
  professional_id uuid not null references professionals on delete cascade,
  rate_cents integer not null,
  services smallint not null,
  rating smallint not null,
  rating_key integer not null,
  years_key smallint not null,
  created_at timestamptz not null,
  primary key (professional_id, place_id)
) with (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.05);
create index search_entries_rating on search_entries
  (place_id, rating_key desc, professional_id) include (rate_cents, services, rating);
create index search_entries_price on search_entries
  (place_id, rate_cents, professional_id) include (services, rating);
create index search_entries_experience on search_entries
  (place_id, years_key desc, professional_id) include (rate_cents, services, rating);
create index search_entries_newest on search_entries
  (place_id, created_at desc, professional_id) include (rate_cents, services, rating);
