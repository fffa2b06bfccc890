import type { PlanInterval, Times } from './times.ts'
import { DAY_MS, dayOfDate, ZoneClock } from './zone-clock.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** A longer gap between two stretches of a day is no break. */
export const BREAK_MINUTES = 120

/** An interval of instants in milliseconds; its end does not belong to it. */
export type Span = { startsAt: number; endsAt: number }

/** Own days, counted from 1970-01-01. */
export type DayRange = { first: number; last: number }

/** Minutes after midnight; the end does not belong to them. */
type Minutes = { from: number; to: number }

export type HoursException = Omit<Times['exceptions'][number], 'id' | 'note'>
export type DatedException = HoursException & { firstDay: number; lastDay: number }
type Hours = Pick<Times, 'plan' | 'ownZone'> & {
  exceptions: readonly HoursException[]
  rules: Pick<Times['rules'], 'overBreaks'>
}

/**
 * Whether a visit lies outside the hours. Without a plan the hours are unknown: then it does only if a whole day off
 * contains a part of it. rule: working-hours
 */
export function isOutsideHours({ rules, ...hours }: Hours, visit: Span): boolean {
  const { clock, visitDays, dated, sorted } = hoursAround(hours, visit)
  if (!hours.plan) return daysIn(visitDays).some((day) => isWholeDayOff(dated, day))
  return (
    !isInside(visit, sorted) && !(rules.overBreaks && isOverBreaks(visit, sorted, dated, clock))
  )
}

/** The breaks over which a visit runs, by the hours as they are now. rule: free-times */
export function breaksDuring(hours: Omit<Hours, 'rules'>, visit: Span): Span[] {
  const { clock, dated, sorted } = hoursAround(hours, visit)
  return isOverBreaks(visit, sorted, dated, clock) ? gapsIn(visit, sorted) : []
}

/** The hours of the own days of a visit and of the day after, because hours go on over midnight. */
function hoursAround({ plan, exceptions, ownZone }: Omit<Hours, 'rules'>, visit: Span) {
  const clock = ZoneClock.of(ownZone)
  const visitDays = { first: clock.dayOf(visit.startsAt), last: clock.dayOf(visit.endsAt - 1) }
  const days = { ...visitDays, last: visitDays.last + 1 }
  const dated = exceptionsOn(exceptions, days)
  const spans = spansOf(clock, days, (day) => hoursOfDay(plan, dated, day))
  return { clock, visitDays, dated, sorted: joined(spans.map(({ span }) => span)) }
}

/** The gaps of a visit that begins in one of these stretches and ends in another. */
export function gapsIn(visit: Span, sorted: readonly Span[]): Span[] {
  const first = lastStarting(sorted, visit.startsAt)
  const last = lastStarting(sorted, visit.endsAt - 1)
  return sorted
    .slice(first, last)
    .map(({ endsAt }, index) => ({ startsAt: endsAt, endsAt: sorted[first + index + 1]!.startsAt }))
}

/** The exceptions that concern some of these days. */
export function exceptionsOn(
  exceptions: readonly HoursException[],
  days: DayRange,
): DatedException[] {
  return exceptions
    .map((exception) => ({
      ...exception,
      firstDay: dayOfDate(exception.fromDate),
      lastDay: dayOfDate(exception.toDate),
    }))
    .filter(({ firstDay, lastDay }) => firstDay <= days.last && lastDay >= days.first)
}

/** The hours of an own day: the plan without what is off, plus the extra hours. rule: working-hours */
export function hoursOfDay(
  plan: readonly PlanInterval[] | null,
  exceptions: readonly DatedException[],
  day: number,
): Minutes[] {
  if (!plan) return []
  // 1970-01-01 was a Thursday, the fourth day of a week.
  const planned: Minutes[] = plan.filter(({ weekday }) => weekday === ((day + 3) % 7) + 1)
  const left = minutesOn(exceptions, 'off', day).reduce(
    (hours, off) => hours.flatMap((part) => without(part, off)),
    planned,
  )
  return [...left, ...minutesOn(exceptions, 'extra', day)]
}

/**
 * The minutes of a day that exceptions of this kind cover, in order and joined. 200 exceptions can cover the same days,
 * and the cost of all further steps grows with the number of parts.
 */
