import { sql } from 'kysely'
import { dollars } from '#contract/bookings/booking-price.ts'
import { formats } from '#contract/formats.ts'
import type { Language, Role } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { textsIn, titled, titledFor } from '#server/texts.ts'
import type { TitledKey } from '#server/texts.ts'
import { splitText } from '#server/bookings/agreements/split-text.ts'
import { bookingEventOf, seriesEventOf } from '#server/bookings/lists/booking-events.ts'
import { isProposalOpen } from '#server/bookings/proposals/proposal-view.ts'
import { BOOKING_RECIPIENTS } from '../notices/booking-recipients.ts'
import type { BookingEvent } from '../notices/booking-recipients.ts'
import { createNotice } from '../notices/create-notice.ts'
import { priceLineFacts } from '../notices/price-line-texts.ts'
import type { Notice, NoticeTopicDefinition, Reader } from '../notices/notice.ts'
import type { BookingFacts } from '../notices/notice-data.ts'

/**
 * The job 'notify-booking': writes the notices of a booking event for the client, the professional or both, but not for
 * the person who caused it. Other jobs send the letters and push notifications. rule: notice-kinds
 */
export async function notifyOfBooking(
  { db, clock, live }: Context,
  { event_id }: { event_id: string },
): Promise<void> {
  const event = await loadBookingEvent(db, event_id)
  if (!event) return
  const at = clock.now()
  const { client_id, professional_id, actor_id, what, data, booking_id: bookingId } = event
  // A no-show was reported, so do not say that the visit was completed. rule: problem-moves
  if (what === 'completed' && event.no_show !== null) return
  const sides = [
    { role: 'client', userId: client_id, otherId: professional_id },
    { role: 'professional', userId: professional_id, otherId: client_id },
  ] as const
  await db.transaction().execute(async (tx) => {
    for (const { role, userId, otherId } of sides) {
      // The acceptance of an instant booking is an event of the professional, who did nothing and is notified.
      const isBooked = what === 'accepted' && data['instant'] === true && role === 'professional'
      const noticeEvent = isBooked ? 'instant' : what
      // A re-clean is booked by the client, who needs no notice of it.
      if (data['reclean'] === true && role === 'client') continue
      const recipients: readonly Role[] | undefined = BOOKING_RECIPIENTS[noticeEvent]
      if ((userId === actor_id && !isBooked) || !recipients?.includes(role)) continue
      // Only the author is notified that a proposal has expired.
      if (what === 'proposal_expired' && role !== data['by']) continue
      const kind = `booking.${noticeEvent}` as const
      const key = `${kind} ${event_id} ${userId}`
      await createNotice(tx, { userId, otherId, bookingId, kind, key, at, data })
    }
  })
  await live.notify([client_id, professional_id], { type: 'notices' })
}

/**
 * The job 'notify-held-booking': tells a client that a request ended before its professional saw it. rule: held-starts
 */
export async function notifyOfHeldBooking(
  { db, clock, live }: Context,
  { booking_id: bookingId }: { booking_id: string },
): Promise<void> {
  const booking = await db
    .selectFrom('bookings')
    .select(['client_id', 'professional_id', 'reason'])
    .where('id', '=', bookingId)
    .where('status', '=', 'declined')
    .where('held', 'is not', null)
    .executeTakeFirst()
  if (!booking) return
  const { client_id: userId, professional_id: otherId } = booking
  const kind = booking.reason === 'expired' ? 'booking.expired' : 'booking.declined'
  await db.transaction().execute((tx) => {
    const key = `${kind} held ${bookingId}`
    const at = clock.now()
    return createNotice(tx, { userId, otherId, bookingId, kind, key, at, data: { held: true } })
  })
  await live.notify([userId], { type: 'notices' })
}

async function loadBookingEvent(db: Db, eventId: string) {
  const event = await db
    .selectFrom('events')
    // The event of a series names the booking that its notice is about.
    .innerJoin('bookings', (join) =>
      join.on(
        'bookings.id',
        '=',
        sql<string>`coalesce((events.data ->> 'booking_id')::uuid, events.subject_id)`,
      ),
    )
    .select([
      'events.kind',
      'events.actor_id',
      'events.data',
      'bookings.id as booking_id',
      'bookings.client_id',
      'bookings.professional_id',
      'bookings.no_show',
    ])
    .where('events.id', '=', eventId)
    .executeTakeFirst()
  if (!event) return undefined
  const what = noticeOf(event.kind)
  return { ...event, what, data: event.data as Notice['data'] }
}

