import type { TimeDocument, WorkingInterval } from '#contract/calendar/time.ts'
import { dateIn } from './own-date.ts'
import type { PlanInterval, Times } from './times.ts'

/** The times as the API answers them. Exceptions and a pause that are over are left out. rule: working-hours */
export function documentOf(times: Times, now: Date): TimeDocument {
  const today = dateIn(times.ownZone, now).toString()
  const { baseZip, ownZone, version, plan, exceptions, rules, pausedUntil, instantBooking } = times
  return {
    base_zip: baseZip,
    time_zone: ownZone,
    version,
    plan:
      plan?.map(({ weekday, from, to }) => ({ weekday, from: timeOf(from), to: timeOf(to) })) ??
      null,
    exceptions: exceptions
      .filter(({ toDate }) => toDate >= today)
      .map(({ id, kind, fromDate, toDate, from, to, note }) => ({
        id,
        kind,
        from_date: fromDate,
        to_date: toDate,
        from: from === null ? null : timeOf(from),
        to: to === null ? null : timeOf(to),
        note,
      })),
    rules: {
      buffer_minutes: rules.bufferMinutes,
      travel: rules.travel,
      notice_hours: rules.noticeHours,
      horizon_days: rules.horizonDays,
      max_visits_a_day: rules.maxVisitsADay,
      max_hours_a_day: rules.maxHoursADay,
      min_hours: rules.minHours,
      only_inside_hours: rules.onlyInsideHours,
      over_breaks: rules.overBreaks,
    },
    paused_until: pausedUntil !== null && pausedUntil >= today ? pausedUntil : null,
    instant_booking: instantBooking,
  }
}

/** A plan in minutes after midnight: sorted, and intervals that touch are one. rule: working-hours */
export function planOf(intervals: readonly WorkingInterval[]): PlanInterval[] {
  const sorted = intervals
    .map(({ weekday, from, to }) => ({ weekday, from: minuteOf(from), to: minuteOf(to) }))
    .toSorted((a, b) => a.weekday - b.weekday || a.from - b.from)
  const plan: PlanInterval[] = []
  for (const interval of sorted) {
    const last = plan.at(-1)
    if (last?.weekday === interval.weekday && last.to === interval.from) last.to = interval.to
    else plan.push(interval)
  }
  return plan
}

/** The minute of a day that '09:30' names. */
export function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return hours! * 60 + minutes!
}

/** '09:30' for 570. */
export function timeOf(minute: number): string {
  const parts = [Math.floor(minute / 60), minute % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
