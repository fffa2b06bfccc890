import { accountScreens, headerScreens } from '../account.ts'
import type { Person } from '../account.ts'
import {
  addressOf,
  placeOf,
  bookingsOf,
  fullName,
  homeFacts,
  hoursOf,
  priceOf,
  proposalOf,
  visitTime,
  workAndMoney,
} from '../bookings.ts'
import type { BookingRow } from '../bookings.ts'
import { date, dollars, short, time } from '../formats.ts'
import { seriesScreens } from './client-home.ts'
import { conversationList, conversationsOf, threadOf } from '../messages.ts'
import { moneyScreens, planOf } from './professional-money.ts'
import { formScreens } from './professional-time.ts'
import { visitScreens } from './professional-visits.ts'
import { agendaScreens } from './professional-agenda.ts'
import { remindersOf } from '../reminders.ts'
import { netHoursOf } from '../net-hour.ts'
import type { Rows, Screen } from '../reading.ts'

/** Every screen of a professional that shows what is stored, and the names that may stand there. */
export async function professionalScreens(rows: Rows, email: string) {
  const [me] = await rows<Person>('select * from users where email = $1', [email])
  const bookings = await bookingsOf(rows, email)
  const figures = ownFigures(rows, me!.id)
  const details = await allDetails(rows, bookings)
  const screens: Screen[] = [
    ...dashboardScreens(rows, me!, bookings, details),
    {
      path: '/dashboard?open=bookings',
      known: () => Promise.resolve(bookings.flatMap(cardOf)),
      maybe: () => Promise.resolve(details),
    },
    ...agendaScreens(rows, me!, bookings),
    ...(await moneyScreens(rows, me!, bookings)),
    ...formScreens(rows, me!),
    ...(await seriesScreens(rows, bookings, 'professional')),
    ...visitScreens(rows, bookings),
    ...(await messageScreens(rows, me!, bookings)),
    ...accountScreens(rows, me!, figures, RELIABILITY_TEXTS),
    ...headerScreens(rows, me!, '/dashboard', () => remindersOf(rows, me!)),
  ]
  return { screens, names: [fullName(me!), 'Maya Thompson'] }
}

/** The list of conversations, and the thread with the client whom the professional visits most. */
async function messageScreens(
  rows: Rows,
  me: Person,
  bookings: readonly BookingRow[],
): Promise<Screen[]> {
  // Clients have no portrait.
  const list = async () =>
    conversationList(await conversationsOf(rows, me.id), (name) => name).filter(
      (one) => !one.startsWith('[alt]'),
    )
  const maya = (await conversationsOf(rows, me.id)).find(({ name }) => name === 'Maya Thompson')!
  return [
    { path: '/messages', facts: async () => ({ list: await list() }) },
    {
      path: `/messages/${maya.id}`,
      facts: async () => ({
        thread: [...(await list()), ...(await threadOf(rows, me, bookings, maya))],
      }),
    },
  ]
}

/** A booking in the list: when, for whom, what it costs, and what is open or why it ended. */
function cardOf(booking: BookingRow): string[] {
  return [
    visitTime(booking),
    fullName(booking.client),
    ...workAndMoney(booking),
    ...statusOf(booking),
    ...proposalOf(booking, 'professional'),
  ]
}

function statusOf({ status, expires_at, time_zone, city, reason }: BookingRow): string[] {
  if (status === 'pending') {
    const until = `${short(expires_at, time_zone)}, ${city} time`
    return [`Answer by ${until}.`]
  }
  return reason ? [`You canceled: “${reason}” This counts as a late cancellation.`] : []
}

/** The name of the first tab. */
const TAB = 'Today'

/** The tabs of the dashboard. Which bookings stand there, no row says. */
function dashboardScreens(
  rows: Rows,
  me: Person,
  bookings: readonly BookingRow[],
  details: readonly string[],
): Screen[] {
  return [
    {
      path: '/dashboard',
      fixed: [
        TAB,
        '2 monthly leads',
        'Buy a lead for $15.00',
        '1 credit = 1 new client. Repeat visits are free.',
      ],
      known: async () => {
        const { left, price } = await planOf(rows, me.id)
        const waiting = bookings.filter((one) => one.status === 'pending')
        return [left, price, `${waiting.length} requests to answer`, ...waiting.flatMap(requestOf)]
      },
      maybe: () => Promise.resolve([...details, ...TODAY_TEXTS]),
    },
    {
      path: '/dashboard?tab=bookings',
      fixed: [TAB],
      known: () => figuresOf(rows, me.id, bookings),
      maybe: () => Promise.resolve(details),
    },
    {
      path: '/dashboard?tab=profile',
      fixed: [
        TAB,
        'Show 3 or more photos of your work',
        'Write 100 or more characters about yourself',
      ],
      known: () => profileOf(rows, me),
    },
    { path: '/dashboard?tab=reviews', fixed: [TAB], maybe: () => reviewsOf(rows, me.id) },
  ]
}

