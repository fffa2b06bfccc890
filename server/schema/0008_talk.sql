-- Messages, notices and reviews.

-- `seq` orders the messages of a conversation, also within one instant. A message of `kind` 'booking' reports an
-- event of a booking; `event` names it.
create table messages (
  id uuid primary key default uuid_v7(),
  seq bigint generated always as identity,
  conversation_id uuid not null references leads(conversation_id) on delete cascade,
  sender_id uuid not null references users, receiver_id uuid not null references users,
  kind text not null check (kind in ('text', 'picture', 'booking')),
  text text not null default '' check (length(text) <= 5000),
  -- A private picture's file name, and its size and placeholder.
  picture text unique,
  picture_facts jsonb, booking_id uuid references bookings on delete cascade,
  event text check (event in ('requested', 'accepted', 'declined', 'expired', 'cancelled', 'completed', 'proposed', 'moved', 'proposal_declined',
    'proposal_withdrawn', 'proposal_expired', 'series_started', 'series_changed', 'series_ended', 'series_paused', 'series_resumed',
    'series_proposed', 'series_declined', 'series_withdrawn', 'series_expired', 'visit_skipped', 'visit_restored')),
  created_at timestamptz not null,
  -- Messages of kind 'booking' count as read from the start.
  read_at timestamptz,
  -- When the receiver got a notice about this unread message.
  told_at timestamptz,
  -- When its receiver could first read it; null: at once.
  delivered_at timestamptz,
  check (sender_id <> receiver_id),
  check ((kind = 'text') = (text <> '' and picture is null)),
  check ((kind = 'picture') = (picture is not null)),
  check ((picture is null) = (picture_facts is null)),
  check ((kind = 'booking') = (booking_id is not null and event is not null))
);
create index messages_thread on messages (conversation_id, seq desc);
create index messages_unread on messages (receiver_id, conversation_id) where read_at is null;
create index messages_untold on messages (created_at) where read_at is null and told_at is null and kind <> 'booking';
create index messages_of_sender on messages (sender_id);
create index messages_of_booking on messages (booking_id) where booking_id is not null;

