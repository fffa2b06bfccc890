import type { Page } from '@playwright/test'
import { LONG_WORD } from './long-texts.ts'
import { asNewClient } from './people.ts'
import type { ScreenState } from './screen.ts'

export const ID = '00000000-0000-4000-8000-000000000001'
export const VISIT_PATH = `/visits/${ID}`
const PATH = `${VISIT_PATH}?problem=${ID}`
const PROBLEM = `**/api/problems/${ID}`
const VISIT = `**/api/bookings/${ID}/visit`

export const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

const problem = (facts: object) => ({
  id: ID,
  booking_id: ID,
  kind: 'missed_task',
  by: 'client',
  state: 'open',
  opened_at: hours(-2),
  answer_until: hours(70),
  statement: 'The oven was not cleaned, and the windows of the kitchen were left out.',
  answer: null,
  answered_at: null,
  value: null,
  photos: [],
  visit: {
    starts_at: hours(-26),
    time_zone: 'America/Chicago',
    city: 'Austin',
    other: { user_id: ID, name: 'Grace Walker Cleaning' },
  },
  contacts: [],
  reclean: null,
  outcome: null,
  decision: null,
  may: ['withdrawn', 'add_photo'],
  ...facts,
})

const photo = (file: string, by: string) => ({
  file,
  url: `/api/private-photos/private-${file.repeat(32)}.webp`,
  by,
  at: hours(-2),
})

const ANSWERED = {
  state: 'answered',
  answer: 'I am sorry, I missed it. I can come again.',
  answered_at: hours(-1),
  reclean: {
    booking_date: '2026-12-03',
    booking_time: '10:00',
    estimated_hours: 1,
    starts_at: hours(50),
    booking_id: null,
  },
  photos: [photo('a', 'client'), photo('b', 'client'), photo('c', 'professional')],
  may: ['reclean', 'solved', 'not_solved', 'withdrawn', 'add_photo'],
}

const NO_SHOW = {
  kind: 'no_show',
  by: 'professional',
  statement: LONG_WORD,
  contacts: [
    { at: hours(-26), received_at: hours(-25.5), by: 'professional', way: 'call' },
    { at: hours(-25.9), received_at: hours(-25.9), by: 'professional', way: 'message' },
  ],
  may: ['accept', 'dispute', 'add_photo'],
}

const withProblem = (facts: object) => async (page: Page) => {
  await page.route('**/api/private-photos/*', (route) =>
    route.fulfill({ path: 'server/demo/pictures/home-kitchen-before.webp' }),
  )
  await page.route(PROBLEM, (route) => route.fulfill({ json: { problem: problem(facts) } }))
}

const visit = (facts: object) => ({
  booking_id: ID,
  status: 'completed',
  outcome: 'kept',
  starts_at: hours(-4),
  ends_at: hours(-2),
  time_zone: 'America/Chicago',
  service_type: 'standard',
  estimated_hours: 2,
  total_amount: 84,
  address: '100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  other: { user_id: ID, name: 'Grace Walker Cleaning', phone: null },
  stage: null,
  stages: [],
  home: null,
  problems: [],
  all_good_at: null,
  hours: null,
  receipt: null,
  report_until: hours(70),
  no_show: null,
  agreement: null,
  change: null,
  access: { saved: [], open: false, opens_at: hours(-28), closes_at: hours(0) },
  checklist: [],
  photos: [],
  pairs: [],
  pairs_left: 0,
  may: ['all_good', 'report_problem'],
  ...facts,
})

/** Answers the call of a visit with a completed one and these facts. */
export const withVisit = (facts: object) => (page: Page) =>
  page.route(VISIT, (route) => route.fulfill({ json: { visit: visit(facts) } }))

const MISSED = {
  problems: [problem({ state: 'answered' })],
  may: ['report_problem'],
}
const WAITING = {
  status: 'accepted',
  outcome: null,
  starts_at: hours(-0.3),
  ends_at: hours(1.7),
  report_until: null,
  no_show: { from: hours(0.2), until: hours(24), waits_for: 'time', tried: false },
  may: [],
}

async function openReport(page: Page) {
  await page.getByRole('region').getByRole('button').last().click()
  await page.locator('dialog[open]').waitFor()
}

/** Problems of visits: on the visit, the report, and their page. */
export const problemScreens: readonly ScreenState[] = [
  {
    name: 'visits, problem reported',
    signIn: asNewClient,
    beforeOpen: withVisit(MISSED),
    path: VISIT_PATH,
  },
  {
    name: 'visits, nobody came',
    signIn: asNewClient,
    beforeOpen: withVisit(WAITING),
    path: VISIT_PATH,
  },
  {
    name: 'visits, report',
    signIn: asNewClient,
    beforeOpen: withVisit({}),
    path: VISIT_PATH,
    afterOpen: openReport,
  },
  {
    name: 'visits, problem answered',
    signIn: asNewClient,
    beforeOpen: withProblem(ANSWERED),
    path: PATH,
  },
  {
    name: 'visits, problem of a no-show',
    signIn: asNewClient,
    beforeOpen: withProblem(NO_SHOW),
    path: PATH,
  },
]
