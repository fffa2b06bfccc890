import {
  addressOf,
  displayName,
  FREE_TIMES,
  fullName,
  historyOf,
  homeFacts,
  hoursOf,
  linesOf,
  nextFreeOf,
  priceOf,
  proposalOf,
  stepsOf,
  visitTime,
} from '../bookings.ts'
import type { BookingRow } from '../bookings.ts'
import { date, dayIn, dollars, duration, longDay, SERVICES, short, time } from '../formats.ts'
import type { Rows, Screen } from '../reading.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The time of a visit: one of today or tomorrow says so. */
export function whenOf(booking: BookingRow): string {
  const { starts_at, time_zone, city, day } = booking
  const near = ['today', 'tomorrow'].find(
    (_, days) => dayIn(new Date(Date.now() + days * DAY_MS), time_zone) === day,
  )
  return near ? `${near}, ${time(starts_at, time_zone)}, ${city} time` : visitTime(booking)
}

export const isOpen = ({ status, ends_at }: BookingRow) =>
  status === 'pending' || (status === 'accepted' && ends_at > new Date())

/** The line that tells by when an answer comes, or why the booking ended. */
function statusOf({ status, expires_at, time_zone, city, reason }: BookingRow): string[] {
  if (status === 'pending')
    return [`You'll hear back by ${short(expires_at, time_zone)}, ${city} time.`]
  return reason ? [`You canceled: “${reason}”`] : []
}

/** The pages of visits of each kind, an agreement and a receipt. */
export function visitScreens(rows: Rows, bookings: readonly BookingRow[]): Screen[] {
  const next = bookings.find(({ status, home }) => status === 'accepted' && home !== null)!
  const completed = bookings.filter(({ status }) => status === 'completed')
  const waiting = completed.find(({ final_cents }) => final_cents === null)!
  const settled = completed.findLast(({ final_cents }) => final_cents !== null)!
  const kinds = Map.groupBy(bookings, ({ status, series_id, proposal, final_cents }) =>
    [status, series_id !== null, proposal !== null, final_cents !== null].join(),
  )
  const shown = new Set([next, waiting, settled, ...[...kinds.values()].map(([one]) => one!)])
  return [
    ...[...shown].map((booking) => ({
      path: `/visits/${booking.id}`,
      facts: async () => ({ visit: await visitOf(rows, booking) }),
      known: () => (isOpen(booking) ? Promise.resolve([]) : nextFreeOf(rows, booking)),
      maybe: () =>
        Promise.resolve([...FREE_TIMES, /^\d+ tasks(, \d+ most important)?$/, /^\d+ of \d+ done$/]),
    })),
    agreementScreen(rows, next),
    receiptScreen(rows, settled),
  ]
}

/** The frequencies whose word has a number. */
const FREQUENCIES: Record<string, string> = {
  biweekly: 'Every 2 weeks',
  monthly: 'Monthly (every 4 weeks)',
}

/** From the head to the agreement, and what happened. */
async function visitOf(rows: Rows, booking: BookingRow): Promise<string[]> {
  const { status, professional, cleaning_frequency, final_cents, total_cents } = booking
  const name = displayName(professional)
  const isCompleted = status === 'completed'
  const steps = await stepsOf(rows, booking)
  return [
    whenOf(booking),
    `[alt] ${fullName(professional)}`,
    name,
    hoursOf(booking),
    dollars(final_cents ?? total_cents),
    ...(isCompleted ? [`${professional.first_name} has finished`] : []),
    ...proposalOf(booking, 'client'),
    ...statusOf(booking),
    ...(isCompleted ? [] : steps),
    ...(await workedHours(rows, booking, 'client')),
    ...(await mayReport(rows, booking)),
    ...(isOpen(booking) ? [] : [`[aria-label] Book again: ${name}`]),
    ...(await askedPairs(rows, booking)),
    addressOf(booking),
    booking.notes,
    ...homeFacts(booking.home),
    `${professional.first_name} brings them`,
    ...(FREQUENCIES[cleaning_frequency]
      ? [`${FREQUENCIES[cleaning_frequency]} (this is the first visit)`]
      : []),
    ...(status === 'accepted' && booking.home ? await homeOfNext(rows, booking) : []),
    ...(await photosOf(rows, booking)),
    ...priceOf(booking),
    ...(await agreementOf(rows, booking)),
    ...(isCompleted ? steps : []),
    ...(await historyOf(rows, booking)),
  ]
}

