import { bookingsOf, fullName } from '../bookings.ts'
import type { BookingRow } from '../bookings.ts'
import { date, dollars, SERVICES } from '../formats.ts'
import { caseScreens } from './operator-cases.ts'
import { healthScreen } from './operator-health.ts'
import { casesOf, maybeListed, moment, queueFacts } from './operator-lists.ts'
import { READER_ZONE } from '../reading.ts'
import { claimsOf, textsOf } from './visitor-screens.ts'
import type { ListedCase } from './operator-lists.ts'
import type { Rows, Screen } from '../reading.ts'

/** A share or an average whose measurement has tests of its own. */
const MEASURED_CLAIM =
  /^Measured: (Not measured, or fewer than 30 cases|[\d.]+(%| credits| hours) .*\([\d,]+ cases, \w{3} \d+, \d{4}\))$/

/** The newest entries of the audit log, with when each was written and about what: its name, or else its id. */
function auditScreen(rows: Rows): Screen {
  return {
    path: '/operator/audit',
    known: async () => {
      const entries = await rows<{ seq: string; at: Date; kind: string; name: string }>(
        `select seq, at, subject_kind as kind, coalesce(
           (select first_name || ' ' || last_name from users where id::text = subject_id),
           (select first_name || ' ' || last_name from document_checks d
              join users on users.id = professional_id where d.id::text = subject_id),
           (select 'L-' || number from payments where id::text = subject_id),
           (select title from reviews where id::text = subject_id),
           (select name from operators where id::text = subject_id),
           subject_id
         ) as name
         from audit_log order by seq desc`,
      )
      return [
        `Unbroken, ${entries.length} entries`,
        ...entries
          .slice(0, AUDIT_PAGE)
          .flatMap(({ seq, at, kind, name }) => [seq, moment(at), `${SUBJECTS[kind]} ${name}`]),
      ]
    },
    maybe: () => Promise.resolve([OPERATOR]),
  }
}

const AUDIT_PAGE = 50
const SUBJECTS: Record<string, string> = {
  person: 'Person',
  operator: 'Operator',
  payment: 'Payment',
  review: 'Review',
  verification: 'Check',
  approval: 'Request to a second operator',
}

export const OPERATOR = 'Olga Reis'

type Account = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  role: 'client' | 'professional'
  created_at: Date
}

/** Every screen of the console that shows what is stored about a visit, a payment, a case or a person. */
export async function operatorScreens(rows: Rows, professional: string, client: string) {
  const [pro, maya] = await Promise.all([accountOf(rows, professional), accountOf(rows, client)])
  const bookings = await bookingsOf(rows, client)
  const completed = bookings.find(({ status }) => status === 'completed')!
  const cases = await casesOf(rows)
  const [payment] = await paymentsOf(rows, pro.id)
  const screens: Screen[] = [
    { path: '/operator', ...listOf(cases, cases) },
    ...[...Map.groupBy(cases, ({ queue }) => queue)].map(([queue, ofQueue]) => ({
      path: `/operator/queues/${queue}`,
      ...listOf(cases, ofQueue),
    })),
    {
      path: `/operator/search?q=${encodeURIComponent(maya.email)}`,
      known: () => Promise.resolve([`[value] ${maya.email}`, fullName(maya), roleAndEmail(maya)]),
      fixed: [
        'An ID, L-12, C-12, the start of an email or a name, or seven digits of a phone number.',
      ],
    },
    bookingScreen(rows, completed),
    paymentScreen(payment!, fullName(pro)),
    personScreen(rows, maya),
    personScreen(rows, pro),
    {
      path: '/operator/claims',
      known: async () => (await claimsOf(rows)).map((claim) => `Measured: ${claim}`),
      maybe: () => Promise.resolve([...textsOf('claims'), MEASURED_CLAIM]),
    },
    auditScreen(rows),
    ...(await caseScreens(rows, () => maybeListed(cases))),
    healthScreen(rows),
  ]
  return { screens, names: [fullName(pro), fullName(maya)] }
}

