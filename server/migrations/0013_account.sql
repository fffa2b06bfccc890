alter table users
  -- When the account was deleted. The row stays without a name, because bookings, messages and payments refer to it.
  add column deleted_at timestamptz,
  -- Grows with each save of the account. A save of an older version is refused. rule: edit-conflict
  add column version integer not null default 1,
  add constraint users_deleted_without_contact check (deleted_at is null or (email = '' and phone = ''));
drop index users_email;
create unique index users_email on users (lower(email)) where deleted_at is null;

alter table sessions
  -- Identifies a session for its user. The token's hash is never sent.
  add column session_id uuid not null default uuid_v7() unique,
  -- The User-Agent header of the browser, at most 300 characters.
  add column user_agent text not null default '';
