import { INTERVALS_A_DAY_MAX } from '#contract/calendar/time-rules.ts'
import type { WorkingInterval } from '#contract/calendar/time.ts'
import { HALF_HOURS } from './half-hours.ts'

/** The length of a break, in half hours. */
const BREAK = 2
/** The length of a stretch whose start was set behind its end, in half hours. */
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

/** The hours of one day with an hour's break in the middle of the last ones. Undefined if none fits. */
export function withBreak(day: readonly WorkingInterval[]): WorkingInterval[] | undefined {
  const last = day.at(-1)
  if (!last || day.length >= INTERVALS_A_DAY_MAX) return undefined
  const start = HALF_HOURS.indexOf(last.from)
  const end = HALF_HOURS.indexOf(last.to)
  const to = HALF_HOURS[Math.floor((start + end - BREAK) / 2)]!
  const from = HALF_HOURS[HALF_HOURS.indexOf(to) + BREAK]!
  if (to <= last.from || from >= last.to) return undefined
  return [...day.slice(0, -1), { ...last, to }, { ...last, from }]
}

/** The starts and ends that an interval of a day can have without overlapping the ones beside it. */
export function choicesOf(day: readonly WorkingInterval[], position: number) {
  const from = day[position]!.from
  const earliest = day[position - 1]?.to ?? '00:00'
  const latest = day[position + 1]?.from ?? '24:00'
  return {
    starts: HALF_HOURS.filter((time) => time >= earliest && time < latest),
    ends: HALF_HOURS.filter((time) => time > from && time <= latest),
  }
}

/** An interval with another start. Its end moves only if it would lie before the start. */
export function startingAt(
  day: readonly WorkingInterval[],
  position: number,
  from: string,
): WorkingInterval {
  const moved = { ...day[position]!, from }
  if (from < moved.to) return moved
  const { ends } = choicesOf(day.with(position, moved), position)
  return { ...moved, to: ends[AFTERNOON - 1] ?? ends.at(-1)! }
}