/** The photos before and after the work. */
async function photosOf(rows: Rows, { id, status }: BookingRow): Promise<string[]> {
  const [photos] = await rows<{ some: boolean }>(
    'select exists (select from visit_photos where booking_id = $1) as some',
    [id],
  )
  const isShown = status === 'completed' && photos!.some
  return isShown ? ['[alt] Before, photo 1', '[alt] After, photo 1'] : []
}

/** The newest version of the agreement of a visit or else of its series, and whether the professional has agreed. */
async function agreementOf(rows: Rows, { id, professional }: BookingRow): Promise<string[]> {
  const newest = await rows<{ version: number; agreed: boolean }>(
    `select a.version, exists (select from agreement_confirmations c
         where c.agreement_id = a.id and side = 'professional') as agreed
     from bookings b join agreements a on a.booking_id = b.id or a.booking_id is null
       and a.series_id = b.series_id and (a.from_date is null or a.from_date <= b.series_date)
     where b.id = $1 order by a.booking_id is null, a.version desc limit 1`,
    [id],
  )
  const name = professional.first_name
  return newest.flatMap(({ version, agreed }) => [
    `Version ${version}`,
    agreed ? `${name} agreed` : `${name} hasn't agreed yet`,
  ])
}

type HoursRow = {
  booked_minutes: number
  actual_minutes: number
  billed_minutes: number
  answer_until: Date | null
  settled_at: Date | null
  number: string | null
}

/** The hours of the work, their price, and the question about more. */
export async function workedHours(
  rows: Rows,
  booking: BookingRow,
  reader: 'client' | 'professional',
): Promise<string[]> {
  const [hours] = await rows<HoursRow>(
    `select h.*, r.number from booking_hours h left join receipts r using (booking_id)
     where h.booking_id = $1`,
    [booking.id],
  )
  if (!hours) return []
  const { booked_minutes, actual_minutes, billed_minutes, answer_until, settled_at, number } = hours
  const [booked, actual] = [duration(booked_minutes), duration(actual_minutes)]
  const work = Math.round((billed_minutes * booking.hourly_rate_cents) / 60)
  const agreed = dollars(booking.total_cents)
  const client = booking.client.first_name
  const until = () => short(answer_until!, booking.time_zone)
  const over = duration(actual_minutes - booked_minutes)
  const extra = dollars(work - booking.total_cents)
  const question = {
    client: () => [
      `The visit ran ${over} over. Pay ${extra} more (${dollars(work)} total)?`,
      `Answer by ${until()}. If you don't, you pay the booked time.`,
    ],
    professional: () => [
      `You entered ${actual}; ${booked} was booked.`,
      `${client} can answer until ${until()}. After that, the booked time counts.`,
      `If ${client} agrees`,
    ],
  }
  return [
    `Booked ${booked}, actual ${actual}`,
    ...(settled_at ? [] : question[reader]()),
    `${billed_minutes / 60} h × ${dollars(booking.hourly_rate_cents)}`,
    dollars(work),
    dollars(settled_at ? booking.final_cents! : work),
    ...(work === booking.total_cents ? [] : [`${agreed} was agreed`]),
    ...(number ? [`Receipt V-${number}`] : []),
  ]
}

const REPORT_HOURS = 72

async function mayReport(rows: Rows, booking: BookingRow): Promise<string[]> {
  const [end] = await rows<{ at: Date }>(
    `select at from booking_stages where booking_id = $1 and stage = 'finished'`,
    [booking.id],
  )
  const until = +(end?.at ?? booking.ends_at) + REPORT_HOURS * HOUR_MS
  if (booking.status !== 'completed' || until < Date.now()) return []
  return [`You can report something until ${short(new Date(until), booking.time_zone)}.`]
}

async function askedPairs(rows: Rows, booking: BookingRow): Promise<string[]> {
  const asked = await rows(`select id from photo_pairs where booking_id = $1 and state = 'asked'`, [
    booking.id,
  ])
  return asked.map(
    () =>
      `May ${booking.professional.first_name} show these two photos on the public profile? Your name and address are never shown.`,
  )
}

