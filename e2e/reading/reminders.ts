import type { Person } from './account.ts'
import { agoText, dayIn, short } from './formats.ts'
import type { Rows } from './reading.ts'

type Reminder = {
  at: Date
  kind: 'reminder.day' | 'reminder.hours'
  asks: boolean
  first_name: string
  last_name: string
  starts_at: Date
  time_zone: string
  city: string
}

const AGREEMENT_TEXT =
  ' You have not agreed to the work agreement yet. Please read it under the visit.'

const TEXTS = {
  client: {
    name: (other: Reminder) => other.first_name,
    day: (name: string) => [
      `Tomorrow: ${name} comes to you`,
      `A reminder that ${name} cleans for you tomorrow.`,
    ],
    hours: (name: string) => [
      `In two hours: ${name} comes to you`,
      `${name} will be with you in about two hours.`,
    ],
    late: (name: string, when: string) => [
      `Your visit with ${name}: ${when}`,
      'A reminder. If you need to change something, open the visit.',
    ],
  },
  professional: {
    name: (other: Reminder) => other.first_name,
    day: (name: string) => [
      `Tomorrow: your visit to ${name}`,
      `A reminder that ${name} expects you tomorrow.`,
    ],
    hours: (name: string) => [
      `In two hours: your visit to ${name}`,
      `${name} expects you in about two hours.`,
    ],
    late: (name: string, when: string) => [
      `Your visit to ${name}: ${when}`,
      'A reminder. If you need to change something, open the visit.',
    ],
  },
}

const HOUR_MS = 3_600_000

/** The reminders of visits among a person's notices. One that is no longer true names the time instead. */
export async function remindersOf(rows: Rows, { id, role }: Person): Promise<string[]> {
  const reminders = await rows<Reminder>(
    `select n.at, n.kind, n.data ? 'agreement' as asks, u.first_name, u.last_name,
       b.starts_at, b.time_zone, b.city
     from notices n join users u on u.id = n.other_id join bookings b on b.id = n.booking_id
     where n.user_id = $1 and n.shown and n.kind in ('reminder.day', 'reminder.hours') order by n.at desc`,
    [id],
  )
  const texts = TEXTS[role]
  return reminders.flatMap((reminder) => {
    const { at, kind, asks, starts_at, time_zone, city } = reminder
    const name = texts.name(reminder)
    const isTomorrow =
      dayIn(new Date(Date.now() + 24 * HOUR_MS), time_zone) === dayIn(starts_at, time_zone)
    const isInTwoHours = Math.abs(+starts_at - Date.now() - 2 * HOUR_MS) <= HOUR_MS / 2
    const isTrue = kind === 'reminder.day' ? isTomorrow : isInTwoHours
    const early = kind === 'reminder.day' ? texts.day(name) : texts.hours(name)
    const [title = '', sentence = ''] = isTrue
      ? early
      : texts.late(name, `${short(starts_at, time_zone)}, ${city} time`)
    return [title, `${sentence}${isTrue && asks ? AGREEMENT_TEXT : ''}`, agoText(at)]
  })
}
