import type { AgendaDay } from '#contract/bookings/agenda.ts'

/** Clock times from '00:00' to '24:00'. */
export type BusyOnDay = { from: string; to: string }

/**
 * The part of a busy time that is on one day. The API sends the whole time on each day that it touches.
 * rule: agenda
 */
export function busyOnDay(
  { starts_at, ends_at }: AgendaDay['busy'][number],
  date: string,
  timeZone: string,
): BusyOnDay {
  const [start, end] = [clockOf(starts_at, timeZone), clockOf(ends_at, timeZone)]
  return {
    from: start.date < date ? '00:00' : start.time,
    to: end.date > date ? '24:00' : end.time,
  }
}

/** The date and the time, '2026-12-01' and '09:00', of an instant on the clock of a zone. */
export function clockOf(instant: string, timeZone: string) {
  // Swedish writes '2026-12-01 09:00'.
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  const [date = '', time = ''] = new Date(instant).toLocaleString('sv', options).split(' ')
  return { date, time }
}
