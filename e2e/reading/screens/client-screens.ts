import { DEMO_PEOPLE } from '../../../server/demo/market/demo-people.ts'
import {
  bookingsOf,
  displayName,
  FREE_TIMES,
  fullName,
  hoursOf,
  nextFreeOf,
  proposalOf,
} from '../bookings.ts'
import type { BookingRow } from '../bookings.ts'
import { accountScreens, headerScreens } from '../account.ts'
import type { Person } from '../account.ts'
import { remindersOf } from '../reminders.ts'
import { monthOf } from '../month.ts'
import { homeScreens, seriesScreens } from './client-home.ts'
import { overviewFacts, profileFacts } from '../profile.ts'
import { isOpen, visitScreens, whenOf } from './client-visits.ts'
import { date, dayIn, dollars, longDay, time } from '../formats.ts'
import { conversationList, conversationsOf, threadOf } from '../messages.ts'
import { READER_ZONE } from '../reading.ts'
import type { Rows, Screen } from '../reading.ts'

/** Every screen of a client, and the names that may stand there. */
export async function clientScreens(rows: Rows, email: string) {
  const [me] = await rows<Person>('select * from users where email = $1', [email])
  const bookings = await bookingsOf(rows, email)
  const screens: Screen[] = [
    ...listScreens(rows, bookings),
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

/** The professional and the time. */
const headOf = (booking: BookingRow): string[] => [
  `[alt] ${fullName(booking.professional)}`,
  whenOf(booking),
  booking.professional.first_name,
]

const DAY_MS = 86_400_000

/** A visit as one row of a list. */
function rowOf(booking: BookingRow): string[] {
  const { status, final_cents, total_cents } = booking
  const isLost = status === 'declined' || status === 'cancelled'
  return [
    ...headOf(booking),
    hoursOf(booking),
    ...(isLost ? [] : [dollars(final_cents ?? total_cents)]),
  ]
}

/** The later visits: those of a series are one row, which opens. rule: booking-lists */
function laterRows(bookings: readonly BookingRow[]): string[] {
  const ofSeries = Map.groupBy(bookings, ({ id, series_id }) => series_id ?? id)
  return [...ofSeries.values()].flatMap((visits) => {
    const [first] = visits
    if (visits.length < 2) return rowOf(first!)
    const { professional, starts_at, time_zone } = first!
    const weekday = longDay(first!.day).split(',')[0]
    return [
      `[alt] ${fullName(professional)}`,
      `Every ${weekday} at ${time(starts_at, time_zone)}`,
      professional.first_name,
      `next ${visits.length}`,
      ...visits.flatMap(rowOf),
    ]
  })
}

const waits = ({ proposal, asks_hours: asksHours }: BookingRow) =>
  asksHours || proposal?.by === 'professional'

/** The first screen: the next visit, what waits for an answer, and whom to book again. */
async function homeOf(rows: Rows, coming: readonly BookingRow[], past: readonly BookingRow[]) {
  const next = coming.find(({ status }) => status === 'accepted')!
  const name = displayName(past[0]!.professional)
  const questions = [...coming.slice(0, 10), ...past.slice(0, 10)].filter(waits).slice(0, 2)
  return [
    ...headOf(next),
    `${next.address}, ${next.city}`,
    ...questions.flatMap((one) => [...headOf(one), ...proposalOf(one, 'client')]),
    `[alt] ${fullName(past[0]!.professional)}`,
    name,
    ...(await onceMore(rows, past[0]!)),
    `[aria-label] Book again: ${name}`,
  ]
}

/** The list of a client: what waits for an answer, this week, later, and the latest three of the past. */
function listOf(coming: readonly BookingRow[], past: readonly BookingRow[]): string[] {
  const planned = coming.filter((one) => !waits(one))
  const weekEnd = Date.now() + 7 * DAY_MS
  return [
    ...[...coming, ...past]
      .filter(waits)
      .flatMap((one) => [...headOf(one), ...proposalOf(one, 'client')]),
    ...planned.filter(({ starts_at }) => +starts_at < weekEnd).flatMap(rowOf),
    ...laterRows(planned.filter(({ starts_at }) => +starts_at >= weekEnd)),
    ...past
      .filter((one) => !waits(one))
      .slice(0, 3)
      .flatMap(rowOf),
  ]
}

function listScreens(rows: Rows, bookings: readonly BookingRow[]): Screen[] {
  const coming = bookings.filter(isOpen)
  const past = bookings.filter((one) => !isOpen(one)).toReversed()
  return [
    {
      path: '/marketplace',
      facts: async () => ({ home: await homeOf(rows, coming, past) }),
      known: () => nextFreeOf(rows, past[0]!),
      maybe: () => Promise.resolve(FREE_TIMES),
    },
    {
      path: '/bookings',
      facts: () => Promise.resolve({ rows: listOf(coming, past) }),
    },
    {
      path: '/bookings?view=calendar',
      facts: () => Promise.resolve({ calendar: calendarOf(bookings) }),
    },
  ]
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
    ...monthOf(chosen, planned, ({ professional }) => professional.first_name),
    longDay(chosen),
    ...ofDay.flatMap(rowOf),
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
