import type { Person } from '../account.ts'
import { fullName, placeOrAddressOf, workAndMoney } from '../bookings.ts'
import type { BookingRow } from '../bookings.ts'
import { dayIn, longDay, time } from '../formats.ts'
import { monthOf } from '../month.ts'
import { workingDays } from './professional-time.ts'
import type { Rows, Screen } from '../reading.ts'

const DAY_MS = 86_400_000

/** The day so many days from now, on the clocks of a zone. */
const dayAfter = (days: number, zone: string): string =>
  dayIn(new Date(Date.now() + days * DAY_MS), zone)

/** Today and tomorrow, the next 7 days and the month, by the clock of the visits' homes. */
export function agendaScreens(rows: Rows, me: Person, bookings: readonly BookingRow[]): Screen[] {
  const zone = bookings[0]!.time_zone
  const today = dayAfter(0, zone)
  const week = Array.from({ length: 7 }, (_, index) => dayAfter(index, zone))
  const planned = bookings.filter(({ status }) =>
    ['pending', 'accepted', 'completed'].includes(status),
  )
  const daysScreen = (path: string, days: readonly string[]): Screen => ({
    path,
    // The grid above it repeats times and names.
    part: '#days',
    known: () =>
      Promise.resolve([
        ...days.map((day) => dayTitle(day, zone)),
        ...planned.filter(({ day }) => days.includes(day)).flatMap(visitOf),
      ]),
    maybe: () => besideVisits(rows, me.id, planned),
  })
  return [
    daysScreen('/dashboard/week?view=today', [today, dayAfter(1, zone)]),
    daysScreen('/dashboard/week', week),
    {
      path: '/dashboard/week?view=month',
      fixed: ['Today'],
      facts: () =>
        Promise.resolve({
          month: [
            dayTitle(today, zone),
            ...planned.filter(({ day }) => day === today).flatMap(visitOf),
            ...monthOf(today, planned, ({ client }) => fullName(client)),
          ],
        }),
      maybe: () => besideVisits(rows, me.id, planned),
    },
  ]
}

/** 'Today, Sunday, November 29' */
function dayTitle(day: string, zone: string): string {
  const name = longDay(day).replace(/, \d{4}$/, '')
  if (day === dayAfter(0, zone)) return `Today, ${name}`
  return day === dayAfter(1, zone) ? `Tomorrow, ${name}` : name
}

const visitOf = (booking: BookingRow): string[] => [
  `${time(booking.starts_at, booking.time_zone)} to ${time(booking.ends_at, booking.time_zone)}`,
  fullName(booking.client),
  placeOrAddressOf(booking),
  ...workAndMoney(booking),
]

/** Lists what stands between visits: the hours of a day, busy times, the way and what the client wrote. */
async function besideVisits(
  rows: Rows,
  me: string,
  planned: readonly BookingRow[],
): Promise<(string | RegExp)[]> {
  const busy = await rows<{ starts_at: Date; ends_at: Date }>(
    'select starts_at, ends_at from busy_times where professional_id = $1',
    [me],
  )
  const zone = planned[0]!.time_zone
  return [
    ...(await workingDays(rows, me)),
    ...busy.map((one) => `Busy: ${time(one.starts_at, zone)} to ${time(one.ends_at, zone)}`),
    ...planned.map(({ notes }) => notes),
    /^(Tight: about|About) \d+ min to drive, -?\d+ min free$/,
  ]
}
