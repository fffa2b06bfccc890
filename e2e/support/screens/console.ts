import { spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import type { z } from 'zod'
import type { PersonPage } from '#contract/console/finding.ts'
import { generateSync } from 'otplib'
import { inSequence, openDialog } from './actions.ts'
import type { ScreenState, PageAction } from './screen.ts'

/** The screens of operators. Each process has one operator, who holds the cases that are shown. */
export const consoleScreens: readonly ScreenState[] = [
  { name: 'console, sign-in', path: '/operator' },
  {
    name: 'console, enrolment',
    path: () => Promise.resolve(`/operator/enrol/${addOperator()}`),
  },
  { name: 'console, queues', signIn, path: '/operator' },
  { name: 'console, nothing waits', signIn, path: '/operator/queues/appeals' },
  ...(['visits', 'reports', 'support'] as const).map((queue) => ({
    name: `console, case of ${queue}`,
    signIn,
    path: caseOf(queue),
  })),
  {
    name: 'console, answer',
    signIn,
    path: caseOf('support'),
    afterOpen: pressNumber('article > div button', 0),
  },
  { name: 'console, search', signIn, path: '/operator/search?q=gr' },
  {
    name: 'console, person',
    signIn,
    path: personPage,
    afterOpen: (page) => page.locator('main h1').waitFor(),
  },
  {
    name: 'console, action',
    signIn,
    path: personPage,
    afterOpen: inSequence(pressNumber('main button', 0), (page) =>
      page.locator('dialog section').waitFor(),
    ),
  },
  {
    name: 'console, conversation',
    signIn,
    path: personPage,
    afterOpen: openDialog('console_cases:conversation.open'),
  },
  { name: 'console, booking', signIn, path: bookingPage },
  { name: 'console, payment', signIn, path: paymentPage },
  { name: 'console, jobs', signIn, path: '/operator/jobs' },
  { name: 'console, claims', signIn, path: '/operator/claims' },
  { name: 'console, audit', signIn, path: '/operator/audit' },
  { name: 'console, health', signIn, path: '/operator/health' },
]

const PASSWORD = 'quiet rivers carry 7 boats'
const STEP_SECONDS = 30

/** The token of a new operator's link. */
function addOperator(): string {
  const env = { ...process.env, DATA_DIR: process.env['LUSTRA_E2E_DATA_DIR'] }
  const email = `screens-${process.pid}-${Date.now()}@example.com`
  const args = ['server/src/operator.ts', 'operators', 'add', email, 'Gale Operator']
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  const [, token] = /\/operator\/enrol\/([\w-]+)/.exec(stdout) ?? []
  if (!token) throw new Error(`No operator was added: ${stdout}`)
  return token
}

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0]
let cookies: Cookies | undefined

async function signIn(page: Page): Promise<void> {
  cookies ??= await newSession(page)
  await page.context().addCookies(cookies)
}

async function newSession(page: Page): Promise<Cookies> {
  const { request } = page
  const path = `/api/operator/enrolments/${addOperator()}`
  const link = (await (await request.get(path)).json()) as {
    email: string
    totp: { secret: string }
  }
  const codeOf = (steps: number) => {
    const epoch = Math.floor(Date.now() / 1000) + steps * STEP_SECONDS
    return generateSync({ secret: link.totp.secret, epoch })
  }
  // The code of the step before, so that the one of this step is left for the sign-in.
  await request.post(path, { data: { password: PASSWORD, code: codeOf(-1) } })
  const data = { email: link.email, password: PASSWORD }
  const { second_factor } = (await (
    await request.post('/api/operator/login', { data })
  ).json()) as { second_factor: { attempt: string } }
  const finish = { attempt: second_factor.attempt, code: codeOf(0) }
  await request.post('/api/operator/login/second-factor', { data: finish })
  const all = await page.context().cookies()
  return all.filter(({ name }) => name.endsWith('lustra_operator'))
}

/** Takes the oldest case of a queue, and is the address of its page. */
function caseOf(queue: string): (page: Page) => Promise<string> {
  return async ({ request }) => {
    const answer = await request.get('/api/operator/cases', { params: { queue } })
    const { cases } = (await answer.json()) as { cases: { id: string }[] }
    const id = cases[0]?.id ?? ''
    await request.post(`/api/operator/cases/${id}/claim`, { data: { take_over: true } })
    return `/operator/queues/${queue}/${id}`
  }
}

async function personPage({ request }: Page): Promise<string> {
  const answer = await request.get('/api/operator/search', { params: { q: 'grace walker' } })
  const { people } = (await answer.json()) as { people: { id: string }[] }
  return `/operator/people/${people[0]?.id}`
}

async function bookingPage(page: Page): Promise<string> {
  const { bookings } = await graceWalker(page)
  return `/operator/bookings/${bookings[0]?.id}`
}

async function paymentPage(page: Page): Promise<string> {
  const { payments } = await graceWalker(page)
  return `/operator/payments/${payments[0]?.number}`
}

async function graceWalker(page: Page): Promise<z.infer<typeof PersonPage>> {
  const answer = await page.request.get(
    (await personPage(page)).replace('/operator/', '/api/operator/'),
  )
  return (await answer.json()) as z.infer<typeof PersonPage>
}

function pressNumber(selector: string, index: number): PageAction {
  return (page) => page.locator(selector).nth(index).click()
}
