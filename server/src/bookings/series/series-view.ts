import { sql } from 'kysely'
import { dollars, sumCents } from '#contract/bookings/booking-price.ts'
import { hasBegun } from '#contract/bookings/booking-status.ts'
import { SERIES_VISITS_SHOWN } from '#contract/calendar/time-rules.ts'
import type { Role, ServiceType } from '#contract/product.ts'
import type {
  Series,
  SeriesAction,
  SeriesChange,
  SeriesVisit,
  SeriesVisitAction,
} from '#contract/bookings/series.ts'
import { Id } from '#contract/values.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { openProposalSql, toProposal } from '../proposals/proposal-view.ts'
import type { ProposalRow } from '../proposals/proposal-view.ts'
import { visibleCitySql, visibleStateSql } from '../lists/visible-booking.ts'
import { shownLine } from '#server/market/offer/booking-lines.ts'
import { dateIn } from '#server/calendar/plan/own-date.ts'
import { timesStatedSql } from '#server/calendar/plan/times.ts'
import { nextSeriesDates, visitOn, weekdayOf } from '#server/calendar/free/series-dates.ts'
import { pausesAhead, plannedVisit } from './create-visits.ts'
import { misfitsOf } from './series-preview.ts'
import { linesOfVisit } from './series-price.ts'
import {
  datesOfSeriesSql,
  pairBlockedSql,
  SERIES_HELD_SQL,
  SERIES_STATUS_SQL,
} from './series.queries.ts'
import type { DateRow, LockedSeries, Terms } from './series.queries.ts'

const PAGE_SIZE = 50
const HOUR_MS = 3_600_000

type StoredChange = Omit<SeriesChange, 'hourly_rate'> & { hourly_rate_cents?: number }
type BookingOfDate = {
  date: string
  id: string
  status: string
  bookingDate: string
  bookingTime: string
  startsAt: string
  endsAt: string
  stage: string | null
  noticeHours: number
  proposal: ProposalRow | null
}
type Row = LockedSeries & {
  created_at: Date
  open: boolean
  blocked: boolean
  change: StoredChange | null
  bookings: BookingOfDate[]
  first_name: string
  last_name: string
  email: string
  phone: string
  slug: string
  full_name: string
  profile_image: string | null
  reachable: boolean
  times_stated: boolean
}

/** A page of a person's series, newest first. rule: series */
export async function listSeries(
  context: Context,
  actor: Side,
  page: number,
): Promise<{ series: Series[]; total: number }> {
  const now = context.clock.now()
  const own = ownSeriesSql(actor)
  const rows = await seriesRows(
    context,
    sql`${own} order by series.created_at desc, series.id desc
    limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`,
    now,
  )
  const { rows: counts } = await sql<{
    n: number
  }>`select count(*)::int as n from series where ${own}`.execute(context.db)
  return { series: rows.map((row) => toSeries(row, actor.role, now)), total: counts[0]!.n }
}

/** Reads one series. Refuses 'series_not_found' to everybody but its two sides. rule: series */
export async function readSeries(context: Context, actor: Side, id: string): Promise<Series> {
  if (!Id.safeParse(id).success) refuse('series_not_found')
  const now = context.clock.now()
  const where = sql`series.id = ${id}::uuid and ${ownSeriesSql(actor)}`
  const [row = refuse('series_not_found')] = await seriesRows(context, where, now)
  const series = toSeries(row, actor.role, now)
  if (actor.role === 'client' || series.status !== 'requested') return series
  return withMisfits(context, row, series)
}

/** Tells the professional which of the dates that a client asks for do not fit. rule: series-request */
async function withMisfits(
  context: Context,
  { professional_id, zip_code }: Row,
  series: Series,
): Promise<Series> {
  const misfits = await misfitsOf(
    context,
    professional_id,
    zip_code,
    series.visits.map(({ booking_date: date, booking_time: time, starts_at, terms }) => {
      const startsAt = Date.parse(starts_at)
      return { date, time, startsAt, endsAt: startsAt + terms.estimated_hours * HOUR_MS }
    }),
  )
  const visits = series.visits.map((visit, index) =>
    visit.status === 'planned' ? { ...visit, misfit: misfits[index]! } : visit,
  )
  return { ...series, visits }
}

/** The professional does not see a series whose request is held. rule: held-starts */
const ownSeriesSql = ({ id, role }: Side) =>
  role === 'client'
    ? sql`series.client_id = ${id}::uuid`
    : sql`series.professional_id = ${id}::uuid and not ${SERIES_HELD_SQL}`

const OPEN = 'leads.opened_at is not null'
const CITY_SQL = sql.raw(visibleCitySql(OPEN, 'series'))
const STATE_SQL = sql.raw(visibleStateSql(OPEN, 'series'))

