import type { Schedule, WantedVisit } from '#server/calendar/free/free-times.ts'
import type { PlanInterval } from '#server/calendar/plan/times.ts'

export { ZONES as US_ZONES } from '#server/market/search/time-keys.ts'

export const AUSTIN = { latitude: 30.2713, longitude: -97.7426 }
export const EAST_AUSTIN = { latitude: 30.2633, longitude: -97.7144 }
export const CEDAR_PARK = { latitude: 30.5058, longitude: -97.8251 }
export const HOUR = 3_600_000
/** The days of two years on which clocks of the United States change. */
export const CLOCK_CHANGES = ['2026-11-01', '2027-03-14', '2027-11-07', '2028-03-12']
/** Tuesday, December 1, 2026 is the day that most tests ask for; this is the day before, at 6:00 in Austin. */
const NOW = Date.parse('2026-11-30T12:00:00Z')

/** Every day from 9:00 to 12:00 in Austin, without notice; mention only what the test is about. */
export function schedule({
  rules,
  ...facts
}: Partial<Omit<Schedule, 'rules'>> & { rules?: object } = {}): Schedule {
  return {
    plan: everyDay('09:00', '12:00'),
    exceptions: [],
    pausedUntil: null,
    ownZone: 'America/Chicago',
    busy: [],
    visits: [],
    ...facts,
    rules: {
      bufferMinutes: 0,
      travel: false,
      noticeHours: 0,
      horizonDays: 60,
      maxVisitsADay: null,
      maxHoursADay: null,
      overBreaks: false,
      ...rules,
    },
  }
}

export function wanted(facts: Partial<WantedVisit> & { timeZone?: string } = {}): WantedVisit {
  const { timeZone = 'America/Chicago', ...rest } = facts
  return {
    home: { ...AUSTIN, timeZone },
    hours: 2,
    isKnown: false,
    drive: 'by_zip',
    now: NOW,
    ...rest,
  }
}

export function everyDay(from: string, to: string): PlanInterval[] {
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: minutes(from), to: minutes(to) }))
}

export function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}

export function visit(startsAt: string, hours: number, place = AUSTIN) {
  const start = Date.parse(startsAt)
  return { startsAt: start, endsAt: start + hours * HOUR, place }
}
