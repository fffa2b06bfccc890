import type { Damage } from './damage.ts'

const busyTime = (hash: string) => `
  with calendar as (
    insert into busy_calendars (professional_id, label, kind, created_at)
    select professional_id, 'Work', 'file', created_at from bookings where instant returning *
  )
  insert into busy_times (calendar_id, professional_id, uid_hash, starts_at, ends_at)
  select id, professional_id, ${hash}, timestamptz '2026-12-03', timestamptz '2026-12-03 20:00' from calendar`

/** Working hours, busy times and what search stores of them: damages that the database does not refuse. */
export const DAMAGED_TIMES: Damage[] = [
  ['busy-times', 'words of the calendar', ['alter table busy_times add column title text']],
  ['busy-times', 'a UID that is not hashed', [busyTime(`'meeting@example.com'::bytea`)]],
  ['search-days', 'a busy time that search does not know', [busyTime(`sha256('meeting')`)]],
  ['search-days', 'a visit that search has forgotten', ['delete from search_days']],
  ['search-days', 'another plan', ['update search_entries set plan_4 = plan_4 & (plan_4 - 1)']],
  [
    'search-days',
    'lengths that the rules do not allow',
    ['update professional_times set max_hours_a_day = 4'],
  ],
  ['search-cards', 'no card', ['delete from search_cards']],
  ['search-cards', 'another text', [`update professionals set bio = 'Another.'`]],
  ['search-rules', 'another notice', ['update search_entries set notice_hours = 23']],
  [
    'plan',
    'a time off the grid',
    [
      'alter table working_hours drop constraint working_hours_from_minute_check',
      'update working_hours set from_minute = 555 where weekday = 1',
    ],
  ],
  [
    'plan',
    'intervals that touch',
    [
      'alter table working_hours drop constraint working_hours_professional_id_weekday_int4range_excl',
      `insert into working_hours select professional_id, weekday, 1020, 1080 from working_hours where weekday = 1`,
    ],
  ],
]
