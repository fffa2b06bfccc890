import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  AUSTIN,
  EAST_AUSTIN,
  CEDAR_PARK,
  CLOCK_CHANGES,
  HOUR,
  US_ZONES,
  wanted,
} from '#server/test/builders/schedules.ts'
import { driveMinutes, freeTimes } from './free-times.ts'
import type { Schedule, WantedVisit } from './free-times.ts'

const HALF_HOUR = 30 * 60_000

/** The free times again, instant by instant with Temporal, as one would read the rules aloud. */
function bruteForce(facts: Schedule, visitFacts: WantedVisit, date: string): string[] {
  const { rules, plan, pausedUntil, ownZone, visits, busy, exceptions } = facts
  const own = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ownZone)
  const isWorkingAt = (wall: Temporal.PlainDateTime) => {
    const minute = wall.hour * 60 + wall.minute
    const day = wall.toPlainDate().toString()
    const hits = exceptions.filter(
      ({ fromDate, toDate, from, to }) =>
        fromDate <= day && day <= toDate && (from ?? 0) <= minute && minute < (to ?? 1440),
    )
    if (hits.some(({ kind }) => kind === 'extra')) return true
    if (hits.some(({ kind }) => kind === 'off')) return false
    return plan!.some(
      ({ weekday, from, to }) => weekday === wall.dayOfWeek && from <= minute && minute < to,
    )
  }
  const known = new Map<number, boolean>()
  const works = (instant: number) => {
    const answer = known.get(instant) ?? isWorkingAt(wallOf(instant))
    known.set(instant, answer)
    return answer
  }
  const wallOf = (instant: number) => {
    const wall = own(instant).toPlainDateTime()
    const isSecondPass = wall.toZonedDateTime(ownZone).epochMilliseconds !== instant
    // The second pass of an hour belongs to whoever works until the end of that hour.
    return isSecondPass ? wall.with({ minute: 30 }) : wall
  }
  const isOffAt = (instant: number) => {
    const wall = wallOf(instant)
    const minute = wall.hour * 60 + wall.minute
    const day = wall.toPlainDate().toString()
    return exceptions.some(
      ({ kind, fromDate, toDate, from, to }) =>
        kind === 'off' &&
        fromDate <= day &&
        day <= toDate &&
        (from ?? 0) <= minute &&
        minute < (to ?? 1440),
    )
  }
  /** Whether the cells of a visit that no stretch of its day can take are hours and breaks of that day. */
  const runOverBreaks = (cells: number[]) => {
    if (!rules.overBreaks || !works(cells[0]!) || !works(cells.at(-1)!)) return false
    const midnight = own(cells[0]!).startOfDay()
    const nextMidnight = midnight.add({ days: 1 }).epochMilliseconds
    for (let from = midnight.epochMilliseconds; from < nextMidnight; from += HALF_HOUR) {
      if (cells.every((cell) => works(cell - cells[0]! + from))) return false
    }
    return cells.every((cell) => {
      if (works(cell)) return true
      let [first, last] = [cell, cell]
      while (!works(first - HALF_HOUR)) first -= HALF_HOUR
      while (!works(last + HALF_HOUR)) last += HALF_HOUR
      const gap = cells.filter((one) => first <= one && one <= last)
      return last + HALF_HOUR < nextMidnight && gap.length <= 4 && !gap.some(isOffAt)
    })
  }
  const found: string[] = []
  for (let minute = 0; minute < 1440; minute += 30) {
    const wall = Temporal.PlainDateTime.from(date).add({ minutes: minute })
    const start = wall.toZonedDateTime(visitFacts.home.timeZone)
    if (!start.toPlainDateTime().equals(wall)) continue
    const startsAt = start.epochMilliseconds
    const endsAt = startsAt + visitFacts.hours * HOUR
    const cells = Array.from({ length: visitFacts.hours * 2 }, (_, n) => startsAt + n * HALF_HOUR)
    if (!cells.every(works) && !runOverBreaks(cells)) continue
    if (busy.some((span) => span.endsAt > startsAt && span.startsAt < endsAt)) continue
    const ownDate = own(startsAt).toPlainDate()
    const sameDay = visits.filter((other) => own(other.startsAt).toPlainDate().equals(ownDate))
    const gap = (place = AUSTIN) => {
      const drive = visitFacts.drive === 'public' ? 30 : driveMinutes(visitFacts.home, place, 30)
      return Math.max(rules.bufferMinutes, rules.travel ? drive : 0) * 60_000
    }
    const isClear = visits.every(
      (other) =>
        startsAt - other.endsAt >= gap(other.place) || other.startsAt - endsAt >= gap(other.place),
    )
    if (!isClear) continue
    if (startsAt - visitFacts.now < rules.noticeHours * HOUR) continue
    const ownToday = own(visitFacts.now).toPlainDate()
    if (ownToday.until(ownDate, { largestUnit: 'days' }).days > rules.horizonDays) continue
    if (rules.maxVisitsADay !== null && sameDay.length >= rules.maxVisitsADay) continue
    const worked = sameDay.reduce((sum, other) => sum + (other.endsAt - other.startsAt) / HOUR, 0)
    if (rules.maxHoursADay !== null && worked + visitFacts.hours > rules.maxHoursADay) continue
    if (pausedUntil && !visitFacts.isKnown && ownDate.toString() < pausedUntil) continue
    found.push(`${wall.toString()} ${startsAt}`)
  }
  return found
}

