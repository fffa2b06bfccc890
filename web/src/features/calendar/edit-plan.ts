import { INTERVALS_A_DAY_MAX } from '#contract/calendar/time-rules.ts'
import type { WorkingInterval } from '#contract/calendar/time.ts'
import { HALF_HOURS } from './half-hours.ts'

/** The length of a break and of an added afternoon, in half hours. */
const BREAK = 2
const AFTERNOON = 8

/** The weekday with hours that comes first; undefined for an empty plan. */
export function firstWorkingDay(plan: readonly WorkingInterval[]): number | undefined {
  return plan.map(({ weekday }) => weekday).toSorted((a, b) => a - b)[0]
}

/** The plan with the hours of one day on Monday to Friday. Saturday and Sunday stay as they are. */
export function copiedToWeekdays(
  plan: readonly WorkingInterval[],
  from: number,
): WorkingInterval[] {
  const hours = plan.filter(({ weekday }) => weekday === from)
  const copies = [1, 2, 3, 4, 5].flatMap((weekday) => hours.map((one) => ({ ...one, weekday })))
  return [...copies, ...plan.filter(({ weekday }) => weekday > 5)]
}

/** The next interval of a day: 9:00 to 17:00, then four hours after a break. Undefined if none fits. */
export function addedInterval(
  weekday: number,
  intervals: readonly WorkingInterval[],
): WorkingInterval | undefined {
  const last = intervals
    .map(({ to }) => to)
    .toSorted()
    .at(-1)
  if (last === undefined) return { weekday, from: '09:00', to: '17:00' }
  const start = HALF_HOURS.indexOf(last) + BREAK
  const from = HALF_HOURS[start]
  const to = HALF_HOURS[Math.min(start + AFTERNOON, HALF_HOURS.length - 1)]
  const isFull = intervals.length >= INTERVALS_A_DAY_MAX
  return from && to && from < to && !isFull ? { weekday, from, to } : undefined
}