export function minutesOn(
  exceptions: readonly DatedException[],
  kind: HoursException['kind'],
  day: number,
): Minutes[] {
  const result: Minutes[] = []
  for (const { from, to } of exceptions
    .filter((one) => one.kind === kind && one.firstDay <= day && one.lastDay >= day)
    .map((one) => ({ from: one.from ?? 0, to: one.to ?? DAY_MINUTES }))
    .sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

export function isWholeDayOff(exceptions: readonly DatedException[], day: number): boolean {
  const wholeDays = exceptions.filter(({ from }) => from === null)
  return minutesOn(wholeDays, 'off', day).length > 0
}

function without(part: Minutes, off: Minutes): Minutes[] {
  return [
    { from: part.from, to: Math.min(part.to, off.from) },
    { from: Math.max(part.from, off.to), to: part.to },
  ].filter(({ from, to }) => from < to)
}

/** Minutes of own days as instants, in the order of the days. */
export function spansOf(
  clock: ZoneClock,
  days: DayRange,
  minutesOf: (day: number) => Minutes[],
): { day: number; span: Span }[] {
  return daysIn(days).flatMap((day) => {
    const instantOf = instantsOfDay(clock, day)
    return minutesOf(day)
      .map(({ from, to }) => ({ startsAt: instantOf(from), endsAt: instantOf(to) }))
      .filter(({ startsAt, endsAt }) => startsAt < endsAt)
      .map((span) => ({ day, span }))
  })
}

/** The instants of the minutes of a day. On a day of 24 hours only its beginning is looked up. */
function instantsOfDay(clock: ZoneClock, day: number): (minute: number) => number {
  const { instant: begin } = clock.instantOf(day * DAY_MS)
  const isPlain = clock.instantOf((day + 1) * DAY_MS).instant - begin === DAY_MS
  return (minute) =>
    isPlain
      ? begin + minute * MINUTE_MS
      : clock.instantOf(day * DAY_MS + minute * MINUTE_MS).instant
}

function daysIn({ first, last }: DayRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

export function overlaps(a: Span, b: Span): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}

/** Whether a span overlaps one of these, which are in order and joined. */
export function overlapsAny(span: Span, sorted: readonly Span[]): boolean {
  const before = sorted[lastStarting(sorted, span.endsAt - 1)]
  return before !== undefined && before.endsAt > span.startsAt
}

export function isInside(visit: Span, sorted: readonly Span[]): boolean {
  const span = sorted[lastStarting(sorted, visit.startsAt)]
  return span !== undefined && span.endsAt >= visit.endsAt
}

/**
 * Whether a visit is longer than each stretch of its own day, and begins in one of them and ends in another with no
 * more than breaks between. `sorted` are the hours of that day and the day after. rule: free-times
 */
export function isOverBreaks(
  visit: Span,
  sorted: readonly Span[],
  exceptions: readonly DatedException[],
  clock: ZoneClock,
): boolean {
  const day = clock.dayOf(visit.startsAt)
  const { instant: midnight } = clock.instantOf(day * DAY_MS)
  const { instant: nextMidnight } = clock.instantOf((day + 1) * DAY_MS)
  const stretches: Span[] = []
  for (let index = lastStarting(sorted, nextMidnight - 1); index >= 0; index--) {
    const { startsAt, endsAt } = sorted[index]!
    if (endsAt <= midnight) break
    stretches.unshift({ startsAt: Math.max(startsAt, midnight), endsAt })
  }
  const lengthOf = ({ startsAt, endsAt }: Span) => endsAt - startsAt
  if (stretches.some((one) => lengthOf(one) >= lengthOf(visit))) return false
  const indexAt = (instant: number) =>
    stretches.findIndex(({ startsAt, endsAt }) => startsAt <= instant && instant < endsAt)
  const [first, last] = [indexAt(visit.startsAt), indexAt(visit.endsAt - 1)]
  if (first === -1 || last === -1) return false
  const off = spansOf(clock, { first: day, last: day }, () => minutesOn(exceptions, 'off', day))
  return stretches.slice(first, last).every(({ endsAt }, index) => {
    const gap = { startsAt: endsAt, endsAt: stretches[first + index + 1]!.startsAt }
    return (
      lengthOf(gap) <= BREAK_MINUTES * MINUTE_MS && !off.some(({ span }) => overlaps(span, gap))
    )
  })
}

/** The position of the last one that starts at `instant` or before, or -1. */
export function lastStarting(sorted: readonly Pick<Span, 'startsAt'>[], instant: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.startsAt <= instant) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Spans in order, those that overlap or touch made one. */
export function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { startsAt, endsAt } of spans.toSorted(byStart)) {
    const last = result.at(-1)
    if (last && startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, endsAt)
    else result.push({ startsAt, endsAt })
  }
  return result
}

export function byStart(a: Span, b: Span): number {
  return a.startsAt - b.startsAt
}
