// rule: hydration, server-rendering, language-choice
import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { LANGUAGE_CACHE_KEY, TIME_ZONE_COOKIE } from '../../contract/browser-names.ts'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { logIn, test } from '../support/journey.ts'
import { INDEXABLE_PAGES } from '../support/public-pages.ts'

/** One address of each kind of page that the server renders for everybody. */
const PUBLIC = [
  ...INDEXABLE_PAGES,
  '/help',
  '/terms',
  '/privacy',
  '/help/measures',
  '/contact',
  '/login',
  '/register',
  '/forgot-password',
  '/nowhere',
]
/** The pages that the server renders with the data of their user, full of dates and prices. */
const OWN = {
  maya: ['/marketplace', '/bookings', '/messages'],
  grace: ['/dashboard', '/dashboard/profile'],
} as const

const AT_HOME = 'America/New_York'
const FAR = 'Pacific/Honolulu'
/** Each value with each value of the other columns. Neither zone is that of the server. */
const READERS = [
  { language: 'en', locale: 'en-US', colorScheme: 'light', timezoneId: AT_HOME, returns: false },
  { language: 'en', locale: 'en-US', colorScheme: 'dark', timezoneId: FAR, returns: true },
  { language: 'pt', locale: 'pt-BR', colorScheme: 'light', timezoneId: FAR, returns: true },
  { language: 'pt', locale: 'pt-BR', colorScheme: 'dark', timezoneId: AT_HOME, returns: false },
  { language: 'es', locale: 'es-MX', colorScheme: 'light', timezoneId: AT_HOME, returns: true },
  { language: 'es', locale: 'es-MX', colorScheme: 'dark', timezoneId: FAR, returns: false },
] as const

// The browser itself reports the status of the page that does not exist.
const NOT_FOUND = /Failed to load resource: the server responded with a status of 404/
test.use({ ownPages: true, expected: [NOT_FOUND] })

/** Records every word in the consoles of this browser, also those that are no warning. */
function recordWords(context: BrowserContext): string[] {
  const words: string[] = []
  context.on('console', (message) => {
    if (!NOT_FOUND.test(message.text())) words.push(`${message.page()?.url()}: ${message.text()}`)
  })
  return words
}

/** Runs in the page: its dates and prices, as the server wrote them or as they are now. */
function datesAndPrices(html?: string): string[] {
  const page = html ? new DOMParser().parseFromString(html, 'text/html') : document
  const main = page.getElementById('main')!
  const dates = [...main.querySelectorAll('time')].map((time) => time.textContent)
  // In a script of data, texts are not shown.
  for (const script of main.querySelectorAll('script, style')) script.remove()
  return [...dates, ...(main.textContent.match(/(?:US)?\$\s?\d[\d.,]*\d/g) ?? [])]
}

/**
 * Opens the page and expects the dates and prices of the server once the app runs. `blank` reads what the server sent,
 * because the policy of our pages lets no text become markup.
 */
async function expectSame(page: Page, blank: Page, path: string): Promise<void> {
  const answer = await page.goto(path)
  const asSent = await blank.evaluate(datesAndPrices, await answer!.text())
  const now = await page.evaluate<string[], string | undefined>(datesAndPrices, undefined)
  expect(now, path).toEqual(expect.arrayContaining(asSent))
}

async function returnHere(context: BrowserContext, language: string, zone: string): Promise<void> {
  const url = process.env['LUSTRA_E2E_ORIGIN']!
  await context.addCookies([
    { name: LANGUAGE_CACHE_KEY, value: language, url },
    { name: TIME_ZONE_COOKIE, value: zone, url },
  ])
}

