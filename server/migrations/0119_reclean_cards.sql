-- An instant booking has a card of its request. A re-clean has no request: its acceptance is its first card.
drop trigger events_of_bookings on events;
create trigger events_of_bookings after insert on events
  for each row when (
    new.kind in (
      'booking.requested', 'booking.accepted', 'booking.declined', 'booking.expired', 'booking.cancelled', 'booking.completed',
      'proposal.proposed', 'proposal.moved', 'proposal.declined', 'proposal.withdrawn', 'proposal.expired'
    ) and not (
      new.kind = 'booking.accepted' and new.data ?| '{proposal_id,instant}' and not new.data ? 'reclean'
    ) and not (new.data ? 'series_id')
  )
  execute function tell_booking_in_thread();
