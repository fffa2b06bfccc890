import type { BookingRow } from './bookings.ts'
import { count, longDay, month } from './formats.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const NAMES_SHOWN_MAX = 2

/** A month's calendar: each day of its weeks with its number of visits and the first names. */
export function monthOf(
  today: string,
  planned: readonly BookingRow[],
  nameOf: (booking: BookingRow) => string,
): string[] {
  const days = daysOfMonth(today).flatMap((day) => {
    const visits = planned.filter((booking) => booking.day === day)
    const more = visits.length - NAMES_SHOWN_MAX
    return [
      `${longDay(day)}: ${count(visits.length, 'visit')}`,
      String(Number(day.slice(-2))),
      ...visits.slice(0, NAMES_SHOWN_MAX).map(nameOf),
      ...(more > 0 ? [`+${more}`] : []),
    ]
  })
  return [month(today), ...WEEKDAYS, ...days]
}

/** All days of the weeks that a month touches, from Sunday on. */
function daysOfMonth(day: string): string[] {
  const [year = 0, monthNumber = 1] = day.split('-').map(Number)
  const first = Date.UTC(year, monthNumber - 1, 1)
  const last = Date.UTC(year, monthNumber, 0)
  const from = first - new Date(first).getUTCDay() * DAY_MS
  const until = last + (6 - new Date(last).getUTCDay()) * DAY_MS
  return Array.from({ length: (until - from) / DAY_MS + 1 }, (_, index) =>
    new Date(from + index * DAY_MS).toISOString().slice(0, 10),
  )
}
