import { BOOKING_ANSWER_HOURS, BOOKING_DAYS_AHEAD_MAX } from '#contract/product.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refuse } from '#server/http/refusal.ts'

/** A visit as it is wished: 'YYYY-MM-DD' and 'HH:MM' on the wall of the home, whole hours. */
type WishedTime = { date: string; time: string; hours: number; timeZone: string }

export type VisitTime = {
  startsAt: Date
  endsAt: Date
  /** When an unanswered request is declined by itself (decision 26). */
  expiresAt: Date
}

/**
 * The instants of a visit (decision 27). Refuses a time that a clock change skips, the past, and more than 365 days ahead by
 * the calendar of the home. Of an hour that comes twice, the first is meant.
 */
export function visitTime({ date, time, hours, timeZone }: WishedTime, now: Date): VisitTime {
  const wall = wallTime(date, time) ?? refuse('date_invalid')
  const start = wall.toZonedDateTime(timeZone)
  if (!start.toPlainDateTime().equals(wall)) refuse('time_skipped')

  const present = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const fault = faultOf(start, present)
  if (fault) refuse(fault)

  const end = start.add({ hours })
  const latest = present.add({ hours: BOOKING_ANSWER_HOURS })
  const expiry = Temporal.ZonedDateTime.compare(start, latest) < 0 ? start : latest
  return { startsAt: instant(start), endsAt: instant(end), expiresAt: instant(expiry) }
}

function wallTime(date: string, time: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`)
  } catch {
    return undefined
  }
}

function faultOf(
  start: Temporal.ZonedDateTime,
  present: Temporal.ZonedDateTime,
): RefusalCode | undefined {
  if (Temporal.ZonedDateTime.compare(start, present) <= 0) return 'time_in_past'
  const lastDay = present.toPlainDate().add({ days: BOOKING_DAYS_AHEAD_MAX })
  if (Temporal.PlainDate.compare(start.toPlainDate(), lastDay) > 0) return 'date_too_far'
  return undefined
}

function instant(time: Temporal.ZonedDateTime): Date {
  return new Date(time.epochMilliseconds)
}
