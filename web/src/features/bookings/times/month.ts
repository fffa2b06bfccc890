const DAY_MS = 86_400_000
const DAYS_A_WEEK = 7

/** The day `days` after another. Days are texts such as '2026-12-01'. */
export function dayAfter(day: string, days: number): string {
  return formatDay(new Date(parseDay(day).getTime() + days * DAY_MS))
}

/** This day of the month `months` later, or the last day if that month is shorter. */
export function monthAfter(day: string, months: number): string {
  const date = parseDay(day)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0))
  last.setUTCDate(Math.min(last.getUTCDate(), date.getUTCDate()))
  return formatDay(last)
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return parseDay(day).getUTCDay()
}

/** The weeks, from Sunday, that contain the month of a day. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const begin = dayAfter(first, -weekdayOf(first))
  const weeks: string[][] = []
  for (let start = begin; start <= monthAfter(first, 1); start = dayAfter(start, DAYS_A_WEEK)) {
    if (weeks.length > 0 && start.slice(0, 7) !== day.slice(0, 7)) break
    weeks.push(Array.from({ length: DAYS_A_WEEK }, (_, index) => dayAfter(start, index)))
  }
  return weeks
}

const parseDay = (day: string) => new Date(`${day}T00:00:00Z`)
const formatDay = (date: Date) => date.toISOString().slice(0, 10)
