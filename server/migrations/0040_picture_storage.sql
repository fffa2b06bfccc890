-- Which storage of pictures (a folder or a bucket) belongs to this database: a file there has one of these two values.
-- Each sweep writes a new value, so a copy of this database soon has an old one.
create table picture_storage (
  only_row boolean primary key default true check (only_row),
  marker uuid not null,
  next_marker uuid
);

-- Files of the storage that no row names, and since when the daily sweep has known that.
create table unused_files (
  name text primary key,
  since timestamptz not null
);