async function seriesRows(
  { db }: Context,
  where: ReturnType<typeof sql>,
  now: Date,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select series.id, series.client_id, series.professional_id, ${SERIES_STATUS_SQL} as status, request_id, service_type, time_zone,
      series.address, ${CITY_SQL} as city, ${STATE_SQL} as state, series.zip_code,
      series.notes, until, next_date, told_stopped,
      series.extras, series.supplies, supplies_cents, discount_percent, minimum_hours, series.created_at, ${datesOfSeriesSql(now)},
      coalesce(${sql.raw(OPEN)}, false) as open, ${pairBlockedSql('series')} as blocked, first_name, last_name, email, phone, slug, full_name, profile_image,
      ${reachableSql('series.professional_id')} as reachable, ${timesStatedSql('series.professional_id')} as times_stated,
      (select to_jsonb(row) from (
        select id, by, status, expires_at, from_date, weekday, to_char(booking_time, 'HH24:MI') as booking_time, estimated_hours,
          cleaning_frequency, hourly_rate_cents
        from series_changes where series_id = series.id and status = 'open' and expires_at > ${now}::timestamptz
      ) as row) as change,
      (select coalesce(jsonb_agg(jsonb_build_object('date', series_date, 'id', id, 'status', status, 'bookingDate', booking_date,
          'bookingTime', to_char(booking_time, 'HH24:MI'), 'startsAt', starts_at, 'endsAt', ends_at, 'stage', stage,
          'noticeHours', notice_hours, 'proposal', ${openProposalSql(now)})
          order by (status in ('pending', 'accepted', 'completed')), created_at), '[]')
        from bookings where series_id = series.id and series_date >= (${now}::timestamptz at time zone 'UTC')::date - 40) as bookings
    from series join users on users.id = series.client_id
    join professionals on professionals.user_id = series.professional_id
    left join leads on leads.professional_id = series.professional_id and leads.client_id = series.client_id
    where ${where}`.execute(db)
  return rows
}

function toSeries(row: Row, reader: Role, now: Date): Series {
  const { terms, open } = row
  const present = presentTerms(row, now)
  const isHidden = reader === 'professional' && !open
  const pauses = pausesAhead(row, now)
  const lines = linesOfVisit(row, present)
  return {
    id: row.id,
    status: row.status,
    ...toTerms(present),
    min_hours: row.minimum_hours,
    time_zone: row.time_zone,
    service_type: row.service_type as ServiceType,
    total_amount: dollars(sumCents(lines)),
    lines: lines.map(shownLine),
    address: isHidden ? '' : row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    notes: isHidden ? '' : row.notes,
    until: row.until,
    paused: pauses[0] ?? null,
    pauses,
    change: row.change && toChange(row.change),
    visits: visitsOf({ ...row, terms }, reader, now),
    may: actionsOf(row, reader, now),
    created_at: row.created_at.toISOString(),
    ...(reader === 'client' ? { professional: professionalOf(row) } : clientOf(row)),
  }
}

function toTerms({ frequency, firstDate, time, hours, rateCents }: Terms): SeriesVisit['terms'] {
  return {
    cleaning_frequency: frequency,
    weekday: weekdayOf(firstDate),
    booking_time: time,
    estimated_hours: hours,
    hourly_rate: dollars(rateCents),
  }
}

/** The terms of today, or of the first visit. */
function presentTerms({ terms, time_zone }: Pick<Row, 'terms' | 'time_zone'>, now: Date): Terms {
  const today = dateIn(time_zone, now).toString()
  return terms.findLast(({ fromDate }) => fromDate <= today) ?? terms[0]!
}

function toChange({ hourly_rate_cents, ...change }: StoredChange): SeriesChange {
  const fields = Object.entries({
    ...change,
    hourly_rate: typeof hourly_rate_cents === 'number' ? dollars(hourly_rate_cents) : null,
    expires_at: new Date(change.expires_at).toISOString(),
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== null)) as SeriesChange
}

/** The next 8 dates: from today on, and a moved visit whose date has passed. rule: series */
function visitsOf(row: Row, role: Role, now: Date): SeriesVisit[] {
  const { time_zone, status } = row
  const seesNote = role === 'client' || row.open
  const reader = { role, seesNote, canAccept: seesNote && (role === 'client' || row.reachable) }
  const today = dateIn(time_zone, now).toString()
  const rows = new Map(row.dates.map((one) => [one.date, one]))
  // The last one of a date stands, or was made last.
  const bookings = new Map(row.bookings.map((one) => [one.date, one]))
  const dates = status === 'ended' ? [] : nextSeriesDates(row, today, SERIES_VISITS_SHOWN + 1)
  const known = new Set(dates.map(({ date }) => date))
  const others = row.bookings
    .filter(
      ({ date, endsAt, status: one }) =>
        !known.has(date) && one === 'accepted' && new Date(endsAt) > now,
    )
    .map(({ date }) => ({
      date,
      terms: row.terms.findLast(({ fromDate }) => fromDate <= date) ?? row.terms[0]!,
    }))
  return [...others, ...dates]
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map((one) => visitOfDate(row, one, rows.get(one.date), bookings.get(one.date)))
    .filter(({ endsAt }) => endsAt > +now)
    .slice(0, SERIES_VISITS_SHOWN)
    .map(({ visit, proposal, stage }) => {
      const begun = hasBegun({ startsAt: new Date(visit.starts_at), stage }, now)
      const canAccept = reader.canAccept && !begun
      return {
        ...visit,
        proposal: proposal && toProposal(proposal, { ...reader, canAccept }, now),
        may: begun ? [] : actionsOfVisit(row, visit, role),
      }
    })
}

/** The actions that a side may take on one visit that has not begun. A locked lead allows only to skip. */
function actionsOfVisit(
  row: Row,
  visit: Omit<SeriesVisit, 'proposal' | 'may'>,
  reader: Role,
): SeriesVisitAction[] {
  if (row.status !== 'active') return []
  const isOpen = reader === 'client' || row.open
  const undo = isOpen && !row.blocked ? (['unskip'] as const) : []
  if (visit.status === 'conflict') return [...undo]
  if (visit.status === 'skipped') return visit.skipped_by === reader ? [...undo] : []
  if (visit.status === 'paused' || visit.status === 'cancelled') return []
  const isBooked = visit.status === 'accepted' && visit.booking_id !== null
  return [
    'skip',
    ...(isOpen && isBooked && !row.blocked ? (['move'] as const) : []),
    ...(isOpen && !row.blocked && !row.change ? (['change'] as const) : []),
  ]
}

function visitOfDate(
  series: Row,
  { date, terms }: { date: string; terms: Terms },
  row: DateRow | undefined,
  booking: BookingOfDate | undefined,
): {
  visit: Omit<SeriesVisit, 'proposal' | 'may'>
  proposal: ProposalRow | null
  stage: string | null
  endsAt: number
} {
  const natural = visitOn({ date, time: terms.time, hours: terms.hours }, series.time_zone)
  const isBooked = row?.status === 'booked' && booking !== undefined
  const planned = plannedVisit(series, { date, terms }, row)
  const at = isBooked
    ? {
        date: booking.bookingDate,
        time: booking.bookingTime,
        startsAt: Date.parse(booking.startsAt),
        endsAt: Date.parse(booking.endsAt),
      }
    : planned
  return {
    visit: {
      date,
      booking_id: booking?.id ?? null,
      booking_date: at.date,
      booking_time: at.time,
      starts_at: new Date(at.startsAt).toISOString(),
      status: statusOf(row, booking),
      notice_hours: isBooked ? booking.noticeHours : null,
      moved: at.startsAt !== natural.startsAt,
      misfit: null,
      skipped_by: row?.skippedBy ?? null,
      terms: toTerms(terms),
    },
    proposal: isBooked ? booking.proposal : null,
    stage: isBooked ? booking.stage : null,
    endsAt: at.endsAt,
  }
}

function statusOf(
  row: DateRow | undefined,
  booking: BookingOfDate | undefined,
): SeriesVisit['status'] {
  if (!row || row.status === 'planned') return 'planned'
  if (row.status !== 'booked') return row.status
  if (booking?.status === 'pending') return 'planned'
  return booking?.status === 'accepted' || booking?.status === 'completed'
    ? 'accepted'
    : 'cancelled'
}

function actionsOf(row: Row, reader: Role, now: Date): SeriesAction[] {
  if (row.status === 'requested') return ['end']
  if (row.status !== 'active') return []
  if (reader === 'professional' && !row.open)
    return ['skip', 'end', ...(row.change ? (['declined'] as const) : [])]
  const answers: SeriesAction[] = !row.change
    ? row.blocked
      ? []
      : ['change']
    : row.change.by === reader
      ? ['withdrawn']
      : ['accepted', 'declined']
  return [
    'skip',
    ...answers,
    'pause',
    ...(pausesAhead(row, now).length > 0 ? (['resume'] as const) : []),
    'end',
  ]
}

function professionalOf(row: Row): NonNullable<Series['professional']> {
  return {
    user_id: row.professional_id,
    slug: row.slug,
    full_name: row.full_name,
    profile_image_url: row.profile_image && `/api/uploads/${row.profile_image}`,
    reachable: row.reachable,
    ...(row.times_stated ? { times_stated: true as const } : {}),
  }
}

/** rule: lead-locked */
function clientOf({ open, first_name, last_name, email, phone }: Row) {
  const shown = open ? { last_name, email, phone } : { last_name: '', email: '', phone: '' }
  return { client_details: { first_name, ...shown }, locked: !open }
}
