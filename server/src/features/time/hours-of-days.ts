import type { Exception, PlanInterval, Times } from './times.ts'

const DAY_MINUTES = 24 * 60

/** An interval of instants in milliseconds; its end does not belong to it. */
type Span = { startsAt: number; endsAt: number }
/** Minutes after midnight; the end does not belong to them. */
type Minutes = { from: number; to: number }
type Hours = Pick<Times, 'plan' | 'exceptions' | 'ownZone'>

/**
 * Whether a visit lies outside the hours. Without a plan the hours are unknown: then it does only if a whole day off
 * contains a part of it. rule: working-hours, time-exceptions
 */
export function isOutsideHours(times: Hours, visit: Span): boolean {
  const days = ownDaysOf(times.ownZone, visit)
  const { plan } = times
  if (!plan) return days.some((day) => isWholeDayOff(times.exceptions, day))
  const hours = days.flatMap((day) =>
    hoursOf(plan, times.exceptions, day).map((part) => spanOf(times.ownZone, day, part)),
  )
  let covered = visit.startsAt
  for (const { startsAt, endsAt } of hours.toSorted((a, b) => a.startsAt - b.startsAt)) {
    if (startsAt <= covered && endsAt > covered) covered = endsAt
  }
  return covered < visit.endsAt
}

/** The own dates that a visit touches. */
function ownDaysOf(ownZone: string, { startsAt, endsAt }: Span): Temporal.PlainDate[] {
  const [first, last] = [startsAt, endsAt - 1].map((instant) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ownZone).toPlainDate(),
  )
  const days = [first!]
  while (!days.at(-1)!.equals(last!)) days.push(days.at(-1)!.add({ days: 1 }))
  return days
}

/** The plan of an own date without what is off, plus the extra hours. */
function hoursOf(
  plan: readonly PlanInterval[],
  exceptions: readonly Exception[],
  day: Temporal.PlainDate,
): Minutes[] {
  const on = exceptions.filter((exception) => includes(exception, day))
  const [off, extra] = (['off', 'extra'] as const).map((kind) =>
    on
      .filter((exception) => exception.kind === kind)
      .map(({ from, to }) => ({ from: from ?? 0, to: to ?? DAY_MINUTES })),
  )
  const planned: Minutes[] = plan.filter(({ weekday }) => weekday === day.dayOfWeek)
  return [
    ...off!.reduce((left, part) => left.flatMap((whole) => without(whole, part)), planned),
    ...extra!,
  ]
}

function isWholeDayOff(exceptions: readonly Exception[], day: Temporal.PlainDate): boolean {
  return exceptions.some(
    (exception) => exception.kind === 'off' && exception.from === null && includes(exception, day),
  )
}

function includes({ fromDate, toDate }: Exception, day: Temporal.PlainDate): boolean {
  const date = day.toString()
  return fromDate <= date && date <= toDate
}

function without(whole: Minutes, part: Minutes): Minutes[] {
  return [
    { from: whole.from, to: Math.min(whole.to, part.from) },
    { from: Math.max(whole.from, part.to), to: whole.to },
  ].filter(({ from, to }) => from < to)
}

/** Wall times as instants. One that a clock change skips is the moment at which the clock goes on. */
function spanOf(ownZone: string, day: Temporal.PlainDate, { from, to }: Minutes): Span {
  return { startsAt: instantOf(ownZone, day, from), endsAt: instantOf(ownZone, day, to) }
}

function instantOf(ownZone: string, day: Temporal.PlainDate, minute: number): number {
  const wallTime = day.toPlainDateTime().add({ minutes: minute })
  const time = wallTime.toZonedDateTime(ownZone)
  const isSkipped = !time.toPlainDateTime().equals(wallTime)
  return (
    isSkipped
      ? wallTime
          .toZonedDateTime(ownZone, { disambiguation: 'earlier' })
          .getTimeZoneTransition('next')!
      : time
  ).epochMilliseconds
}
