import { dollars } from '#contract/booking-price.ts'
import { formats } from '#contract/formats.ts'
import { SERVICE_NAMES } from '../professionals/service-names.ts'
import type { Composer } from './composer.ts'
import type { Notice, Reader } from './notice.queries.ts'
import { visitTime } from './visit-words.ts'
import { BOOKING_WORDS, LETTER_LABELS } from './words.ts'
import type { BookingNews } from './words.ts'

/** What happened to a booking, for either side. */
export const bookingText: Composer = (notice, reader) => {
  const news = notice.kind.slice('booking.'.length) as BookingNews
  const name = notice.other_name ?? ''
  const words = BOOKING_WORDS[reader.language][news][reader.role]?.({
    client: name,
    professional: name,
  })
  if (!words || !notice.booking) return undefined
  return {
    ...words,
    facts: bookingFacts(notice.booking, reader, news === 'cancelled' || news === 'declined'),
    button: bookingButton(notice.booking, reader),
    ...(news === 'requested' ? { request: notice.booking } : {}),
  }
}

/** Where a booking is looked at: the client's own page of it, the professional's dashboard. */
export function bookingButton({ id }: { id: string }, { role, language }: Reader) {
  return {
    label: LETTER_LABELS[language].button[role],
    path: role === 'client' ? `/bookings/${id}` : '/dashboard',
  }
}

/** No street, phone or full name: who may know them finds them after signing in (decision 15). */
export function bookingFacts(
  booking: NonNullable<Notice['booking']>,
  { language }: Reader,
  withReason = false,
): [string, string][] {
  const labels = LETTER_LABELS[language]
  return [
    [labels.service, SERVICE_NAMES[language][booking.service_type]],
    [labels.when, visitTime(language, booking)],
    [labels.where, `${booking.city}, ${booking.state} ${booking.zip_code}`],
    [labels.hours, String(booking.estimated_hours)],
    [labels.total, formats(language).money(dollars(booking.total_cents))],
    ...(withReason && booking.reason ? [[labels.reason, booking.reason] as [string, string]] : []),
  ]
}
