import { BOOKING_ANSWER_HOURS, BOOKING_DAYS_AHEAD_MAX } from '#contract/bookings/booking-rules.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refuse } from '#server/http/calls/refusal.ts'

/** The requested wall-clock time: date 'YYYY-MM-DD', time 'HH:MM', duration in hours, and the home's IANA time zone. */
type RequestedTime = { date: string; time: string; hours: number; timeZone: string }

export type VisitTime = {
  startsAt: Date
  endsAt: Date
  /** When an unanswered request is declined. rule: booking-expires */
  expiresAt: Date
}

/**
 * Computes the instants of a visit. When clocks go back, one wall-clock hour exists twice: the first is taken.
 * Refusals: date_invalid, time_skipped, time_in_past, date_too_far. rule: booking-times
 */
export function visitTime({ date, time, hours, timeZone }: RequestedTime, now: Date): VisitTime {
  const wallTime = parseWallTime(date, time) ?? refuse('date_invalid')
  const start = wallTime.toZonedDateTime(timeZone)
  if (!start.toPlainDateTime().equals(wallTime)) refuse('time_skipped')

  const present = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const refusal = refusalOf(start, present)
  if (refusal) refuse(refusal)

  const end = start.add({ hours })
  const answerBy = present.add({ hours: BOOKING_ANSWER_HOURS })
  const expiry = Temporal.ZonedDateTime.compare(start, answerBy) < 0 ? start : answerBy
  return { startsAt: toDate(start), endsAt: toDate(end), expiresAt: toDate(expiry) }
}

function parseWallTime(date: string, time: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`)
  } catch {
    return undefined
  }
}

function refusalOf(
  start: Temporal.ZonedDateTime,
  present: Temporal.ZonedDateTime,
): RefusalCode | undefined {
  if (Temporal.ZonedDateTime.compare(start, present) <= 0) return 'time_in_past'
  const lastDay = present.toPlainDate().add({ days: BOOKING_DAYS_AHEAD_MAX })
  if (Temporal.PlainDate.compare(start.toPlainDate(), lastDay) > 0) return 'date_too_far'
  return undefined
}

function toDate(time: Temporal.ZonedDateTime): Date {
  return new Date(time.epochMilliseconds)
}