/** The notice of an event. Several actions on a series have one notice in common. rule: series-notices */
function noticeOf(kind: string): BookingEvent {
  if (!kind.startsWith('series.')) return bookingEventOf(kind) as BookingEvent
  const what = seriesEventOf(kind)
  return COMMON_NOTICES[what] ?? (what as BookingEvent)
}

const COMMON_NOTICES: Partial<Record<string, BookingEvent>> = {
  series_paused: 'series_changed',
  series_resumed: 'series_changed',
  visit_restored: 'series_changed',
  series_declined: 'proposal_declined',
  series_expired: 'proposal_expired',
}

/**
 * The statuses of the booking in which a notice of this event is still correct. Notices of other events are always
 * sent, but that of a proposal only while it is open. rule: notice-still-true
 */
const CORRECT_IN_STATUSES: Partial<Record<BookingEvent, readonly string[]>> = {
  requested: ['pending'],
  accepted: ['accepted', 'completed'],
  instant: ['accepted', 'completed'],
}

export const bookingNotices: NoticeTopicDefinition = {
  compose({ kind, other_name, booking, data }, reader) {
    const event = bookingEventOf(kind) as BookingEvent
    if (!booking) return undefined
    const to = event === 'instant' ? booking.starts_at : data['to']
    const when =
      event === 'absence'
        ? formats(reader.language).date(booking.starts_at, booking.time_zone)
        : daysOf(data, reader) || timeAtHome(to, booking, reader)
    const { language, role } = reader
    const hasReason = reasonOf(booking, language) !== null
    const special = specialText(event, role, { data, hasReason })
    const values = { name: other_name ?? '', when }
    const text = special
      ? titled(language, 'bookings', `special.${special}`, values)
      : titledFor(language, 'bookings', `events.${event}`, role, values)
    if (!text) return undefined
    const t = textsIn(language, 'bookings')
    // The booking of a notice about a series has its place and price; its time would be taken for the date it tells of.
    const facts = bookingFacts(booking, reader, WITH_REASON.includes(event)).filter(
      ([label]) => label !== t('labels.when') || !isWithoutVisit(event, data),
    )
    return {
      ...text,
      facts:
        event === 'proposed'
          ? [...facts, [t('labels.proposed'), when]]
          : [...facts, ...otherVisits(data, reader)],
      button: isOfSeries(event, data)
        ? seriesButton(booking, reader)
        : bookingButton(booking, reader),
      ...(event === 'requested' ? { request: booking } : {}),
      ...(event === 'proposed' ? { proposalId: String(data['proposal_id']) } : {}),
      ...(event === 'absence' ? { lostBookingId: booking.id } : {}),
    }
  },
  async isStillTrue(db, { kind, booking, data }) {
    const event = bookingEventOf(kind) as BookingEvent
    if (event === 'proposed') return isProposalOpen(db, String(data['proposal_id']))
    if (event === 'series_proposed') return isChangeOpen(db, String(data['change_id']))
    return CORRECT_IN_STATUSES[event]?.includes(booking?.status ?? '') ?? true
  },
}

type EventOfNotice = [event: BookingEvent, data: Notice['data']]

type SpecialText =
  TitledKey<'bookings'> extends infer K ? (K extends `special.${infer Name}` ? Name : never) : never

/**
 * The text of a notice that has another one than most of its event: a move or a re-clean that the professional need not
 * answer, a request that waited for the client's address, a change of regular visits that is over, or regular visits
 * that stop. rules: proposals, reclean, held-starts, series-notices
 */
function specialText(
  event: BookingEvent,
  role: Role,
  { data, hasReason }: { data: Notice['data']; hasReason: boolean },
): SpecialText | undefined {
  if (event === 'moved' && data['instant'] === true) return 'moved_at_once'
  if (event === 'visit_conflict' && data['stopped'] === true) return 'series_stopped'
  if (event === 'instant' && data['reclean'] === true) return 'reclean_accepted'
  if (data['held'] === true) return event === 'expired' ? 'held_expired' : 'held_declined'
  if (event === 'cancelled' && role === 'professional' && !hasReason) return 'cancelled_silently'
  if (!isOfSeries(event, data)) return undefined
  if (event === 'proposal_declined') return 'change_declined'
  return event === 'proposal_expired' ? 'change_expired' : undefined
}