/** The access details that the professional can see, and when they looked. */
async function homeOfNext(rows: Rows, booking: BookingRow): Promise<string[]> {
  const { id, starts_at, ends_at, time_zone } = booking
  const name = booking.professional.first_name
  const views = await rows<{ at: Date }>(
    'select at from access_views where booking_id = $1 order by at desc',
    [id],
  )
  const photos = await rows<{ kind: string; name: string }>(
    `select r.kind, r.name from home_photos p join bookings b using (home_id)
     join home_rooms r on r.id = p.room_id where b.id = $1 order by p.created_at, r.position`,
    [id],
  )
  const from = short(new Date(+starts_at - 24 * HOUR_MS), time_zone)
  const until = short(new Date(+ends_at + 2 * HOUR_MS), time_zone)
  return [
    `${name} can open these details from ${from} until ${until}.`,
    ...views.map(({ at }) => `${name} opened these details, ${short(at, time_zone)}`),
    ...photos.map((room, index) => `[alt] ${roomName(room)}: Photo ${index + 1}`),
  ]
}

const ROOMS: Record<string, string> = {
  kitchen: 'Kitchen',
  living_room: 'Living room',
  office: 'Office',
  stairs: 'Stairs',
}
export const roomName = ({ kind, name }: { kind: string; name: string }): string =>
  name || ROOMS[kind]!

export function agreementScreen(rows: Rows, booking: BookingRow): Screen {
  const { id, starts_at, ends_at, time_zone, city, day } = booking
  const hours = `${time(starts_at, time_zone)} to ${time(ends_at, time_zone)}, ${city} time`
  return {
    path: `/bookings/${id}/agreement`,
    fixed: [
      /^If the other person isn't there, wait 30 minutes/,
      /^Tell each other about damage right away; report it within 72 hours\./,
    ],
    facts: async () => {
      const [agreement] = await rows<{ version: number; made_at: Date }>(
        'select version, made_at from agreements where booking_id = $1',
        [id],
      )
      const { version, made_at } = agreement!
      const where = `Address: ${addressOf(booking)}.`
      const when = `Visit: ${longDay(day)}, ${hours}.`
      const service = `Service: ${SERVICES[booking.service_type]}, ${booking.estimated_hours} h.`
      const price = [
        ...linesOf(booking).map(([what, amount]) => `${what}: ${amount}`),
        `Total: ${dollars(booking.total_cents)}.`,
      ]
      const cancellation = `Either side may cancel before the start. Canceling less than ${booking.notice_hours} hours ahead counts as late and shows on the record of who canceled.`
      const summary = [when, where, service, ...price, cancellation]
      return {
        agreement: [
          `Version ${version}, ${date(made_at, time_zone)}`,
          ...summary,
          `Client: ${fullName(booking.client)}. Cleaning professional: ${fullName(booking.professional)}.`,
          where,
          when,
          service,
          ...price,
          `More time is paid only if the client agrees. Less time lowers the price, down to ${booking.minimum_hours} h.`,
          cancellation,
        ],
      }
    },
  }
}

function receiptScreen(rows: Rows, booking: BookingRow): Screen {
  return {
    path: `/bookings/${booking.id}/receipt`,
    facts: async () => {
      const [receipt] = await rows<Record<'number' | 'mine' | 'theirs', string>>(
        `select number, client_method || ' ' || client_paid_on as mine,
           professional_method || ' ' || professional_paid_on as theirs
         from receipts where booking_id = $1`,
        [booking.id],
      )
      const paid = (record: string) => {
        const [method = '', day = ''] = record.split(' ')
        return `${METHODS[method]}, ${date(`${day}T12:00:00Z`, 'UTC')}`
      }
      const [client, professional] = [fullName(booking.client), fullName(booking.professional)]
      return {
        receipt: [
          `V-${receipt!.number}`,
          professional,
          client,
          longDay(booking.day),
          `${booking.city}, ${booking.state} ${booking.zip_code}`,
          ...linesOf(booking).flat(),
          dollars(booking.final_cents!),
          professional,
          paid(receipt!.theirs),
          client,
          paid(receipt!.mine),
        ],
      }
    },
  }
}

const METHODS: Record<string, string> = { cash: 'Cash', card: 'Card', transfer: 'Transfer' }
