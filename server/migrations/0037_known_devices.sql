-- rule: one-account-per-email. The one form in which emails are compared: only A to Z have another case in it.
-- PostgreSQL's own lower(email) depends on the locale, and JavaScript's differs from it ('İ').
alter table users add column email_key text not null generated always as (lower(email collate "C")) stored;
drop index users_email;
create unique index users_email on users (email_key) where deleted_at is null;

-- rule: known-devices. The browsers that have signed in to an account. `device_hash` differs for each account, so that
-- the table does not tell which accounts share a browser.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_expiry on known_devices (expires_at);
