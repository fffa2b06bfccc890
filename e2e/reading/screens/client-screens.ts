import { DEMO_PEOPLE } from '../../../server/demo/market/demo-people.ts'
import {
  addressOf,
  bookingsOf,
  displayName,
  fullName,
  historyOf,
  homeFacts,
  hoursOf,
  nextFreeOf,
  priceOf,
  proposalOf,
  reliabilityOf,
  visitTime,
  workAndMoney,
} from '../bookings.ts'
import type { BookingRow } from '../bookings.ts'
import { accountScreens, headerScreens } from '../account.ts'
import type { Person } from '../account.ts'
import { remindersOf } from '../reminders.ts'
import { monthOf } from '../month.ts'
import { homeScreens, seriesScreens } from './client-home.ts'
import { overviewFacts, profileFacts } from '../profile.ts'
import { visitScreens } from './client-visits.ts'
import { date, dayIn, dollars, longDay, short } from '../formats.ts'
import { conversationList, conversationsOf, threadOf } from '../messages.ts'
import { READER_ZONE } from '../reading.ts'
import type { Rows, Screen } from '../reading.ts'

/** Every screen of a client, and the names that may stand there. */
export async function clientScreens(rows: Rows, email: string) {
  const [me] = await rows<Person>('select * from users where email = $1', [email])
  const bookings = await bookingsOf(rows, email)
  const screens: Screen[] = [
    ...listScreens(rows, bookings),
    ...bookingScreens(rows, bookings),
    ...visitScreens(rows, bookings),
    ...(await messageScreens(rows, me!, bookings)),
    ...(await homeScreens(rows, me!.id)),
    ...(await seriesScreens(rows, bookings, 'client')),
    ...profileScreens(rows, me!.id, bookings[0]!.professional_id),
    ...accountScreens(rows, me!, ownFigures(rows, me!.id), RELIABILITY_TEXTS),
    ...headerScreens(rows, me!, '/marketplace', () => remindersOf(rows, me!)),
  ]
  return { screens, names: [fullName(me!), 'Grace Walker', 'Ana Souza'] }
}

const isOpen = ({ status, ends_at }: BookingRow) =>
  status === 'pending' || (status === 'accepted' && ends_at > new Date())

/** The line that tells by when an answer comes, or why the booking ended. */
function statusOf({ status, expires_at, time_zone, city, reason }: BookingRow): string[] {
  if (status === 'pending')
    return [`You'll hear back by ${short(expires_at, time_zone)}, ${city} time.`]
  return reason ? [`You canceled: “${reason}”`] : []
}

const workOf = (booking: BookingRow) => [
  displayName(booking.professional),
  ...workAndMoney(booking),
]

/** A booking in a list, from its time to its buttons. */
function cardOf(booking: BookingRow, nextFree: readonly string[] = []): string[] {
  const name = displayName(booking.professional)
  return [
    `[alt] ${fullName(booking.professional)}`,
    visitTime(booking),
    ...workOf(booking),
    ...statusOf(booking),
    ...proposalOf(booking, 'client'),
    `[aria-label] Details: ${name}`,
    `[aria-label] Message: ${name}`,
    ...nextFree,
    ...(isOpen(booking) ? [] : [`[aria-label] Book again: ${name}`]),
  ]
}

function listScreens(rows: Rows, bookings: readonly BookingRow[]): Screen[] {
  const coming = bookings.filter(isOpen)
  const past = bookings.filter((one) => !isOpen(one)).toReversed()
  return [
    {
      path: '/marketplace',
      fixed: ['[value] 2 hours'],
      facts: async () => ({
        next: coming.slice(0, 3).map(visitTime),
        names: [
          ...[...coming.slice(0, 3), past[0]!].map(({ professional }) => displayName(professional)),
          `[aria-label] Book again: ${displayName(past[0]!.professional)}`,
        ],
        again: [...(await onceMore(rows, past[0]!)), await nextFreeOf(rows, past[0]!)],
      }),
    },
    {
      path: '/bookings',
      facts: async () => ({
        cards: [
          ...answersFirst(coming).flatMap((booking) => cardOf(booking)),
          ...(await cardsOfPast(rows, past)),
        ],
      }),
    },
    {
      path: '/bookings?view=calendar',
      facts: () => Promise.resolve({ calendar: calendarOf(bookings) }),
    },
  ]
}

/** The latest one has the next free time. */
async function cardsOfPast(rows: Rows, past: readonly BookingRow[]): Promise<string[]> {
  const nextFree = await nextFreeOf(rows, past[0]!)
  return answersFirst(past).flatMap((booking) =>
    cardOf(booking, booking === past[0] ? [nextFree] : []),
  )
}

/** Puts what waits for the client's answer before the rest. rule: booking-lists */
function answersFirst(bookings: readonly BookingRow[]): BookingRow[] {
  const waits = ({ proposal, asks_hours: asksHours }: BookingRow) =>
    asksHours || proposal?.by === 'professional'
  return [...bookings.filter(waits), ...bookings.filter((booking) => !waits(booking))]
}

