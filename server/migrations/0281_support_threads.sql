-- rule: support-threads. A message of the contact page begins a thread; so does a message of ours.
alter table support_messages
  add column booking_id uuid references bookings on delete set null,
  add column language text not null default 'en',
  -- Of a thread that we began.
  add column subject text check (length(subject) between 1 and 120),
  -- The account was deleted: the thread goes at this moment.
  add column erase_at timestamptz;
create index support_messages_booking on support_messages (booking_id) where booking_id is not null;
create index support_messages_erase on support_messages (erase_at) where erase_at is not null;

-- What follows the first message.
create table support_posts (
  id uuid primary key default uuid_v7(),
  thread_id uuid not null references support_messages on delete cascade,
  by_us boolean not null,
  -- The operator's id, or 'cli:NAME'.
  done_by text,
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null,
  mailed_at timestamptz,
  check (by_us = (done_by is not null))
);
create index support_posts_of_thread on support_posts (thread_id, at);

-- Each letter has a link of its own. The hash alone is stored.
create table support_links (
  token_hash bytea primary key,
  thread_id uuid not null references support_messages on delete cascade,
  expires_at timestamptz not null
);
create index support_links_thread on support_links (thread_id);
create index support_links_expiry on support_links (expires_at);
