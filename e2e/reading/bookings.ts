import { firstFreeStart } from './free-starts.ts'
import { count, dayIn, dollars, short, shortDay, time } from './formats.ts'
import type { Rows } from './reading.ts'

type Person = { first_name: string; last_name: string }
type Line = {
  kind: 'labour' | 'extra' | 'discount' | 'supplies' | 'reclean'
  name: string | null
  extra: string | null
  minutes: number | null
  rate_cents: number | null
  percent: number | null
  amount_cents: number
}
export type HomeFacts = {
  kind: string
  bedrooms: number
  bathrooms: number
  square_feet: number | null
  floors: number
}
export type BookingRow = {
  id: string
  status: 'pending' | 'accepted' | 'declined' | 'completed' | 'cancelled'
  starts_at: Date
  ends_at: Date
  day: string
  time_zone: string
  address: string
  city: string
  state: string
  zip_code: string
  service_type: string
  cleaning_frequency: string
  estimated_hours: number
  hourly_rate_cents: number
  total_cents: number
  final_cents: number | null
  created_at: Date
  expires_at: Date
  notes: string
  notice_hours: number
  minimum_hours: number
  reason: string | null
  series_id: string | null
  home: HomeFacts | null
  client: Person & { phone: string; email: string }
  professional: Person
  professional_id: string
  lines: Line[]
  proposal: { starts_at: string; expires_at: string; note: string; by: string } | null
  asks_hours: boolean
}

/** The bookings of a person, by start. */
export const bookingsOf = (rows: Rows, email: string): Promise<BookingRow[]> =>
  rows(
    `select b.*, b.booking_date::text as day, b.home_facts as home,
       to_jsonb(c) as client, to_jsonb(p) as professional,
       coalesce((select jsonb_agg(to_jsonb(l) order by l.position)
         from booking_lines l where l.booking_id = b.id), '[]') as lines,
       (select to_jsonb(o) from booking_proposals o
         where o.booking_id = b.id and o.status = 'open') as proposal,
       exists (select from booking_hours h where h.booking_id = b.id and h.answer_until > now()) as asks_hours
     from bookings b join users c on c.id = b.client_id join users p on p.id = b.professional_id
     where $1 in (c.email, p.email) and b.held is null
     order by b.starts_at`,
    [email],
  )

export const fullName = ({ first_name, last_name }: Person): string => `${first_name} ${last_name}`
/** Lists the facts that clients read of a professional. */
export const displayName = (person: Person): string => `${fullName(person)} Cleaning`

/** 'Sun, Nov 29, 9:00 AM, Austin time' */
export const visitTime = ({ starts_at, time_zone, city }: BookingRow): string =>
  `${short(starts_at, time_zone)}, ${city} time`
export const placeOf = ({ city, state, zip_code }: BookingRow): string =>
  `${city}, ${state} ${zip_code}`
/** The place of a request, whose street its professional does not see yet, or the address. */
export const placeOrAddressOf = (booking: BookingRow): string =>
  booking.status === 'pending' ? placeOf(booking) : addressOf(booking)
export const addressOf = (booking: BookingRow): string => `${booking.address}, ${placeOf(booking)}`
export const hoursOf = ({ estimated_hours }: BookingRow): string => count(estimated_hours, 'hour')

/** 'Austin, 2 hours, $84.00', and what is due in the end if that is another amount. */
export function workAndMoney(booking: BookingRow): string[] {
  const { total_cents, final_cents } = booking
  const isOther = final_cents !== null && final_cents !== total_cents
  return [
    hoursOf(booking),
    dollars(total_cents),
    ...(isOther ? [`Final total ${dollars(final_cents)}`] : []),
  ]
}

/** The sentences between the facts of an open visit and its buttons, while a proposal waits for this reader. */
export function proposalOf(booking: BookingRow, reader: 'client' | 'professional'): string[] {
  const { proposal, time_zone, city } = booking
  if (!proposal) return []
  const when = (at: Date | string) => short(at, time_zone)
  const time = `${when(proposal.starts_at)}, ${city} time`
  const other = reader === 'client' ? booking.professional : booking.client
  return [
    proposal.by === reader
      ? `You suggested ${time}. ${other.first_name} can answer until ${when(proposal.expires_at)}.`
      : `${other.first_name} suggests ${time}. Answer by ${when(proposal.expires_at)}.`,
    `“${proposal.note}”`,
    ...(proposal.by === reader ? [] : ['Keep the original time']),
  ]
}

/** The agreed price, by lines where it has more than work. */
export function priceOf(booking: BookingRow): string[] {
  const { lines, total_cents, hourly_rate_cents } = booking
  if (lines.length < 2)
    return [`${dollars(hourly_rate_cents)} × ${hoursOf(booking)} = ${dollars(total_cents)}`]
  return [...lines.flatMap(lineOf), dollars(total_cents)]
}

