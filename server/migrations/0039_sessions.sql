-- rule: session-expiry. A session ends 90 days after it began, however often it is used.
update sessions set expires_at = created_at + interval '90 days' where expires_at > created_at + interval '90 days';
alter table sessions add constraint sessions_end check (expires_at <= created_at + interval '90 days');

-- rule: sign-in-letter. A sign-in from a device that the account did not know. The link in its letter ends every
-- session.
create table sign_in_letters (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  user_agent text not null,
  at timestamptz not null,
  -- The job that sends the letter sets it.
  token_hash bytea unique,
  expires_at timestamptz not null
);
create index sign_in_letters_user on sign_in_letters (user_id);
create index sign_in_letters_expiry on sign_in_letters (expires_at);