for (const [turn, { language, returns, ...browser }] of READERS.entries()) {
  const { timezoneId, colorScheme } = browser
  test.describe(`${language}, ${colorScheme}, ${timezoneId}, ${returns ? 'again' : 'first'}`, () => {
    test.use(browser)

    test('the app takes over each page as the server wrote it, without a word', async ({
      page,
      context,
    }) => {
      const words = recordWords(context)
      const blank = await context.newPage()
      // Every third page of all, in turn. The page that a reader opens first has no cookies.
      for (const path of PUBLIC.filter((_, index) => index % 3 === turn % 3)) {
        await context.clearCookies()
        if (returns) await returnHere(context, language, timezoneId)
        await expectSame(page, blank, path)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
      }
      const person = turn % 2 === 0 ? 'maya' : 'grace'
      await logIn(page, DEMO_PEOPLE[person].email, DEMO_PASSWORD)
      if (returns) await returnHere(context, language, timezoneId)
      for (const path of OWN[person]) await expectSame(page, blank, path)
      expect(words).toEqual([])
    })
  })
}

for (const stored of ['es', 'en'] as const) {
  test.describe(`a browser that stored '${stored}' while its requests prefer another language`, () => {
    test.use({ locale: stored === 'es' ? 'en-US' : 'es-MX', timezoneId: FAR })

    /** Opens each address, written in the language of the requests, until it shows the stored one. */
    async function openEach(page: Page, paths: readonly string[], before: () => Promise<void>) {
      const words = recordWords(page.context())
      await page.addInitScript(([key, language]) => localStorage.setItem(key, language), [
        LANGUAGE_CACHE_KEY,
        stored,
      ] as const)
      for (const path of paths) {
        await before()
        const answer = await page.goto(path)
        expect(answer?.headers()['content-language']).not.toBe(stored)
        await expect(page.locator('html'), path).toHaveAttribute('lang', stored)
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      }
      expect(words).toEqual([])
    }

    test('takes over each public page in the language of the server, then shows the stored one, without a word', async ({
      page,
      context,
    }) => {
      const half = PUBLIC.filter((_, index) => index % 2 === (stored === 'es' ? 0 : 1))
      await openEach(page, [...half, '/professional/grace-walker'], () => context.clearCookies())
    })

    for (const person of ['maya', 'grace'] as const) {
      test(`takes over each page of ${person} in the language of the server, then shows the stored one, without a word`, async ({
        page,
        context,
      }) => {
        await logIn(page, DEMO_PEOPLE[person].email, DEMO_PASSWORD)
        const zone = { name: TIME_ZONE_COOKIE, value: FAR, url: process.env['LUSTRA_E2E_ORIGIN']! }
        await openEach(page, OWN[person], async () => {
          await context.clearCookies({ name: LANGUAGE_CACHE_KEY })
          await context.addCookies([zone])
        })
      })
    }
  })
}

test('on a slow phone no live event changes data before the page is hydrated', async ({ page }) => {
  test.setTimeout(90_000)
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page
    .context()
    .addCookies([
      { name: TIME_ZONE_COOKIE, value: AT_HOME, url: process.env['LUSTRA_E2E_ORIGIN']! },
    ])
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  await page.addInitScript(() => {
    const opened: boolean[] = []
    Object.assign(window, { opened })
    window.WebSocket = class extends WebSocket {
      constructor(...address: ConstructorParameters<typeof WebSocket>) {
        super(...address)
        // The script goes once the page is hydrated.
        opened.push(document.querySelector('script[data-scripts]') === null)
      }
    }
  })
  for (const path of OWN.maya) {
    await page.goto(path)
    const opened = () => page.evaluate(() => 'opened' in window && window.opened)
    await expect.poll(opened, path).toEqual([true])
  }
})

test.describe('a phone so slow that hydration outlasts its time limit', () => {
  test.use({ locale: 'en-US' })

  test('shows the stored language only once the page is hydrated', async ({ page, context }) => {
    await page.addInitScript(
      ([key]) => {
        localStorage.setItem(key, 'es')
        const { setTimeout } = window
        // The limit has passed at once.
        window.setTimeout = ((act: () => void, ms = 0) =>
          setTimeout(act, ms === 5000 ? 0 : ms)) as never
      },
      [LANGUAGE_CACHE_KEY] as const,
    )
    for (const path of [
      '/',
      '/search?zip_code=78701',
      '/professional/grace-walker',
      '/help/measures',
    ]) {
      await context.clearCookies()
      await page.goto(path)
      await expect(page.locator('html'), path).toHaveAttribute('lang', 'es')
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    }
  })
})
