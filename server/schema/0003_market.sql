-- What professionals offer, and what search and cities store of it.

create table professionals (
  user_id uuid primary key references users on delete cascade,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  full_name text not null, business_name text not null default '', bio text not null,
  hourly_rate_cents integer not null check (hourly_rate_cents between 1500 and 20000),
  years_experience text not null default '3' check (years_experience in ('1', '2', '3', '4', '5+', '10+')),
  employees_count text not null default '1-3',
  social_media_url text not null default '',
  services text[] not null check (cardinality(services) > 0 and services <@ array['standard', 'deep', 'move_in_out', 'post_construction', 'office']),
  background_check_status text not null default 'not_submitted' check (background_check_status in ('not_submitted', 'pending', 'approved',
    'rejected', 'expired')),
  -- File names; their addresses are /api/uploads/{file}.
  profile_image text,
  gallery_images text[] not null default '{}' check (cardinality(gallery_images) <= 5),
  -- Only reviews that count. The commands that change reviews update these columns. rule: review-counts
  rating_sum integer not null default 0,
  total_reviews integer not null default 0,
  latest_reviews jsonb not null default '[]',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  -- Grows with each save of the form. A save of an older version is refused. rule: edit-conflict
  version integer not null default 1,
  -- Size and placeholder of the professional's pictures as profiles show them: [{url, width, height, placeholder}].
  images jsonb not null default '[]',
  -- When a background check was approved, and whether that was simulated. Both are deleted with the approval.
  background_checked_at timestamptz,
  background_check_simulated boolean not null default false,
  -- How often a professional comes: all frequencies until they choose. A search with a frequency finds only those who
  -- offer it. rule: service-types
  frequencies text[] not null default '{one_time,weekly,biweekly,monthly}' check (cardinality(frequencies) > 0 and frequencies <@ array['one_time',
    'weekly', 'biweekly', 'monthly']),
  -- rule: photo-required. True from the moment the profile photo is deleted until there is a new one: search does not
  -- find the professional meanwhile.
  photo_missing boolean not null default false,
  constraint background_check_says_when check ((background_check_status = 'approved') = (background_checked_at is not null)),
  constraint background_check_simulated_when_approved check (not background_check_simulated or background_check_status = 'approved'),
  constraint professionals_names_one_line check ((full_name || business_name) !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]')
);
create index professionals_checked on professionals (background_checked_at) where background_checked_at is not null;
create trigger professionals_figures after update of hourly_rate_cents, rating_sum, total_reviews on professionals
  for each row when (old.hourly_rate_cents is distinct from new.hourly_rate_cents or old.rating_sum is distinct from new.rating_sum
    or old.total_reviews is distinct from new.total_reviews) execute function city_figures_changed();

-- The service areas as the professional chose them. rule: service-areas
create table professional_areas (
  professional_id uuid not null references professionals on delete cascade, place_id integer not null,
  label text not null, position smallint not null,
  primary key (professional_id, place_id)
);

-- What a professional offers beside the rate of the profile. Without a row the defaults of the columns hold.
-- rule: offer
create table offers (
  professional_id uuid primary key references professionals, version integer not null default 1,
  brings text not null default 'no' check (brings in ('no', 'included', 'priced')),
  supplies_price_cents integer check (supplies_price_cents between 100 and 10000),
  eco_products boolean not null default false, pets_ok boolean not null default false,
  languages text[] not null check (cardinality(languages) between 1 and 8 and languages <@ array['en', 'es', 'pt', 'fr', 'ht', 'zh', 'vi', 'ko',
    'tl', 'ru', 'uk', 'pl', 'ar', 'hi']),
  weekly_percent smallint not null default 0 check (weekly_percent between 0 and 50),
  biweekly_percent smallint not null default 0 check (biweekly_percent between 0 and 50),
  monthly_percent smallint not null default 0 check (monthly_percent between 0 and 50),
  cost_per_mile_cents smallint not null default 70 check (cost_per_mile_cents between 0 and 500),
  supplies_per_visit_cents integer not null default 0 check (supplies_per_visit_cents between 0 and 10000),
  check ((brings = 'priced') = (supplies_price_cents is not null))
);

-- Services with a rate, a shortest visit or tasks of their own. A service without a row has those of the profile.
create table offer_services (
  professional_id uuid not null references offers on delete cascade,
  service_type text not null check (service_type in ('standard', 'deep', 'move_in_out', 'post_construction', 'office')),
  -- A rate below that of the profile counts as that one.
  hourly_rate_cents integer check (hourly_rate_cents between 0 and 20000),
  minimum_hours smallint not null default 1 check (minimum_hours in (1, 2, 3, 4, 6, 8)),
  -- Null: all tasks of the service.
  included text[],
  primary key (professional_id, service_type)
);

create table offer_extras (
  id uuid primary key default uuid_v7(), professional_id uuid not null references offers on delete cascade,
  position smallint not null,
  -- Either an extra that every language names, or one of the professional's own.
  code text check (code in ('oven', 'fridge', 'inside_windows', 'laundry', 'dishes', 'balcony', 'ironing', 'inside_cabinets')),
  name text,
  minutes smallint not null check (minutes between 5 and 240 and (minutes::integer % 5) = 0),
  price_cents integer not null check (price_cents between 0 and 50000),
  unique (professional_id, code),
  unique (professional_id, position) deferrable initially deferred,
  check (num_nonnulls(code, name) = 1)
);

