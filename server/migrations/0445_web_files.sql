-- rule: earlier-files. The built files of each version that was served within a day, for pages and processes of all.
create table web_files (
  name text primary key check (length(name) <= 200),
  -- As brotli if `is_brotli`.
  content bytea not null check (octet_length(content) <= 8388608),
  is_brotli boolean not null,
  -- Proves that a server with our keys wrote it: whoever only writes to the database must not bring code to people.
  signature bytea not null check (octet_length(signature) = 32),
  seen_at timestamptz not null
);
alter table web_files alter column content set storage external;
