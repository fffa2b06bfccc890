alter table users
  -- Since when nobody owns this row any more: it stands for what the other party and the money still need, without a name.
  add column deleted_at timestamptz,
  -- Grows with each save of the account. A save of an older version is refused. rule: edit-conflict
  add column version integer not null default 1,
  add constraint users_deleted_without_contact check (deleted_at is null or (email = '' and phone = ''));
drop index users_email;
create unique index users_email on users (lower(email)) where deleted_at is null;

alter table sessions
  -- Names a session to its owner; the token's hash stays inside.
  add column session_id uuid not null default uuid_v7() unique,
  -- The browser's own description of itself, at most 300 characters.
  add column user_agent text not null default '';
