-- Notices: one for each user and event. The app lists it; a letter and a push notification can be sent for it.
create table notices (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references users on delete cascade,
  -- Its topic before the dot: 'booking.accepted', 'reminder.day', 'message.first', 'money.receipt'.
  kind text not null check (kind ~ '^(booking|reminder|message|money)\.[a-z_]+$'),
  -- Names the event and the user. A second notice with the same key is not created.
  key text not null unique,
  booking_id uuid references bookings on delete cascade,
  other_id uuid references users on delete set null,
  data jsonb not null default '{}',
  at timestamptz not null,
  -- Whether the app lists it: false when the user has switched off this topic in the app.
  shown boolean not null,
  read_at timestamptz,
  -- During quiet hours: when letter and push are sent. Null when they are not delayed.
  due_at timestamptz,
  emailed_at timestamptz,
  pushed_at timestamptz
);
create index notices_newest on notices (user_id, at desc, id desc) where shown;
create index notices_unread on notices (user_id) where shown and read_at is null;
create index notices_held on notices (due_at) where due_at is not null;
create index notices_booking on notices (booking_id);
create index notices_other on notices (other_id);

-- The notice settings that a user has changed. A topic and channel without a row is on.
create table notice_switches (
  user_id uuid not null references users on delete cascade,
  topic text not null check (topic in ('booking', 'reminder', 'message', 'money')),
  channel text not null check (channel in ('app', 'email', 'push')),
  enabled boolean not null,
  primary key (user_id, topic, channel)
);

-- The token of the link that ends the letters of a topic without login. It permits nothing else.
create table unsubscribe_addresses (
  token uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  topic text not null check (topic in ('booking', 'reminder', 'message', 'money')),
  unique (user_id, topic)
);

-- The links in the letter about a booking request. The professional can answer the request with one of them, once.
create table answer_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  booking_id uuid not null references bookings on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index answer_links_booking on answer_links (booking_id);
create index answer_links_expiry on answer_links (expires_at);

create table push_subscriptions (
  endpoint text primary key check (length(endpoint) <= 2000),
  user_id uuid not null references users on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- When the receiver got a notice about this unread message. Messages from before this migration get none.
alter table messages add column told_at timestamptz;
update messages set told_at = created_at;
create index messages_untold on messages (created_at) where read_at is null and told_at is null and kind <> 'booking';