// rule: free-times
test(
  'the free times of 40 random plans in each zone of the United States, over two years, are those that brute force finds',
  { timeout: 60_000 },
  () => {
    const half = (max: number) => fc.integer({ min: 0, max }).map((n) => n * 30)
    const interval = fc.tuple(half(46), fc.integer({ min: 2, max: 24 })).map(([from, length]) => ({
      from,
      to: Math.min(1440, from + length * 30),
    }))
    /** Hours around a gap, which can be a break. */
    const divided = fc
      .tuple(half(36), ...[1, 1, 1].map((min) => fc.integer({ min, max: 6 })))
      .map(([from, ...cells]) => {
        const [first, gap, second] = cells as [number, number, number]
        const opens = from + (first + gap) * 30
        return [
          { from, to: from + first * 30 },
          { from: opens, to: opens + second * 30 },
        ].filter(({ to }) => to <= 1440)
      })
    const dayBefore = (date: string, days = 1) =>
      new Date(Date.parse(date) - days * 24 * HOUR).toISOString().slice(0, 10)
    const first = fc.oneof(
      fc.constantFrom(...CLOCK_CHANGES).map((date) => dayBefore(date)),
      fc.integer({ min: 0, max: 730 }).map((days) => dayBefore('2028-10-20', days)),
    )
    const factsIn = (ownZone: (typeof US_ZONES)[number]) =>
      first.chain((from) => {
        const start = Date.parse(`${from}T00:00:00Z`)
        const dates = [-1, 0, 1, 2, 3].map((n) =>
          new Date(start + n * 24 * HOUR).toISOString().slice(0, 10),
        )
        const date = fc.constantFrom(...dates)
        const instant = fc.integer({ min: -12, max: 4 * 24 }).map((n) => start + n * HOUR)
        const place = fc.constantFrom(AUSTIN, EAST_AUSTIN, CEDAR_PARK)
        return fc.record({
          from: fc.constant(from),
          dates: fc.constant(dates.slice(1, 4)),
          plan: fc
            .array(
              fc
                .tuple(
                  fc.integer({ min: 1, max: 7 }),
                  fc.oneof(
                    divided,
                    interval.map((one) => [one]),
                  ),
                )
                .map(([weekday, hours]) => hours.map((one) => ({ weekday, ...one }))),
              { minLength: 4, maxLength: 9 },
            )
            .map((days) => days.flat()),
          exceptions: fc.array(
            fc
              .tuple(
                fc.constantFrom('off' as const, 'extra' as const),
                date,
                date,
                interval,
                fc.boolean(),
              )
              .map(([kind, one, other, hours, isWholeDay]) => ({
                kind,
                fromDate: one < other ? one : other,
                toDate: one < other ? other : one,
                ...(kind === 'off' && isWholeDay ? { from: null, to: null } : hours),
              })),
            { maxLength: 3 },
          ),
          busy: fc.array(
            fc.tuple(instant, fc.integer({ min: 1, max: 300 })).map(([startsAt, length]) => ({
              startsAt,
              endsAt: startsAt + length * 60_000,
            })),
            { maxLength: 4 },
          ),
          visits: fc.array(
            fc.tuple(instant, fc.constantFrom(1, 2, 8), place).map(([startsAt, hours, at]) => ({
              startsAt,
              endsAt: startsAt + hours * HOUR,
              place: at,
            })),
            { maxLength: 4 },
          ),
          rules: fc.record({
            bufferMinutes: fc.constantFrom(0, 15, 60, 240),
            travel: fc.boolean(),
            noticeHours: fc.constantFrom(0, 5, 30),
            horizonDays: fc.constantFrom(1, 2, 60),
            maxVisitsADay: fc.constantFrom(null, 1, 2),
            maxHoursADay: fc.constantFrom(null, 2, 8),
            overBreaks: fc.constantFrom(true, true, false),
          }),
          pausedUntil: fc.option(date),
          ownZone: fc.constant(ownZone),
          homeZone: fc.constantFrom(...US_ZONES),
          hours: fc.constantFrom(1, 2, 3, 4, 8),
          isKnown: fc.boolean(),
          drive: fc.constantFrom('by_zip' as const, 'public' as const),
          now: fc.integer({ min: -24 * 60, max: 6 * 60 }).map((n) => start + n * 60_000),
        })
      })
    for (const zone of US_ZONES)
      fc.assert(
        fc.property(
          factsIn(zone),
          ({ from, dates, homeZone, hours, isKnown, drive, now, ...rest }) => {
            const visitFacts = wanted({ timeZone: homeZone, hours, isKnown, drive, now })
            const days = freeTimes(rest, visitFacts, { from, to: dates.at(-1)! })
            const found = days.flatMap(({ slots }) =>
              slots.map(({ date, time, startsAt }) => `${date}T${time}:00 ${startsAt}`),
            )
            expect(found).toEqual(dates.flatMap((date) => bruteForce(rest, visitFacts, date)))
          },
        ),
        { numRuns: 40 },
      )
  },
)
