import type {
  AgendaAnswer,
  AgendaDay,
  AgendaQuery,
  AgendaVisit,
} from '#contract/bookings/agenda.ts'
import { dollars } from '#contract/bookings/booking-price.ts'
import type { ServiceType } from '#contract/product.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { driveMinutes } from '#server/calendar/free/free-times.ts'
import {
  exceptionsOn,
  hoursOfDay,
  isWholeDayOff,
  joined,
  overlaps,
} from '#server/calendar/plan/hours-of-days.ts'
import type { Span } from '#server/calendar/plan/hours-of-days.ts'
import { timeOf } from '#server/calendar/plan/time-document.ts'
import { loadTimes } from '#server/calendar/plan/times.ts'
import { DAY_MS, dateOfDay, dayOfDate, ZoneClock } from '#server/calendar/plan/zone-clock.ts'
import { busyBetween, visitsBetween } from './agenda.queries.ts'
import type { AgendaRow } from './agenda.queries.ts'
import { seriesOf } from './booking-lists.ts'

const MINUTE_MS = 60_000
/** The step to which drives in the agenda are rounded up. rule: visit-rules */
const DRIVE_STEP_MINUTES = 5

/** Days of a professional with their hours, busy times and visits. Refuses 'complete_profile_first'. rule: agenda */
export async function readAgenda(
  { db, clock, places }: Pick<Context, 'db' | 'clock' | 'places'>,
  professionalId: string,
  { from, days }: AgendaQuery,
): Promise<AgendaAnswer> {
  const now = clock.now()
  const times = (await loadTimes(db, professionalId, now)) ?? refuse('complete_profile_first')
  const { ownZone, plan } = times
  const own = ZoneClock.of(ownZone)
  const first = from === undefined ? own.dayOf(now.getTime()) : dayOfDate(from)
  const midnight = (day: number) => own.instantOf(day * DAY_MS).instant
  const [begin, end] = [new Date(midnight(first)), new Date(midnight(first + days))]
  const [rows, busy] = await Promise.all([
    visitsBetween(db, professionalId, begin, end),
    busyBetween(db, professionalId, begin, end),
  ])
  const exceptions = exceptionsOn(times.exceptions, { first, last: first + days - 1 })
  const busySpans = joined(
    busy.map(({ starts_at, ends_at }) => ({ startsAt: +starts_at, endsAt: +ends_at })),
  )
  const rowsOfDays = Map.groupBy(rows, ({ starts_at }) => own.dayOf(starts_at.getTime()))
  const drive = (before: AgendaRow, after: AgendaRow) => {
    const [start, destination] = [places.zipOf(before.zip_code), places.zipOf(after.zip_code)]
    // A ZIP that is no longer in the table counts as next door.
    const points = [start ?? destination, destination ?? start]
    return points[0] && points[1]
      ? driveMinutes(points[0], points[1], DRIVE_STEP_MINUTES)
      : DRIVE_STEP_MINUTES
  }
  const dayOf = (day: number): AgendaDay => {
    const span = { startsAt: midnight(day), endsAt: midnight(day + 1) }
    const ofDay = rowsOfDays.get(day) ?? []
    return {
      date: dateOfDay(day),
      hours:
        plan &&
        hoursOfDay(plan, exceptions, day)
          .toSorted((a, b) => a.from - b.from)
          .map((part) => ({ from: timeOf(part.from), to: timeOf(part.to) })),
      off: isWholeDayOff(exceptions, day),
      busy: busySpans.filter((one) => overlaps(one, span)).map(toInstants),
      visits: ofDay.map((row, index) => toVisit(row, ofDay[index - 1], drive)),
    }
  }
  return {
    time_zone: ownZone,
    days: Array.from({ length: days }, (_, index) => dayOf(first + index)),
  }
}

const toInstants = ({ startsAt, endsAt }: Span) => ({
  starts_at: new Date(startsAt).toISOString(),
  ends_at: new Date(endsAt).toISOString(),
})

/** rule: agenda, lead-locked */
function toVisit(
  row: AgendaRow,
  before: AgendaRow | undefined,
  drive: (before: AgendaRow, after: AgendaRow) => number,
): AgendaVisit {
  const gapMs = before && Math.max(0, +row.starts_at - +before.ends_at)
  return {
    booking_id: row.id,
    status: row.status as AgendaVisit['status'],
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    booking_time: row.booking_time,
    time_zone: row.time_zone,
    service_type: row.service_type as ServiceType,
    reclean_of: row.reclean_of,
    estimated_hours: row.estimated_hours,
    client_name: row.open ? `${row.first_name} ${row.last_name}`.trim() : row.first_name,
    address: row.open && row.status !== 'pending' ? row.address : '',
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    notes: row.open ? row.notes : '',
    total_amount: dollars(row.total_cents),
    series: seriesOf(row),
    instant: row.instant,
    outside_hours: row.outside_hours,
    locked: !row.open,
    ...(row.closed ? { closed: row.closed } : {}),
    gap_minutes_before: gapMs === undefined ? null : Math.floor(gapMs / MINUTE_MS),
    travel_minutes_before: before ? drive(before, row) : null,
  }
}
