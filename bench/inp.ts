import { chromium } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { chromiumFlags } from '../e2e/support/chromium-flags.ts'
import { startDemoServer } from '../e2e/support/demo-server.ts'
import { waitForHydration } from '../e2e/support/hydration.ts'
import { chromiumAdvice, findChromium } from '../scripts/chromium.mjs'
import { prepareWeb } from '../scripts/prepare.mjs'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../server/demo/demo-people.ts'

/**
 * How long the commonest presses take until the next frame is shown, on a phone with a quarter of this machine's speed:
 * for each the median and the longest of five runs. INP_RUNS changes the number.
 */
const RUNS = Number(process.env['INP_RUNS'] ?? 5)
const SLOWER = 4
const SETTLED_MS = 1000
/** Browsers report no event that is shorter. */
const SHORTEST_MS = 16

type Press = {
  name: string
  as?: keyof typeof DEMO_PEOPLE
  at: string
  /** What happens before, at full speed. */
  before?: (page: Page) => Promise<unknown>
  press: (page: Page) => Promise<unknown>
}

type Timed = { start: number; duration: number }

const composer = (page: Page) => page.locator('main textarea')
const PRESSES: readonly Press[] = [
  {
    name: 'home: a letter of a place',
    at: '/',
    before: (page) => page.getByRole('combobox').first().focus(),
    press: (page) => page.keyboard.press('7'),
  },
  {
    name: 'home: Search',
    at: '/',
    before: (page) => page.getByRole('combobox').first().fill('78701'),
    press: (page) => page.getByRole('button', { name: 'Search' }).first().click(),
  },
  {
    name: 'results: open a profile',
    at: '/search?zip_code=78701',
    press: (page) =>
      page
        .getByRole('link', { name: /Grace Walker/ })
        .first()
        .click(),
  },
  {
    name: 'profile: Book Now',
    as: 'maya',
    at: '/professional/grace-walker',
    press: (page) => page.getByRole('link', { name: 'Book Now' }).first().click(),
  },
  {
    name: 'bookings: Calendar',
    as: 'maya',
    at: '/bookings',
    press: (page) => page.getByRole('link', { name: 'Calendar', exact: true }).click(),
  },
  {
    name: 'messages: open a conversation',
    as: 'maya',
    at: '/messages',
    press: (page) => page.locator('nav a[href^="/messages/"]').first().click(),
  },
  {
    name: 'thread: a letter',
    as: 'maya',
    at: '/messages',
    before: openThread,
    press: (page) => page.keyboard.press('a'),
  },
  {
    name: 'thread: Send',
    as: 'maya',
    at: '/messages',
    before: async (page) => {
      await openThread(page)
      await page.keyboard.type('See you soon')
    },
    press: (page) => page.getByRole('button', { name: 'Send', exact: true }).click(),
  },
  {
    name: 'dashboard: a tab',
    as: 'grace',
    at: '/dashboard',
    press: (page) => page.getByRole('link', { name: 'Bookings', exact: true }).click(),
  },
  {
    name: 'every screen: the bell',
    as: 'grace',
    at: '/dashboard',
    press: (page) => page.getByRole('button', { name: /^Notices/ }).click(),
  },
]

async function openThread(page: Page): Promise<void> {
  await page.locator('nav a[href^="/messages/"]').first().click()
  await composer(page).click()
}

const executablePath = await findChromium()
if (!executablePath) throw new Error(chromiumAdvice)
await prepareWeb()
const server = await startDemoServer()
const browser = await chromium.launch({ executablePath, args: chromiumFlags() })
try {
  const [, , ...nameParts] = process.argv
  const lines = []
  for (const press of PRESSES) {
    if (nameParts.length > 0 && !nameParts.some((part) => press.name.includes(part))) continue
    const times = []
    for (let run = 0; run < RUNS; run++) times.push(await timeOf(press))
    const sorted = times.toSorted((one, other) => one - other)
    lines.push(`| ${press.name} | ${sorted[Math.floor(RUNS / 2)]} | ${sorted.at(-1)} |`)
  }
  console.log(['| press | median ms | longest ms |', '|---|---|---|', ...lines].join('\n'))
} finally {
  await browser.close()
  await server.stop()
}

async function timeOf({ as, at, before, press }: Press): Promise<number> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  })
  try {
    const page = await openPage(context, as, at)
    await before?.(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.waitForTimeout(SETTLED_MS)
    const from = await page.evaluate(() => performance.now())
    await press(page)
    await page.waitForTimeout(SETTLED_MS)
    const events = await page.evaluate(() => (window as unknown as { events: Timed[] }).events)
    // A letter that was typed before is reported late.
    const durations = events.flatMap(({ start, duration }) => (start < from ? [] : [duration]))
    return Math.max(SHORTEST_MS, ...durations)
  } finally {
    await context.close()
  }
}

/** Opens a page that records how long each press takes from the input to the next frame. */
async function openPage(context: BrowserContext, as: Press['as'], at: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript((shortest) => {
    Object.assign(window, { events: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId)
          (window as unknown as { events: Timed[] }).events.push({
            start: entry.startTime,
            duration: Math.round(entry.duration),
          })
    }).observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit)
  }, SHORTEST_MS)
  if (as) {
    // Every page stores the time zone, so that the next one arrives with its data.
    await page.goto('/login')
    await waitForHydration(page)
    const data = { email: DEMO_PEOPLE[as].email, password: DEMO_PASSWORD }
    await page.request.post('/api/login', { data })
  }
  await page.goto(at)
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  return page
}
