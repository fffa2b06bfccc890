import type { BookingEvent, SeriesEvent } from '#contract/bookings/booking-status.ts'

const OWN_NAMES = ['proposed', 'moved']

/**
 * The event of a booking, from the kind of the recorded event: 'booking.accepted' is 'accepted', 'proposal.moved' is
 * 'moved', 'proposal.declined' is 'proposal_declined'. The trigger `events_of_bookings` names messages so too.
 */
export function bookingEventOf(kind: string): BookingEvent {
  const [topic, what = ''] = kind.split('.')
  const event = topic === 'proposal' && !OWN_NAMES.includes(what) ? `proposal_${what}` : what
  return event as BookingEvent
}

/**
 * The event of a series, from the kind of the recorded event: 'series.skipped' is 'visit_skipped', 'series.paused' is
 * 'series_paused'.
 */
export function seriesEventOf(kind: string): SeriesEvent | 'visit_conflict' {
  const what = kind.slice(kind.indexOf('.') + 1)
  const isOfVisit = what === 'skipped' || what === 'restored' || what === 'conflict'
  return `${isOfVisit ? 'visit' : 'series'}_${what}` as SeriesEvent
}
