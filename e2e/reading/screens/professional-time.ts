import type { Person } from '../account.ts'
import { offerScreen } from './professional-offer.ts'
import { count, dollars, short } from '../formats.ts'
import type { Rows, Screen } from '../reading.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** '8:00 AM' of 480 */
const clock = (minutes: number): string => {
  const hours = Math.floor(minutes / 60)
  const rest = String(minutes % 60).padStart(2, '0')
  return `${hours % 12 || 12}:${rest} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The forms of the working hours, of the offer and of the profile. */
export function formScreens(rows: Rows, me: Person): Screen[] {
  return [
    {
      path: '/dashboard/time',
      fixed: [
        "Vacation, a doctor's appointment, or a Saturday when you do work.",
        'How long before a visit clients can still book it. 0 to 336.',
        'How far ahead clients see free times. 1 to 365.',
        "Only visits that don't fit between my breaks, and only breaks of up to 2 hours.",
      ],
      facts: async () => ({
        hours: await workingHours(rows, me.id),
        ...(await limits(rows, me.id)),
      }),
      known: () => busyTimes(rows, me.id),
    },
    offerScreen(rows, me.id),
    {
      path: '/dashboard/profile',
      fixed: [
        'JPEG, PNG, WebP or AVIF, up to 5MB.',
        'JPEG, PNG, WebP or AVIF, up to 5MB each. They are sent when you save.',
        'From $15 to $200 an hour. Clients see the total before they book.',
        'Every 2 weeks',
        'Monthly (every 4 weeks)',
      ],
      known: () => profileForm(rows, me.id),
    },
  ]
}

async function workingHours(rows: Rows, me: string): Promise<string[]> {
  const intervals = await rows<{ weekday: number; from_minute: number; to_minute: number }>(
    'select * from working_hours where professional_id = $1 order by from_minute',
    [me],
  )
  return WEEKDAYS.flatMap((day, index) => {
    const ofDay = intervals.filter(({ weekday }) => weekday === (index + 1) % 7)
    return [
      day,
      day,
      ...ofDay.flatMap(({ from_minute, to_minute }, position) => [
        `[aria-label] ${day}, from`,
        `[value] ${clock(from_minute)}`,
        `[aria-label] ${day}, to`,
        `[value] ${clock(to_minute)}`,
        position > 0
          ? `[aria-label] Remove ${clock(from_minute)} to ${clock(to_minute)} on ${day}`
          : `[aria-label] Add a break on ${day}`,
      ]),
    ]
  })
}

/** '8:00 AM to 12:00 PM, 1:00 PM to 5:00 PM': the hours of each working day. */
export async function workingDays(rows: Rows, me: string): Promise<string[]> {
  const intervals = await rows<{ weekday: number; from_minute: number; to_minute: number }>(
    'select * from working_hours where professional_id = $1 order by from_minute',
    [me],
  )
  return [...Map.groupBy(intervals, ({ weekday }) => weekday).values()].map((ofDay) =>
    ofDay.map((one) => `${clock(one.from_minute)} to ${clock(one.to_minute)}`).join(', '),
  )
}

async function limits(rows: Rows, me: string) {
  const [times] = await rows<Record<'notice_hours' | 'horizon_days' | 'min_hours', number>>(
    'select * from professional_times where professional_id = $1',
    [me],
  )
  const { notice_hours, horizon_days, min_hours } = times!
  return {
    limits: [notice_hours, horizon_days, count(min_hours, 'hour')].map((one) => `[value] ${one}`),
  }
}

/** How many busy times were read from each calendar and when, on the clock of the home of its visits. */
async function busyTimes(rows: Rows, me: string): Promise<string[]> {
  const calendars = await rows<{ read_at: Date; busy: number; zone: string }>(
    `select read_at, (select count(*)::int from busy_times t where t.calendar_id = c.id) as busy,
       (select time_zone from bookings b where b.professional_id = $1 limit 1) as zone
     from busy_calendars c where professional_id = $1`,
    [me],
  )
  return calendars.map(
    ({ read_at, busy, zone }) => `${count(busy, 'busy time')}. Read ${short(read_at, zone)}.`,
  )
}

async function profileForm(rows: Rows, me: string): Promise<string[]> {
  const [profile] = await rows<{
    full_name: string
    bio: string
    hourly_rate_cents: number
    years_experience: string
    employees_count: string
    gallery_images: string[]
  }>('select * from professionals where user_id = $1', [me])
  const { full_name, bio, hourly_rate_cents, years_experience, employees_count } = profile!
  const pictures = profile!.gallery_images.map((_, index) => index + 1)
  return [
    `[value] ${full_name}`,
    `What you do best, how you work, what clients can expect. Aim for at least 100 characters. ${bio.length} of 2000.`,
    `[value] ${dollars(hourly_rate_cents).slice(1).replace('.00', '')}`,
    `[value] ${years_experience}`,
    `[value] ${employees_count}`,
    `[value] ${bio}`,
    ...pictures.flatMap((number) => [
      `[alt] Photo ${number} of your work`,
      `[aria-label] Remove photo ${number}`,
    ]),
    `${pictures.length} of 5 photos`,
  ]
}
