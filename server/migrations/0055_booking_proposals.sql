-- Another time for a visit, proposed by one side and answered by the other. A booking has at most one that is open.
-- rule: proposals
create table booking_proposals (
  id uuid primary key default uuid_v7(),
  booking_id uuid not null references bookings on delete cascade,
  by text not null check (by in ('client', 'professional')),
  booking_date date not null,
  booking_time time not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null default '' check (char_length(note) <= 500),
  outside_hours boolean not null default false,
  status text not null default 'open' check (
    status in ('open', 'accepted', 'declined', 'withdrawn', 'countered', 'expired', 'void')
  ),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (ends_at > starts_at),
  check (expires_at <= starts_at)
);
create unique index booking_proposals_open on booking_proposals (booking_id) where status = 'open';
create index booking_proposals_booking on booking_proposals (booking_id);
create index booking_proposals_due on booking_proposals (expires_at) where status = 'open';

-- The links in the letter about a proposal. The other side can answer it with one of them, once. rule: visit-link
create table visit_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  proposal_id uuid not null references booking_proposals on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index visit_links_proposal on visit_links (proposal_id);
create index visit_links_expiry on visit_links (expires_at);

alter table bookings
  -- How often the visit was accepted, moved, declined, cancelled or completed. rule: calendar-sequence
  add column sequence integer not null default 0,
  -- When the visit got its present time. Null: with the request.
  add column moved_at timestamptz;
update bookings set sequence = case status when 'pending' then 0 when 'accepted' then 1 when 'declined' then 1 else 2 end;

create function raise_booking_sequence() returns trigger language plpgsql as $$
begin
  new.sequence := old.sequence + 1;
  return new;
end $$;
create trigger bookings_raise_sequence before update on bookings
  for each row when ((old.status, old.starts_at) is distinct from (new.status, new.starts_at))
  execute function raise_booking_sequence();

-- A booking that ends takes its open proposal with it. rule: proposals
create function void_booking_proposal() returns trigger language plpgsql as $$
begin
  update booking_proposals set status = 'void' where booking_id = new.id and status = 'open';
  return null;
end $$;
create trigger bookings_void_proposal after update on bookings
  for each row when (old.status <> new.status and new.status in ('declined', 'cancelled', 'completed'))
  execute function void_booking_proposal();

-- What happens to a proposal becomes a message too. An acceptance by a proposal is one message: 'moved'.
alter table messages
  drop constraint messages_event_check,
  add constraint messages_event_check check (
    event in (
      'requested', 'accepted', 'declined', 'expired', 'cancelled', 'completed',
      'proposed', 'moved', 'proposal_declined', 'proposal_withdrawn', 'proposal_expired'
    )
  );
drop trigger events_of_bookings on events;
create or replace function tell_booking_in_thread() returns trigger language plpgsql as $$
begin
  insert into messages (conversation_id, sender_id, receiver_id, kind, booking_id, event, created_at, read_at)
  select leads.conversation_id,
    case when new.actor_id = bookings.client_id then bookings.client_id else bookings.professional_id end,
    case when new.actor_id = bookings.client_id then bookings.professional_id else bookings.client_id end,
    'booking', bookings.id,
    case when new.kind in ('proposal.declined', 'proposal.withdrawn', 'proposal.expired') then 'proposal_' else '' end
      || substring(new.kind from '\.(.*)'),
    new.at, new.at
  from bookings join leads using (professional_id, client_id) where bookings.id = new.subject_id;
  return null;
end $$;
create trigger events_of_bookings after insert on events
  for each row when (
    new.kind in (
      'booking.requested', 'booking.accepted', 'booking.declined', 'booking.expired', 'booking.cancelled', 'booking.completed',
      'proposal.proposed', 'proposal.moved', 'proposal.declined', 'proposal.withdrawn', 'proposal.expired'
    ) and not (new.kind = 'booking.accepted' and new.data ? 'proposal_id')
  )
  execute function tell_booking_in_thread();