-- One row for each place that a listed professional serves, with their sort keys and filters, so that one index
-- answers a search. Only the search feature writes it. rule: search-finds-listed
create table search_entries (
  place_id integer not null, professional_id uuid not null references professionals on delete cascade,
  rate_cents integer not null, services smallint not null, rating smallint not null,
  rating_key integer not null, years_key smallint not null, created_at timestamptz not null,
  -- One bit for each frequency. The indexes include it, so that one index still answers a search.
  frequencies smallint not null default 15,
  -- Search by time. The weekly plan and the rules stand in the search entry, and a row of search_days exists only for
  -- a day that differs from the plan. rule: search-by-time
  stated boolean not null default false,
  -- Instant booking for every client with a confirmed email address.
  instant boolean not null default false,
  -- The own time zone, as a number of time-keys.ts.
  zone smallint not null default 0,
  notice_hours smallint not null default 24, horizon_days smallint not null default 60,
  -- The lengths of visits that rules allow on a day without another visit: one bit each, see time-keys.ts.
  lengths smallint not null default 63,
  -- The first own day for clients who are not known, counted from 1970-01-01.
  first_day integer not null default 0,
  -- The plan of Monday to Sunday: one bit for each half hour from the day's midnight on, and the first 15 of the next
  -- day.
  plan_1 bigint not null default 0,
  plan_2 bigint not null default 0, plan_3 bigint not null default 0, plan_4 bigint not null default 0,
  plan_5 bigint not null default 0, plan_6 bigint not null default 0, plan_7 bigint not null default 0,
  -- What a search can ask of an offer, in the rows that it reads, so that totals stay exact. rule: search-filters
  -- One bit for each language (LANGUAGE_NUMBERS).
  languages smallint not null default 1,
  -- Brings supplies 1, eco products 2, fine with pets 4, verified 8.
  traits smallint not null default 0,
  -- In cents, in the order of SERVICE_NUMBERS; null if no service costs more than the profile says.
  service_rates integer[],
  -- The hours of the shortest visits, in the same order; null if every service comes for one hour.
  service_minimums smallint[],
  primary key (professional_id, place_id)
) with (autovacuum_vacuum_scale_factor=0.002, autovacuum_vacuum_insert_scale_factor=0.05);
create index search_entries_time on search_entries (place_id, zone, professional_id) include (rate_cents, services, frequencies, rating, rating_key,
  years_key, created_at, languages, traits, stated, instant, notice_hours, horizon_days, lengths, first_day, plan_1, plan_2, plan_3, plan_4, plan_5,
  plan_6, plan_7, service_rates, service_minimums);
create index search_entries_best on search_entries (place_id, rating_key desc, professional_id) include (rate_cents, services, frequencies, rating,
  years_key, created_at, languages, traits, service_rates);
create trigger search_entries_search after insert or delete on search_entries for each row execute function search_places_changed();

-- The fields of a listed professional's card as JSON text without its closing brace, so that a search joins to it
-- what changes with the clock. It is written with the search entries. rule: search-finds-listed
create table search_cards (
  user_id uuid primary key references professionals on delete cascade, fields text not null
) with (autovacuum_vacuum_scale_factor=0.02, toast_tuple_target=8160);
alter table search_cards alter column fields set storage main;

-- Free times of an own day that the plan does not tell: one bit for each half hour after the day's midnight at which
-- a visit of so many hours can begin. Without stated hours a row stands for a whole day off.
create table search_days (
  place_id integer not null,
  -- Counted from 1970-01-01.
  day integer not null,
  professional_id uuid not null references professionals on delete cascade, starts_1 bigint not null,
  starts_2 bigint not null, starts_3 bigint not null, starts_4 bigint not null, starts_6 bigint not null,
  starts_8 bigint not null,
  primary key (place_id, day, professional_id) include (starts_1, starts_2, starts_3, starts_4, starts_6, starts_8)
) with (autovacuum_vacuum_scale_factor=0.002, autovacuum_vacuum_insert_scale_factor=0.05);
create index search_days_professional on search_days (professional_id);
create index search_days_day on search_days (day);

-- Professionals whose time or places have changed since search wrote them. Rows are only added here, in the
-- transaction of the change, so that a booking waits for nobody. Search writes what is due before it answers.
-- rule: search-by-time
create table search_times_due (professional_id uuid not null) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);
-- Search by time writes all that is due in its places before it answers, also while very many are due: it looks them
-- up from the smaller side. rule: search-by-time
create index search_times_due_professional on search_times_due (professional_id);

-- Figures of each city that a listed professional serves, and the number of all listed professionals, so that no
-- request counts. The job 'count-cities' writes them. rule: city-pages
create table city_figures (
  city_id integer primary key,
  professionals integer not null check (professionals > 0),
  lowest_rate_cents integer not null, rating_sum bigint not null, total_reviews bigint not null
);

-- Places whose figures may have changed since they were counted. Rows are only added here, in the transaction of the
-- change, so that it waits for nobody.
create table city_figures_due (place_id integer not null);
create index city_figures_due_place on city_figures_due (place_id);

-- Where the parts of a large sitemap begin. The job 'divide-sitemap' writes them. rule: indexable-pages
create table sitemap_parts (first_slug text primary key);

-- The sentences that advertise the product. One that is off is shown nowhere. rule: claims
create table claims (
  id text primary key, enabled boolean not null default true, changed_at timestamptz
);
