-- The conversation of a pair is its lead: one row for each pair. Its id is the id that the calls use.
-- rule: conversation-pair
alter table leads add column conversation_id uuid not null default uuid_v7() unique;

-- `seq` orders the messages of a conversation, also within one instant. A message of `kind` 'booking' reports an event
-- of a booking; `event` names it.
create table messages (
  id uuid primary key default uuid_v7(),
  seq bigint generated always as identity,
  conversation_id uuid not null references leads (conversation_id) on delete cascade,
  sender_id uuid not null references users,
  receiver_id uuid not null references users,
  kind text not null check (kind in ('text', 'picture', 'booking')),
  text text not null default '' check (length(text) <= 5000),
  -- A private picture's file name, and its size and placeholder.
  picture text unique,
  picture_facts jsonb,
  booking_id uuid references bookings on delete cascade,
  event text check (event in ('requested', 'accepted', 'declined', 'expired', 'cancelled', 'completed')),
  created_at timestamptz not null,
  -- Messages of kind 'booking' count as read from the start.
  read_at timestamptz,
  check (sender_id <> receiver_id),
  check ((kind = 'text') = (text <> '' and picture is null)),
  check ((kind = 'picture') = (picture is not null)),
  check ((picture is null) = (picture_facts is null)),
  check ((kind = 'booking') = (booking_id is not null and event is not null))
);
create index messages_thread on messages (conversation_id, seq desc);
create index messages_unread on messages (receiver_id, conversation_id) where read_at is null;

-- Users who have blocked another user.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  at timestamptz not null,
  primary key (blocker_id, blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- Reports of users about other users, for the operator. A pair has at most one open report.
create table reports (
  id bigint generated always as identity primary key,
  reporter_id uuid not null references users on delete cascade,
  reported_id uuid not null references users on delete cascade,
  reason text not null,
  at timestamptz not null,
  closed_at timestamptz
);
create unique index reports_open on reports (reporter_id, reported_id) where closed_at is null;

-- Every event of a booking becomes a message in the conversation of its client and professional, whichever command
-- wrote it. Events of background jobs have the professional as sender.
create function tell_booking_in_thread() returns trigger language plpgsql as $$
begin
  insert into messages (conversation_id, sender_id, receiver_id, kind, booking_id, event, created_at, read_at)
  select leads.conversation_id,
    case when new.actor_id = bookings.client_id then bookings.client_id else bookings.professional_id end,
    case when new.actor_id = bookings.client_id then bookings.professional_id else bookings.client_id end,
    'booking', bookings.id, substring(new.kind from '\.(.*)'), new.at, new.at
  from bookings join leads using (professional_id, client_id) where bookings.id = new.subject_id;
  return null;
end $$;
create trigger events_of_bookings after insert on events
  for each row when (new.kind in ('booking.requested', 'booking.accepted', 'booking.declined', 'booking.expired', 'booking.cancelled', 'booking.completed'))
  execute function tell_booking_in_thread();

insert into messages (conversation_id, sender_id, receiver_id, kind, booking_id, event, created_at, read_at)
select leads.conversation_id,
  case when events.actor_id = bookings.client_id then bookings.client_id else bookings.professional_id end,
  case when events.actor_id = bookings.client_id then bookings.professional_id else bookings.client_id end,
  'booking', bookings.id, substring(events.kind from '\.(.*)'), events.at, events.at
from events join bookings on bookings.id = events.subject_id join leads using (professional_id, client_id)
where events.kind in ('booking.requested', 'booking.accepted', 'booking.declined', 'booking.expired', 'booking.cancelled', 'booking.completed')
order by events.id;