/** Each line of the agreed price with its amount; without stored lines it is the work alone. */
export function linesOf(booking: BookingRow): string[][] {
  const { lines, hourly_rate_cents, estimated_hours, total_cents } = booking
  if (lines.length > 0) return lines.map(lineOf)
  return [[`${estimated_hours} h × ${dollars(hourly_rate_cents)}`, dollars(total_cents)]]
}

function lineOf({ kind, name, minutes, rate_cents, percent, amount_cents }: Line): string[] {
  const amount = dollars(amount_cents)
  if (kind === 'labour') return [`${minutes! / 60} h × ${dollars(rate_cents!)}`, amount]
  if (kind === 'extra') return [`${name}, ${minutes} min`, amount]
  return [kind === 'discount' ? `Every week −${percent}%` : kind, amount]
}

/** '3 bedrooms', '1,850 sq ft' */
export function homeFacts(home: HomeFacts | null): string[] {
  if (!home) return []
  const { kind, bedrooms, bathrooms, square_feet, floors } = home
  return [
    ...(kind === 'office' ? [] : [count(bedrooms, 'bedroom')]),
    count(bathrooms, 'bathroom'),
    ...(square_feet === null ? [] : [`${square_feet.toLocaleString('en-US')} sq ft`]),
    ...(floors > 1 ? [count(floors, 'floor')] : []),
  ]
}

/** The steps of a visit with their times, as both sides read them. */
export async function stepsOf(rows: Rows, { id, time_zone }: BookingRow): Promise<string[]> {
  const stages = await rows<{ stage: string; at: Date; eta_minutes: number | null }>(
    'select * from booking_stages where booking_id = $1 order by at',
    [id],
  )
  const names: Record<string, string> = {
    on_my_way: 'On the way',
    arrived: 'Arrived',
    started: 'Started',
    finished: 'Finished',
  }
  return stages.map(({ stage, at, eta_minutes }) => {
    const eta = eta_minutes === null ? '' : `, about ${eta_minutes} min`
    return `${names[stage]} ${time(at, time_zone)}${eta}`
  })
}

/** The history of a booking, with its times, as its client reads it. */
export async function historyOf(rows: Rows, booking: BookingRow): Promise<string[]> {
  const events = await rows<{ kind: string; at: Date; is_requested: boolean }>(
    `select e.kind, e.at, b.reclean_of is null and coalesce(s.request_id, b.id) = b.id as is_requested
     from events e join bookings b on b.id = e.subject_id left join series s on s.id = b.series_id
     where b.id = $1 and (e.kind like 'booking.%' or e.kind like 'proposal.%')
     order by e.at, e.id`,
    [booking.id],
  )
  const name = booking.professional.first_name
  return events.flatMap(({ kind, at, is_requested }) => [
    ...(kind === 'booking.accepted' && is_requested ? [`${name} accepted.`] : []),
    ...(kind === 'proposal.proposed' ? [`${name} proposed another time.`] : []),
    short(at, booking.time_zone),
  ])
}

/** The day and the time of the first free start for another visit like this one, worked out in the database. */
export async function nextFreeOf(rows: Rows, booking: BookingRow): Promise<string[]> {
  const free = await firstFreeStart(rows, {
    professional: booking.professional_id,
    zip: booking.zip_code,
    minutes: booking.estimated_hours * 60,
  })
  const { time_zone } = booking
  // A long visit can fit no day.
  return free ? [shortDay(dayIn(free, time_zone)), time(free, time_zone)] : []
}

/** The other free times that stand beside the first one. */
export const FREE_TIMES = [/^\w{3}, \w{3} \d{1,2}$/, /^\d{1,2}:\d\d [AP]M$/]

/** How reliable everybody reads that a professional is. */
export async function reliabilityOf(rows: Rows, professionalId: string): Promise<string[]> {
  const [figures] = await rows<Record<'kept' | 'late' | 'absent' | 'early' | 'timed', number>>(
    `select count(*) filter (where status = 'completed' and no_show is null)::int as kept,
       count(*) filter (where status = 'cancelled' and cancelled_late and not late_excused
         and cancelled_by = 'professional')::int as late,
       count(*) filter (where no_show = 'professional')::int as absent,
       count(*) filter (where status = 'completed' and on_time)::int as early,
       count(*) filter (where status = 'completed' and on_time is not null)::int as timed
     from bookings where professional_id = $1 and status in ('completed', 'cancelled')
       and coalesce(cancelled_at, ends_at) > now() - interval '180 days'`,
    [professionalId],
  )
  const { kept, late, absent, early, timed } = figures!
  const all = kept + late + absent
  if (all < 3) return ['New: fewer than 3 visits yet']
  return [
    `${kept} of ${count(all, 'visit')} kept`,
    ...(timed > 0 ? [`${early} of ${timed} on time`] : []),
    ...(late > 0 ? [`${late} canceled late`] : []),
    ...(absent > 0 ? [count(absent, 'no-show')] : []),
  ]
}