const listOf = (all: readonly ListedCase[], shown: readonly ListedCase[]) => ({
  known: () => Promise.resolve(queueFacts(all, shown)),
  maybe: () => Promise.resolve(maybeListed(shown)),
})

async function accountOf(rows: Rows, email: string): Promise<Account> {
  const [account] = await rows<Account>('select * from users where email = $1', [email])
  return account!
}

const roleAndEmail = ({ role, email }: Account) =>
  `${role === 'client' ? 'Client' : 'Professional'} · ${email}`

const STATUSES: Record<BookingRow['status'], string> = {
  pending: 'Requested',
  accepted: 'Confirmed',
  declined: 'Declined',
  completed: 'Finished',
  cancelled: 'Canceled',
}

/** The page of a visit: its start in the time of the home, and what became of it. */
function bookingScreen(rows: Rows, booking: BookingRow): Screen {
  const { id, starts_at, time_zone, client, professional, estimated_hours } = booking
  return {
    path: `/operator/bookings/${id}`,
    known: async () => [
      `Visit of ${moment(starts_at, time_zone)}`,
      fullName(client),
      fullName(professional),
      String(estimated_hours),
      dollars(booking.total_cents),
      `${booking.city}, ${booking.zip_code}`,
      moment(booking.created_at),
      ...(await historyOf(rows, id)),
    ],
  }
}

const HAPPENED: Record<string, string> = {
  'booking.requested': 'Visit requested',
  'booking.accepted': 'Visit accepted',
  'booking.declined': 'Visit declined',
  'booking.cancelled': 'Visit canceled',
  'booking.completed': 'Visit completed',
  on_my_way: 'On the way',
  arrived: 'Arrived',
  started: 'Work started',
  finished: 'Work finished',
}

/** The history of a visit and its stages, with who did it. */
async function historyOf(rows: Rows, booking: string): Promise<string[]> {
  const entries = await rows<{ kind: string; at: Date; name: string }>(
    `select kind, at, first_name || ' ' || last_name as name from (
       select kind, at, actor_id from events where subject_id = $1 and kind like 'booking.%'
       union all select booking_stages.stage, booking_stages.at, professional_id from booking_stages
         join bookings on bookings.id = booking_id where booking_id = $1
     ) as entry left join users on users.id = actor_id`,
    [booking],
  )
  return entries.map(({ kind, at, name }) => `${moment(at)} ${HAPPENED[kind]} · ${name}`)
}

type Payment = {
  number: string
  amount_cents: number
  refunded_cents: number
  created_at: Date
  paid_at: Date
}

const paymentsOf = (rows: Rows, person: string): Promise<Payment[]> =>
  rows('select * from payments where professional_id = $1 order by number desc', [person])

function paymentScreen(payment: Payment, payer: string): Screen {
  const { number, amount_cents, refunded_cents, created_at, paid_at } = payment
  return {
    path: `/operator/payments/L-${number}`,
    known: () =>
      Promise.resolve([
        `Payment L-${number}`,
        dollars(amount_cents),
        dollars(refunded_cents),
        payer,
        moment(created_at),
        moment(paid_at),
      ]),
  }
}

/** A person's account, bookings in the time of their homes, payments and sessions. */
function personScreen(rows: Rows, person: Account): Screen {
  const { id, email, phone, created_at } = person
  return {
    path: `/operator/people/${id}`,
    known: async () => {
      const bookings = await newestBookings(rows, id)
      const payments = await paymentsOf(rows, id)
      return [
        fullName(person),
        `${email} (confirmed)`,
        phone,
        date(created_at, READER_ZONE),
        id,
        ...bookings.flatMap((booking) => [
          moment(booking.starts_at, booking.time_zone),
          `${STATUSES[booking.status]} · ${booking.client} · ${booking.professional}`,
        ]),
        ...payments.flatMap(({ number, amount_cents }) => [
          `L-${number} · ${dollars(amount_cents)}`,
          `Paid · ${fullName(person)}`,
        ]),
        ...(await planOf(rows, id)),
      ]
    },
    maybe: async () => [
      moment(created_at),
      ...(await timelineOf(rows, id)),
      ...(await reviewsOf(rows, id)),
      // Numbers of passkeys and recovery codes: nobody of the demo world has one. The operator opened this page.
      '0',
      new RegExp(`^${date(new Date(), READER_ZONE)}, .* · ${OPERATOR}$`),
    ],
  }
}