/** The next visit, and what a row reckons: distance, drive, hour and week. Their figures have their own tests. */
const TODAY_TEXTS = [
  /^(Today|Tomorrow|\w{3}, \w{3} \d+), \d+:\d\d [AP]M to \d+:\d\d [AP]M$/,
  /, \w\w \d{5} · about \d+ min drive$/,
  /^\w{3}, .*: \d+ min$/,
  /^Details of the request for /,
  /^\d{5}, \d+ mi$/,
  /^Clashes with \w+, /,
  /^About \$\d+\/hour after drive/,
  /^You'll see \w+'s phone and email once you accept\.$/,
  /^This week$/,
  /^\$[\d,.]+ booked · \$[\d,.]+ done$/,
]

/** A request, from its time to the moment until which it can be answered. */
function requestOf(booking: BookingRow): string[] {
  return [
    visitTime(booking),
    `${dollars(booking.hourly_rate_cents)} × ${hoursOf(booking)}`,
    ...statusOf(booking),
  ]
}

/** Another visit of the same day, beside a request. */
function overlapOf({ starts_at, ends_at, time_zone, city, client }: BookingRow): string[] {
  const until = time(ends_at, time_zone)
  return [`${short(starts_at, time_zone)} to ${until}, ${city} time: ${client.first_name}`]
}

/** The opened details of each booking. */
async function allDetails(rows: Rows, bookings: readonly BookingRow[]): Promise<string[]> {
  return [
    ...bookings.flatMap(detailsOf),
    ...bookings.flatMap(overlapOf),
    ...(await netHoursOf(rows, bookings)),
    ...(await reliabilityOfClients(rows, bookings)),
  ]
}

function detailsOf(booking: BookingRow): string[] {
  const { client, notes, created_at, time_zone, address } = booking
  return [
    ...cardOf(booking),
    client.phone,
    client.email,
    `Call ${client.first_name}`,
    `Message ${client.first_name}`,
    address,
    addressOf(booking),
    placeOf(booking),
    ...homeFacts(booking.home),
    ...priceOf(booking),
    'Every 2 weeks',
    'Every 2 weeks (this is the first visit)',
    'Monthly (every 4 weeks)',
    'Monthly (every 4 weeks) (this is the first visit)',
    'Last 180 days',
    'Last 180 days:',
    client.first_name,
    notes,
    short(created_at, time_zone),
  ]
}

async function reliabilityOfClients(
  rows: Rows,
  bookings: readonly BookingRow[],
): Promise<string[]> {
  const clients = await rows<Record<'kept' | 'late' | 'absent', number>>(
    `select count(*) filter (where status = 'completed' and no_show is null)::int as kept,
       count(*) filter (where status = 'cancelled' and cancelled_late and not late_excused
         and cancelled_by = 'client')::int as late,
       count(*) filter (where no_show = 'client')::int as absent
     from bookings where status in ('completed', 'cancelled')
       and coalesce(cancelled_at, ends_at) > now() - interval '180 days'
       and client_id in (select client_id from bookings where id = any($1))
     group by client_id`,
    [bookings.map(({ id }) => id)],
  )
  return clients.flatMap(({ kept, late, absent }) => {
    const all = kept + late + absent
    if (all < 3) return ['New: fewer than 3 visits yet']
    return [`${kept} of ${all} visits kept`, `${late} canceled late`, `${absent} no-show`]
  })
}

