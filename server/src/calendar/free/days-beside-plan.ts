import { startsOfDays } from './free-times.ts'
import type { Schedule } from './free-times.ts'
import { BREAK_MINUTES, isWholeDayOff, exceptionsOn } from '../plan/hours-of-days.ts'
import type { DayRange } from '../plan/hours-of-days.ts'
import type { PlanInterval } from '../plan/times.ts'
import { DAY_MS, ZoneClock } from '../plan/zone-clock.ts'

const GRID_MINUTES = 30
const CELLS_A_DAY = 48
/** The bits of the day alone. */
export const CELLS_OF_DAY = (1n << BigInt(CELLS_A_DAY)) - 1n
export const CELLS_OF_BREAK = BREAK_MINUTES / GRID_MINUTES
/** With these cells of the next day, a visit of 8 hours that begins in the last half hour is within the bits. */
const CELLS_OF_NEXT_DAY = 15
const HOUR_MS = 3_600_000
const VISIT_HOURS_MAX = 8
/** A clock change happens before this hour of its day. */
const CHANGE_BEFORE_MINUTE = 240

/** The plan of a weekday, 1 is Monday: one bit for each half hour of the day, and the first 15 of the next one. */
export function planBits(plan: readonly PlanInterval[], weekday: number): bigint {
  const next = (weekday % 7) + 1
  const tail = bitsOf(plan, next) & ((1n << BigInt(CELLS_OF_NEXT_DAY)) - 1n)
  return bitsOf(plan, weekday) | (tail << BigInt(CELLS_A_DAY))
}

function bitsOf(plan: readonly PlanInterval[], weekday: number): bigint {
  return plan
    .filter((interval) => interval.weekday === weekday)
    .reduce((bits, { from, to }) => {
      const [first, cells] = [from / GRID_MINUTES, (to - from) / GRID_MINUTES]
      return bits | (((1n << BigInt(cells)) - 1n) << BigInt(first))
    }, 0n)
}

/**
 * The half hours of a day at which visits of `hours` can begin, if nothing but this plan counts. `overBreaks`: where
 * none fits into a stretch, they may run over breaks. rule: free-times
 */
export function startsByPlan(bits: bigint, hours: number, overBreaks: boolean): bigint {
  const starts = inRow(bits, hours * 2) & CELLS_OF_DAY
  if (starts !== 0n || !overBreaks) return starts
  const bridged = bits | withoutBreaks(bits & CELLS_OF_DAY)
  const endsInHours = bits >> BigInt(hours * 2 - 1)
  return inRow(bridged, hours * 2) & bits & endsInHours & CELLS_OF_DAY
}

/** The cells from which this many in a row are set. */
function inRow(bits: bigint, cells: number): bigint {
  let starts = bits
  for (let cell = 1; cell < cells; cell++) starts &= bits >> BigInt(cell)
  return starts
}

/** The hours of a day with its breaks filled: each cell spreads over a break, and the outer ones are taken back. */
function withoutBreaks(day: bigint): bigint {
  let spread = day
  for (let cell = 1; cell <= CELLS_OF_BREAK; cell++) spread |= day << BigInt(cell)
  return inRow(spread, CELLS_OF_BREAK + 1)
}

/**
 * The own days on which visits can begin at other times than the plan tells, with one number of bits for each length of
 * `lengths`, as `startsOfDays` makes them. Without stated hours: whole days off, without any time.
 * rule: search-by-time
 */
export function daysBesidePlan(
  schedule: Schedule,
  lengths: readonly number[],
  days: DayRange,
): { day: number; starts: bigint[] }[] {
  const { plan } = schedule
  const exceptions = exceptionsOn(schedule.exceptions, days)
  if (!plan) {
    return numbers(days)
      .filter((day) => isWholeDayOff(exceptions, day))
      .map((day) => ({ day, starts: lengths.map(() => 0n) }))
  }
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const bits = planBits(plan, weekday)
    return lengths.map((hours) => startsByPlan(bits, hours, schedule.rules.overBreaks))
  })
  return runs(touchedDays(schedule, days))
    .flatMap((run) => startsOfDays(schedule, lengths, run))
    .filter(({ day, starts }) => {
      const planned = weekly[(((day + 3) % 7) + 7) % 7]!
      return starts.some((bits, index) => bits !== planned[index])
    })
}

/** The days on which something could make other times free than the plan. A day also ends in the next one. */
function touchedDays(schedule: Schedule, days: DayRange): number[] {
  const clock = ZoneClock.of(schedule.ownZone)
  const touched = new Set<number>()
  const touch = (first: number, last: number) => {
    const end = Math.min(last, days.last)
    for (let day = Math.max(first, days.first); day <= end; day++) touched.add(day)
  }
  for (const { firstDay, lastDay } of exceptionsOn(schedule.exceptions, days)) {
    touch(firstDay - 1, lastDay)
  }
  // Visits keep a gap of at most four hours.
  const reach = (VISIT_HOURS_MAX + 4) * HOUR_MS
  for (const { startsAt, endsAt } of [...schedule.busy, ...schedule.visits]) {
    touch(clock.dayOf(startsAt - reach), clock.dayOf(endsAt + reach))
  }
  for (const day of clockChanges(schedule.ownZone, days)) {
    const weekday = ((day + 3) % 7) + 1
    const isOpen = schedule.plan?.some(
      (interval) => interval.weekday === weekday && interval.from < CHANGE_BEFORE_MINUTE,
    )
    if (isOpen) touch(day - 1, day)
  }
  return [...touched].toSorted((a, b) => a - b)
}

/** The days of a zone that do not have 24 hours. */
function clockChanges(timeZone: string, days: DayRange): number[] {
  const key = `${timeZone} ${days.first} ${days.last}`
  const known = changesByZone.get(key)
  if (known) return known
  const clock = ZoneClock.of(timeZone)
  const midnight = (day: number) => clock.instantOf(day * DAY_MS).instant
  const changes = numbers(days).filter((day) => midnight(day + 1) - midnight(day) !== DAY_MS)
  if (changesByZone.size > 500) changesByZone.clear()
  changesByZone.set(key, changes)
  return changes
}

const changesByZone = new Map<string, number[]>()

function numbers({ first, last }: DayRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Days that follow each other, as ranges. */
function runs(days: readonly number[]): DayRange[] {
  const result: DayRange[] = []
  for (const day of days) {
    const run = result.at(-1)
    if (run && run.last === day - 1) run.last = day
    else result.push({ first: day, last: day })
  }
  return result
}