/** Only the proposals of a series have a change. rule: series-notices */
function isOfSeries(...[event, data]: EventOfNotice): boolean {
  return event.startsWith('series_') || OF_ONE_DATE.includes(event) || 'change_id' in data
}

const OF_ONE_DATE: readonly BookingEvent[] = ['visit_skipped', 'visit_conflict']

/** The booking of these notices is the next visit of the series, or its latest one. rule: series-notices */
function isWithoutVisit(...[event, data]: EventOfNotice): boolean {
  if (event === 'series_started') return false
  return event === 'visit_skipped' ? data['planned'] === true : isOfSeries(event, data)
}

async function isChangeOpen(db: Db, id: string): Promise<boolean> {
  const change = await db
    .selectFrom('series_changes')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return change !== undefined
}

/** The events whose letter lists what the other person wrote. */
const WITH_REASON: readonly BookingEvent[] = ['cancelled', 'declined', 'absence']

/** The other visits of the same person that an absence ended. rule: absence */
function otherVisits(
  { also: visits }: Notice['data'],
  { language }: Pick<Reader, 'language'>,
): [string, string][] {
  if (!visits) return []
  return String(visits)
    .split(',')
    .map((visit) => {
      // A notice of an earlier version has no city.
      const [startsAt = '', zone = '', ...city] = visit.split(' ')
      const time = formats(language).visit(startsAt, zone)
      const t = textsIn(language, 'bookings')
      const place = city.join(' ')
      return [t('labels.when'), place ? t('labels.time_in_city', { time, city: place }) : time]
    })
}

/** The dates of a series that a notice is about, in full; '' for other notices. */
function daysOf(
  { dates, last_date }: Notice['data'],
  { language }: Pick<Reader, 'language'>,
): string {
  const days = String(last_date ?? dates ?? '')
  return days && days.split(',').map(formats(language).day).join('; ')
}

/** The time that a notice is about, in the time of the home; '' for most notices. */
export function timeAtHome(
  to: Notice['data'][string] | Date | undefined,
  { time_zone, city }: BookingFacts,
  { language }: Pick<Reader, 'language'>,
): string {
  const startsAt = typeof to === 'string' ? new Date(to) : to
  if (!(startsAt instanceof Date)) return ''
  const time = formats(language).visit(startsAt, time_zone)
  return textsIn(language, 'bookings')('labels.time_in_city', { time, city })
}

/** The button of a letter. It opens the visit for a client, and the dashboard for a professional. */
export function bookingButton(
  { id }: Pick<BookingFacts, 'id'>,
  { role, language }: Pick<Reader, 'role' | 'language'>,
) {
  return {
    label: textsIn(language, 'bookings')(`buttons.${role}`),
    path: role === 'client' ? `/visits/${id}` : '/dashboard',
  }
}

/** The button to the page of the series, where both sides answer a change and see what comes next. */
function seriesButton(booking: BookingFacts, reader: Pick<Reader, 'role' | 'language'>) {
  if (booking.series_id === null) return bookingButton(booking, reader)
  return {
    label: textsIn(reader.language, 'bookings')('buttons.series'),
    path: `/regular-visits/${booking.series_id}`,
  }
}

/** The facts that a letter lists: no street, phone or last name. rule: notice-privacy */
export function bookingFacts(
  booking: BookingFacts,
  { language }: Pick<Reader, 'language'>,
  withReason = false,
): [string, string][] {
  const t = textsIn(language, 'bookings')
  const { money, number } = formats(language)
  const reason = reasonOf(booking, language)
  return [
    [t('labels.service'), t(`services.${booking.service_type}`)],
    [t('labels.when'), timeAtHome(booking.starts_at, booking, { language })],
    [t('labels.where'), `${booking.city}, ${booking.state} ${booking.zip_code}`],
    [t('labels.hours'), splitText(booking.lines, language) ?? number(booking.estimated_hours)],
    ...priceLineFacts(booking.lines, language),
    [t('labels.total'), money(dollars(booking.total_cents))],
    ...(withReason && reason !== null ? [[t('labels.reason'), reason] as [string, string]] : []),
  ]
}

/** The words of the person who cancelled or declined, or the sentence of the chosen reason. rule: cancellation */
function reasonOf({ reason, reason_code }: BookingFacts, language: Language): string | null {
  if (reason) return reason
  return reason_code && reason_code !== 'other'
    ? textsIn(language, 'bookings')(`reasons.${reason_code}`)
    : null
}