/** The hours and the price of one more visit like this one, at the present rate. */
async function onceMore(rows: Rows, booking: BookingRow): Promise<string[]> {
  const [offered] = await rows<{ rate: number }>(
    `select coalesce(max(s.hourly_rate_cents), max(p.hourly_rate_cents)) as rate
     from professionals p left join offer_services s on s.professional_id = p.user_id
       and s.service_type = $2 where p.user_id = $1`,
    [booking.professional_id, booking.service_type],
  )
  return [hoursOf(booking), dollars(offered!.rate * booking.estimated_hours)]
}

/** The month of the next visit, and the visits of its day; without a next visit, of today. rule: booking-lists */
function calendarOf(bookings: readonly BookingRow[]): string[] {
  const planned = bookings.filter(({ status }) => !['declined', 'cancelled'].includes(status))
  const chosen = bookings.find(isOpen)?.day ?? dayIn(new Date(), READER_ZONE)
  const ofDay = planned.filter(({ day }) => day === chosen)
  return [
    ...monthOf(chosen, planned, ({ professional }) => displayName(professional)),
    longDay(chosen),
    ...ofDay.flatMap((one) => cardOf(one)),
  ]
}

/** The page of each kind of booking: status, with and without a series, with hours that wait. */
function bookingScreens(rows: Rows, bookings: readonly BookingRow[]): Screen[] {
  const kinds = Map.groupBy(bookings, ({ status, series_id, proposal, final_cents }) =>
    [status, series_id !== null, proposal !== null, final_cents !== null].join(),
  )
  return [...kinds.values()].map(([booking]) => ({
    path: `/bookings/${booking!.id}`,
    facts: async () => ({ booking: await pageOf(rows, booking!) }),
  }))
}

async function pageOf(rows: Rows, booking: BookingRow): Promise<string[]> {
  const name = displayName(booking.professional)
  const again = [await nextFreeOf(rows, booking), `[aria-label] Book again: ${name}`]
  return [
    visitTime(booking),
    `[alt] ${fullName(booking.professional)}`,
    ...workOf(booking),
    ...statusOf(booking),
    ...proposalOf(booking, 'client'),
    `[aria-label] Message: ${name}`,
    ...(isOpen(booking) ? [] : again),
    addressOf(booking),
    ...homeFacts(booking.home),
    `${booking.professional.first_name} brings them`,
    ...priceOf(booking),
    ...(booking.cleaning_frequency === 'monthly'
      ? ['Monthly (every 4 weeks) (this is the first visit)']
      : []),
    'Last 180 days',
    ...(await reliabilityOf(rows, booking.professional_id)),
    booking.notes,
    short(booking.created_at, booking.time_zone),
    ...(await historyOf(rows, booking)),
  ]
}

async function messageScreens(
  rows: Rows,
  me: Person,
  bookings: readonly BookingRow[],
): Promise<Screen[]> {
  const list = async () =>
    conversationList(await conversationsOf(rows, me.id), (name) => `${name} Cleaning`)
  return [
    { path: '/messages', facts: async () => ({ list: await list() }) },
    ...(await conversationsOf(rows, me.id)).map((other) => ({
      path: `/messages/${other.id}`,
      facts: async () => ({
        thread: [...(await list()), ...(await threadOf(rows, me, bookings, other))],
      }),
    })),
  ]
}

function profileScreens(rows: Rows, me: string, professionalId: string): Screen[] {
  return [
    {
      path: `/professionals/${professionalId}`,
      facts: async () => ({
        profile: [
          ...(await profileFacts(rows, 'grace-walker', await ownReview(rows, me))),
          ...(await overviewFacts(rows, 'grace-walker')),
        ],
      }),
    },
  ]
}

const RELIABILITY_TEXTS = [
  'Your visits in the last 180 days.',
  /^Late means you cancel .* usually 24 hours\./,
  'Your first late cancellation for illness in 90 days is excused.',
  "After 3 late cancellations you can send requests, but you can't book instantly.",
]

/** The own figures of a client, and the visits that they count. */
function ownFigures(rows: Rows, me: string) {
  const visitsOf = () =>
    rows<{ kept: boolean; day: string }>(
      `select status = 'completed' as kept, booking_date::text as day from bookings
       where client_id = $1 and status = 'completed' and no_show is null
         and ends_at > now() - interval '180 days' order by starts_at desc`,
      [me],
    )
  return {
    async own() {
      const kept = (await visitsOf()).length
      return [kept, kept, 0, 0, 0].map(String)
    },
    counted: async () => (await visitsOf()).map(({ day }) => date(`${day}T12:00:00Z`, 'UTC')),
  }
}

/** The client's own review, while only the client sees it. */
async function ownReview(rows: Rows, me: string): Promise<string[]> {
  const [review] = await rows<{ rating: number; comment: string; public_at: Date; name: string }>(
    `select r.*, u.first_name as name from reviews r join users u on u.id = r.professional_id
     where r.client_id = $1 and r.state = 'sealed' and u.email = $2`,
    [me, DEMO_PEOPLE.grace.email],
  )
  const { rating, comment, public_at, name } = review!
  return [
    `You've already reviewed ${name}. Thank you! You can write again after your next visit.`,
    `[aria-label] ${rating} out of 5 stars`,
    comment,
    `Published on ${date(public_at, 'UTC')}, or once ${name} has written too`,
  ]
}
