-- The ZIPs and cities of the United States, filled by load-places from server/data/places.tsv.br. A place is a ZIP or a
-- city. Its id is the ZIP as a number (0 to 99999), or the city's id (from 100000).
create table cities (
  id integer primary key check (id >= 100000),
  name text not null,
  state char(2) not null,
  population integer not null,
  latitude real not null,
  longitude real not null,
  time_zone text not null,
  -- Lower case letters and digits, without accents or spaces.
  search_key text not null,
  unique (name, state)
);

create table zips (
  zip char(5) primary key check (zip ~ '^\d{5}$'),
  place_id integer not null unique check (place_id = zip::integer),
  city_id integer not null references cities,
  city text not null,
  state char(2) not null,
  latitude real not null,
  longitude real not null,
  population integer not null,
  time_zone text not null
);
create index zips_city on zips (city_id);

-- The file last loaded, by its SHA-256: one row at most.
create table places_version (
  only_row boolean primary key default true check (only_row),
  hash text not null,
  loaded_at timestamptz not null default now()
);
