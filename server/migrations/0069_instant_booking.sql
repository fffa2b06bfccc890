-- A visit that the client booked at once: it was never a request. Nobody answered it. rule: instant-booking
alter table bookings
  add column instant boolean not null default false,
  add constraint bookings_instant_was_no_request check (
    not instant or (status not in ('pending', 'declined') and answered_at is null)
  );
create index bookings_instant_of_client on bookings (client_id, starts_at) where instant and status = 'accepted';

-- One action makes one message: 'requested' is that of an instant booking too.
drop trigger events_of_bookings on events;
create trigger events_of_bookings after insert on events
  for each row when (
    new.kind in (
      'booking.requested', 'booking.accepted', 'booking.declined', 'booking.expired', 'booking.cancelled', 'booking.completed',
      'proposal.proposed', 'proposal.moved', 'proposal.declined', 'proposal.withdrawn', 'proposal.expired'
    ) and not (new.kind = 'booking.accepted' and new.data ?| '{proposal_id,instant}')
  )
  execute function tell_booking_in_thread();
