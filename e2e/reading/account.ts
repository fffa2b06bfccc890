import type { Page } from '@playwright/test'
import { date, SERVICES, longDay, time } from './formats.ts'
import { READER_ZONE } from './reading.ts'
import type { Rows, Screen } from './reading.ts'

const SWITCHES =
  'Choose how to hear about each topic. Quiet hours 9 PM–8 AM, except right before a visit.'

export type Person = {
  id: string
  role: 'client' | 'professional'
  first_name: string
  last_name: string
  email: string
  phone: string
}

/** The screens of an account that clients and professionals share. */
export function accountScreens(
  rows: Rows,
  me: Person,
  figures: { own: () => Promise<string[]>; counted: () => Promise<string[]> },
  reliabilityTexts: readonly (string | RegExp)[],
): Screen[] {
  return [
    {
      path: '/settings',
      fixed: ['At least 8 characters.'],
      facts: async () => ({
        details: [
          `Your email is ${me.email}.`,
          `[value] ${me.first_name}`,
          `[value] ${me.last_name}`,
          `[value] ${me.phone}`,
        ],
        pairs: await pairsOf(rows, me.id),
      }),
    },
    {
      path: '/settings/reliability',
      fixed: reliabilityTexts,
      facts: async () => ({ figures: await figures.own(), counted: await figures.counted() }),
    },
    { path: '/settings/notices', fixed: [SWITCHES], facts: () => Promise.resolve({}) },
    {
      path: '/settings/security',
      fixed: [
        "Sign-ins and changes in the last 365 days. Something that wasn't you? Change your password.",
      ],
      facts: async () => ({
        sessions: await sessionsOf(rows, me.id),
        events: await eventsOf(rows, me.id),
      }),
    },
    { path: '/decisions', facts: () => Promise.resolve({}) },
  ]
}

async function pairsOf(rows: Rows, me: string): Promise<string[]> {
  const pairs = await rows<{ name: string; day: string; service_type: string; asks: boolean }>(
    `select b.service_type, b.booking_date::text as day, p.state = 'asked' and $1 = b.client_id as asks,
       case when $1 = b.client_id then pro.first_name || ' ' || pro.last_name || ' Cleaning'
         else c.first_name || ' ' || c.last_name end as name
     from photo_pairs p join bookings b on b.id = p.booking_id
     join users c on c.id = b.client_id join users pro on pro.id = b.professional_id
     where $1 in (b.client_id, b.professional_id) order by p.asked_at desc`,
    [me],
  )
  return pairs.flatMap(({ name, service_type, day, asks }) => [
    `${name}, ${SERVICES[service_type]}, ${longDay(day)}`,
    ...(asks
      ? [
          `May ${name.split(' ')[0]} show these two photos on the public profile? Your name and address are never shown.`,
        ]
      : []),
  ])
}

async function sessionsOf(rows: Rows, me: string): Promise<string[]> {
  const sessions = await rows<{ created_at: Date }>(
    'select created_at from sessions where user_id = $1 order by created_at desc',
    [me],
  )
  return sessions.map(({ created_at }) => `Signed in on ${date(created_at, READER_ZONE)}`)
}

async function eventsOf(rows: Rows, me: string): Promise<string[]> {
  const events = await rows<{ at: Date; browser: string; system: string }>(
    'select at, browser, system from security_events where user_id = $1 order by id desc',
    [me],
  )
  return events.map(
    ({ at, browser, system }) =>
      `${date(at, READER_ZONE)}, ${time(at, READER_ZONE)} · ${browser} on ${system}`,
  )
}

/** The notices at the bell, and the counts of the header. `titles` are what the notices say. */
export function headerScreens(
  rows: Rows,
  me: Person,
  path: string,
  textsOf: () => Promise<string[]>,
): Screen[] {
  const unreadOf = async () => {
    const [unread] = await rows<{ notices: number; messages: number }>(
      `select (select count(*)::int from notices where user_id = $1 and shown and read_at is null) as notices,
         (select count(*)::int from messages where receiver_id = $1 and read_at is null) as messages`,
      [me.id],
    )
    return unread!
  }
  return [
    {
      path,
      part: 'header:has(~ main)',
      async facts() {
        const { notices, messages } = await unreadOf()
        return {
          header: [
            ...(messages > 0 ? [String(messages), `${messages} unread`] : []),
            ...(notices > 0 ? [String(notices), `${notices} unread`] : []),
            `Welcome, ${me.first_name}`,
          ],
        }
      },
    },
    {
      path,
      part: '[role=dialog]:popover-open',
      open: openNotices,
      facts: async () => ({ notices: await textsOf() }),
    },
  ]
}

async function openNotices(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
}