/** The estimate is the claim of the dashboard; what is booked and done stands beside it. */
async function figuresOf(
  rows: Rows,
  me: string,
  bookings: readonly BookingRow[],
): Promise<string[]> {
  const [reviews] = await rows<{ rating: number; reviews: number }>(
    `select avg(rating)::float8 as rating, count(*)::int as reviews from (
       select distinct on (client_id) rating from reviews where professional_id = $1
         and state = 'public' and visit = 'took_place' order by client_id, created_at desc) as counted`,
    [me],
  )
  // A later visit of a series counts once it has begun.
  const [all] = await rows<{ counted: number; rate: number }>(
    `select count(*)::int as counted, max(p.hourly_rate_cents) as rate
     from bookings b join professionals p on p.user_id = b.professional_id
     where b.professional_id = $1 and b.held is null and (b.series_id is null
       or exists (select from series s where s.request_id = b.id)
       or b.starts_at <= now() and b.status in ('accepted', 'completed'))`,
    [me],
  )
  const { counted, rate } = all!
  const estimate = dollars(counted * rate * 3)
  const sumOf = (...statuses: readonly string[]) =>
    dollars(
      bookings
        .filter(({ status }) => statuses.includes(status))
        .reduce((sum, { final_cents, total_cents }) => sum + (final_cents ?? total_cents), 0),
    )
  return [
    String(counted),
    `Estimated earnings ${sumOf('accepted', 'completed')} · Already booked: more than total bookings × your hourly rate × 3 hours (${estimate}).`,
    String(bookings.filter(({ status }) => status === 'pending').length),
    reviews!.rating.toFixed(1),
    String(reviews!.reviews),
    sumOf('accepted', 'completed'),
    sumOf('completed'),
  ]
}

async function profileOf(rows: Rows, me: Person): Promise<string[]> {
  const [profile] = await rows<{
    hourly_rate_cents: number
    years_experience: string
    employees_count: string
    gallery_images: string[]
    bio: string
  }>('select * from professionals where user_id = $1', [me.id])
  const { hourly_rate_cents, years_experience, employees_count, gallery_images, bio } = profile!
  return [
    `[alt] ${fullName(me)}`,
    `${fullName(me)} Cleaning`,
    dollars(hourly_rate_cents),
    years_experience,
    employees_count,
    ...gallery_images.slice(0, 4).map((_, index) => `[alt] Photo ${index + 1} of your work`),
    `+${gallery_images.length - 4}`,
    `Done · ${gallery_images.length} photos now`,
    `Done · ${bio.length} characters now`,
  ]
}

async function reviewsOf(rows: Rows, me: string): Promise<string[]> {
  const reviews = await rows<{
    rating: number
    title: string
    comment: string
    answer: string | null
    created_at: Date
    answered_at: Date | null
    writer: string
  }>(
    `select r.*, u.first_name || ' ' || left(u.last_name, 1) || '.' as writer
     from reviews r join users u on u.id = r.client_id
     where r.professional_id = $1 and r.state = 'public'`,
    [me],
  )
  return reviews.flatMap(({ rating, title, comment, answer, created_at, answered_at, writer }) => [
    `${rating} out of 5`,
    title,
    comment,
    `${writer} · ${date(created_at, 'UTC')}`,
    ...(answer ? [answer, date(answered_at!, 'UTC')] : []),
    `[aria-label] Report the review by ${writer}`,
    `[aria-label] Answer in public: ${writer}`,
    `[aria-label] Change your answer: ${writer}`,
    `[aria-label] Delete your answer: ${writer}`,
  ])
}

const RELIABILITY_TEXTS = [
  'Your visits in the last 180 days.',
  /^Late means you cancel .* 24 hours unless you changed it\. You aren't charged\.$/,
  'Your first late cancellation for illness in 90 days is excused.',
  /^After 3 visits, everyone sees on your public profile/,
]

/** The own figures, and the visits that they count. */
function ownFigures(rows: Rows, me: string) {
  const counted = () =>
    rows<{ status: string; on_time: boolean | null; late: boolean; absent: boolean; day: string }>(
      `select status, on_time, coalesce(cancelled_late, false) as late,
         no_show = 'professional' as absent,
         (coalesce(cancelled_at, starts_at) at time zone time_zone)::date::text as day
       from bookings where professional_id = $1 and (status = 'completed'
         or status = 'cancelled' and cancelled_by = 'professional' and cancelled_late)
         and coalesce(cancelled_at, ends_at) > now() - interval '180 days'
       order by coalesce(cancelled_at, starts_at) desc`,
      [me],
    )
  return {
    async own() {
      const all = await counted()
      const kept = all.filter(({ status, absent }) => status === 'completed' && !absent).length
      const late = all.filter((one) => one.late).length
      const timed = all.filter(({ on_time }) => on_time !== null)
      const early = timed.filter(({ on_time }) => on_time).length
      return [all.length, kept, late, 0, `${early} / ${timed.length}`, 0].map(String)
    },
    counted: async () => (await counted()).map(({ day }) => date(`${day}T12:00:00Z`, 'UTC')),
  }
}
