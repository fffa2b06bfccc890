-- The URL from which a calendar program reads a professional's visits. Each professional has at most one. Only the hash
-- of its token is stored.
create table calendar_feeds (
  professional_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null
);
