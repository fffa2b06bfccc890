-- rule: contact-page. What people write to us at /contact. Without an account, user_id is null.
create table support_messages (
  id uuid primary key default uuid_v7(),
  number bigint not null unique generated always as identity,
  user_id uuid references users on delete cascade,
  topic text not null,
  name text not null check (length(name) between 1 and 161),
  email text not null check (length(email) <= 254),
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null,
  mailed_at timestamptz,
  closed_at timestamptz
);
create index support_messages_user on support_messages (user_id) where user_id is not null;
create index support_messages_open on support_messages (number) where closed_at is null;
create index support_messages_age on support_messages (at);
