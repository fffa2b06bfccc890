import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { busyIntervals } from '#server/calendar/busy/busy-intervals.ts'
import { rowsOf } from '#server/calendar/busy/read-busy-times.ts'

const DAY_MS = 86_400_000
const ZONE = 'America/Chicago'

/** The calendar file that Grace Walker has given: her choir each Thursday afternoon, and a course of three mornings. */
function calendarFile(now: Date): string {
  const date = (days: number) =>
    new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  const lastMonday = date(-((now.getUTCDay() + 6) % 7))
  const lastThursday = date(-((now.getUTCDay() + 3) % 7))
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:choir@demo.lustra.example',
    `DTSTART;TZID=${ZONE}:${lastThursday}T150000`,
    'DURATION:PT2H',
    'RRULE:FREQ=WEEKLY',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:course@demo.lustra.example',
    `DTSTART;TZID=${ZONE}:${lastMonday}T083000`,
    'DURATION:PT90M',
    'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
}

/** Writes a calendar that was read from a file, with its busy times. rule: busy-times */
export async function writeBusyCalendar(
  context: Pick<Context, 'verificationKeys'>,
  db: Db,
  professional_id: string,
  now: Date,
): Promise<void> {
  const { id: calendar_id } = await db
    .insertInto('busy_calendars')
    .values({
      professional_id,
      label: 'Choir and course',
      kind: 'file',
      state: 'ok',
      read_at: now,
      tried_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const from = now.getTime() - DAY_MS
  const window = { from, to: from + 401 * DAY_MS }
  const busy = busyIntervals(calendarFile(now), { ownZone: ZONE, ...window, checkCost: () => {} })
  const rows = rowsOf(context, calendar_id, busy)
  await db
    .insertInto('busy_times')
    .values(rows.map((row) => ({ professional_id, calendar_id, ...row })))
    .execute()
}