-- Users who have blocked another user.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade, at timestamptz not null,
  primary key (blocker_id, blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- Notices: one for each user and event. The app lists it; a letter and a push notification can be sent for it.
create table notices (
  id uuid primary key default uuid_v7(), user_id uuid not null references users on delete cascade,
  -- Its topic before the dot: 'booking.accepted', 'reminder.day', 'message.first', 'money.receipt'.
  kind text not null check (kind ~ '^(booking|reminder|visit|message|money|verification|account|review)\.[a-z_]+$'),
  -- Names the event and the user. A second notice with the same key is not created.
  key text not null unique,
  booking_id uuid references bookings on delete cascade,
  other_id uuid references users on delete set null,
  data jsonb not null default '{}', at timestamptz not null,
  -- Whether the app lists it: false when the user has switched off this topic in the app.
  shown boolean not null,
  read_at timestamptz,
  -- During quiet hours: when letter and push are sent. Null when they are not delayed.
  due_at timestamptz,
  emailed_at timestamptz, pushed_at timestamptz
);
create index notices_newest on notices (user_id, at desc, id desc) where shown;
create index notices_unread on notices (user_id) where shown and read_at is null;
create index notices_held on notices (due_at) where due_at is not null;
create index notices_booking on notices (booking_id);
create index notices_other on notices (other_id);
create index notices_age on notices (at);
create index notices_of_user on notices (user_id);

-- The notice settings that a user has changed. A topic and channel without a row is on.
create table notice_switches (
  user_id uuid not null references users on delete cascade,
  topic text not null check (topic in ('booking', 'reminder', 'visit', 'message', 'money', 'verification', 'account', 'review')),
  channel text not null check (channel in ('app', 'email', 'push')),
  enabled boolean not null,
  primary key (user_id, topic, channel)
);

-- The token of the link that ends the letters of a topic without login. It permits nothing else.
create table unsubscribe_addresses (
  token uuid unique,
  user_id uuid not null references users on delete cascade,
  topic text not null check (topic in ('booking', 'reminder', 'visit', 'message', 'money', 'verification', 'account', 'review')),
  secret text unique check (length(secret) = 43),
  primary key (user_id, topic)
);

create table push_subscriptions (
  endpoint text primary key check (length(endpoint) <= 2000),
  user_id uuid not null references users on delete cascade, p256dh text not null, auth text not null,
  created_at timestamptz not null,
  session_hash bytea not null unique references sessions on update cascade on delete cascade
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- When a letter went to an address that somebody typed and that is no proved address of an account, whoever asked for
-- it. Only the hash of the address is kept, for 30 days. rule: who-may-name
create table letters_to_strangers (
  id uuid primary key default uuid_v7(),
  -- SHA-256 of the email in the form in which emails are compared.
  email_hash bytea not null,
  -- named: to a person whom a user named; proof: to one that is to replace the address of an account.
  kind text not null check (kind in ('named', 'proof')),
  at timestamptz not null
);
create index letters_to_strangers_of_address on letters_to_strangers (email_hash, kind, at);
create index letters_to_strangers_age on letters_to_strangers (at);

create table reviews (
  id uuid primary key default uuid_v7(),
  professional_id uuid not null references professionals on delete cascade,
  client_id uuid not null references users on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  title text not null, comment text not null, created_at timestamptz not null default now(), answer text,
  answered_at timestamptz,
  -- Whether a review counts is decided when it is written: only after a visit of the pair has taken place.
  -- rule: review-counts
  verified_hire boolean not null default false,
  -- A review belongs to the visit that it follows. After a later visit the client may write another one, and the
  -- newest of the pair counts. Within 7 days after the end of its visit it is sealed.
  -- rule: review-once, review-states
  booking_id uuid references bookings on delete set null,
  visit text not null default 'none' check (visit in ('took_place', 'to_come', 'none')),
  state text not null default 'public' check (state in ('held', 'sealed', 'public', 'hidden')),
  public_at timestamptz constraint reviews_public_at check (public_at is not null),
  -- What a review answers with yes or no, its one edit and what stood before it, and its photos. `held` is a review
  -- of a client whose email address is not proved. rule: review-fields, review-edit, review-states
  on_time boolean,
  as_agreed boolean, book_again boolean, edited_at timestamptz,
  -- Where a review was written. Null after 90 days.
  network_tag text check (network_tag ~ '^n-[0-9a-f]{6}$'),
  device_tag text check (device_tag ~ '^d-[0-9a-f]{16}$'),
  check ((answer is null) = (answered_at is null)),
  constraint reviews_visit check (verified_hire = (visit = 'took_place')),
  constraint reviews_booking check (booking_id is null or verified_hire),
  constraint reviews_sealed check (state <> 'sealed' or verified_hire)
);
create index reviews_newest on reviews (professional_id, created_at desc);
-- Deletion and export of an account look for rows by these columns; the deletion of a
-- booking or a review deletes by them.
create index reviews_of_client on reviews (client_id);
-- One review of a visit, and one of a pair without a visit.
create unique index reviews_one_per_visit on reviews (booking_id);
create unique index reviews_one_without_visit on reviews (professional_id, client_id) where not verified_hire;
create index reviews_of_pair on reviews (professional_id, client_id, created_at desc);
create index reviews_sealed_until on reviews (public_at) where state = 'sealed';
create index reviews_held_of_client on reviews (client_id) where state = 'held';
create index reviews_recent on reviews (created_at);
create index reviews_tagged on reviews (created_at) where network_tag is not null or device_tag is not null;
create trigger reviews_verify_hire before insert on reviews for each row execute function verify_hire();

create table review_versions (
  -- One: a review can be edited once.
  review_id uuid primary key references reviews on delete cascade,
  rating smallint not null, title text not null, comment text not null, on_time boolean, as_agreed boolean,
  book_again boolean, written_at timestamptz not null
);

create table review_photos (
  -- The name of the largest file.
  file text primary key check (file ~ '^review-[0-9a-f]{32}\.webp$'),
  client_id uuid not null references users,
  -- Null: it waits for its review.
  review_id uuid references reviews on delete cascade,
  position smallint,
  -- Address, size and placeholder.
  picture jsonb not null,
  created_at timestamptz not null,
  unique (review_id, position) deferrable initially deferred,
  check ((review_id is null) = (position is null))
);
create index review_photos_of_client on review_photos (client_id);
create index review_photos_waiting on review_photos (created_at) where review_id is null;
