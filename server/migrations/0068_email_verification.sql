-- rule: email-verification. When the person showed that they read letters to this address; null: not yet.
alter table users add column email_verified_at timestamptz;

-- The newest link of each account. It stays until it expires, so that pressing its button again is answered the same.
create table email_verifications (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);
create index email_verifications_expiry on email_verifications (expires_at);