/** The plan and the credits of a professional. */
async function planOf(rows: Rows, person: string): Promise<string[]> {
  const plans = await rows<{ price_cents: number; paid_until: Date; left: number }>(
    `select s.*, (select sum(amount)::int from lead_ledger where professional_id = $1) as left
     from subscriptions s where professional_id = $1`,
    [person],
  )
  return plans.flatMap(({ price_cents, paid_until, left }) => [
    `Active, ${dollars(price_cents)}, ${date(paid_until, READER_ZONE)}`,
    String(left),
  ])
}

/** The facts that may stand in the time line: it begins with the newest fifty entries. */
async function timelineOf(rows: Rows, person: string): Promise<string[]> {
  const events = await rows<{
    kind: string
    at: Date
    by: string
    what: string
    day: string
    city: string
  }>(
    `select e.kind, e.at, u.first_name || ' ' || u.last_name as by, b.service_type as what,
       b.booking_date::text as day, b.city
     from events e join bookings b on b.id = e.subject_id left join users u on u.id = e.actor_id
     where $1 in (b.client_id, b.professional_id) and e.kind like 'booking.%'`,
    [person],
  )
  const payments = await paymentsOf(rows, person)
  return [
    ...events.flatMap(({ kind, at, by, what, day, city }) => [
      `${HAPPENED[kind]} ${SERVICES[what]} · ${date(`${day}T12:00:00Z`, 'UTC')} · ${city}`,
      `${moment(at)} · ${by}`,
    ]),
    ...payments.flatMap(({ number, amount_cents, paid_at }) => [
      `Paid L-${number} · ${dollars(amount_cents)}`,
      moment(paid_at),
    ]),
  ]
}

/** The reviews by and about a person, in their list and in the time line. */
async function reviewsOf(rows: Rows, person: string): Promise<string[]> {
  const reviews = await rows<{
    rating: number
    title: string
    state: string
    created_at: Date
    writer: string
    about: string
  }>(
    `select r.*, c.first_name || ' ' || c.last_name as writer,
       p.first_name || ' ' || p.last_name as about
     from reviews r join users c on c.id = r.client_id join users p on p.id = r.professional_id
     where $1 in (r.client_id, r.professional_id)`,
    [person],
  )
  return reviews.flatMap(({ rating, title, state, created_at, writer, about }) => {
    const stars = `${rating} of 5 · ${state === 'sealed' ? 'Sealed' : 'Public'}`
    return [
      title,
      `${stars} · ${date(created_at, READER_ZONE)}`,
      writer,
      about,
      `Review written ${stars}`,
      `Review received ${stars}`,
      `${moment(created_at)} · ${writer}`,
    ]
  })
}

type Listed = {
  starts_at: Date
  time_zone: string
  status: BookingRow['status']
  client: string
  professional: string
}

/** The newest bookings of a person, as a page has them. */
const newestBookings = (rows: Rows, person: string): Promise<Listed[]> =>
  rows(
    `select b.starts_at, b.time_zone, b.status, c.first_name || ' ' || c.last_name as client,
       p.first_name || ' ' || p.last_name as professional
     from bookings b join users c on c.id = b.client_id join users p on p.id = b.professional_id
     where $1 in (client_id, professional_id) order by starts_at desc, b.id limit 50`,
    [person],
  )
