-- The address under which a calendar reads a professional's visits; one at a time. Of its token only the hash is kept.
create table calendar_feeds (
  professional_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null
);
