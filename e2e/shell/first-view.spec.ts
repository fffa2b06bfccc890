// rule: server-rendering, first-view, layout-stability, hydration, accessibility
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { recordShifts, shiftsIn } from '../support/layout-shifts.ts'
import { waitForHydration } from '../support/hydration.ts'
import { logIn, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

test.use({ ownPages: true })

const REQUESTS_MAX = { own: 10, public: 8 }
const PHONE_PX = 390

const SCREENS = {
  maya: ['/marketplace', '/messages', '/bookings'],
  grace: ['/dashboard', '/dashboard/profile'],
} as const
const PUBLIC_SCREENS = [
  '/',
  '/search?zip_code=78701',
  '/professional/grace-walker',
  '/house-cleaning/tx/austin',
]

/** Delays the app and its requests until after the load event, as on a phone. */
const holdAppUntilLoad = (page: Page) =>
  page.route('**/assets/entry-client-*.js', async (route) => {
    await page.waitForLoadState('load')
    await route.continue()
  })

/** Opens the page until nothing is requested any more. Returns its HTML, which names the manifest. */
async function openHeld(page: Page, path: string): Promise<string> {
  const html = (await (await page.goto(path))?.text()) ?? ''
  expect(html).toContain('"body":"complete"')
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  await page.waitForLoadState('networkidle')
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
  return html
}

/**
 * The requests until the load event, and the page's scripts, which load after the first paint. A lazy picture below the
 * first view is left out: whether the browser asks for it before the load event depends on the speed of the machine.
 */
function requestsOf(page: Page, html: string): Promise<string[]> {
  const [, scripts = ''] = /data-scripts="([^"]*)"/.exec(html) ?? []
  return page.evaluate((named) => {
    const [{ loadEventStart }] = performance.getEntriesByType('navigation') as [
      PerformanceNavigationTiming,
    ]
    const end = document.querySelector('.tab-bar')?.getBoundingClientRect().top ?? innerHeight
    const below = [...document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')]
      .filter((image) => image.getBoundingClientRect().top >= end)
      .map(({ currentSrc }) => currentSrc)
    const paths = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => startTime < loadEventStart && !below.includes(name))
      .map(({ name }) => new URL(name).pathname)
    return [...new Set([location.pathname, ...paths, ...named])]
  }, scripts.split(' '))
}

/** Records when the page's language is set: even the same one makes the browser compute all styles again. */
const recordLanguages = (page: Page) =>
  page.addInitScript(() => {
    const languages: string[] = []
    Object.assign(window, { languages })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target === document.documentElement) languages.push(document.documentElement.lang)
    }).observe(document, { attributeFilter: ['lang'], subtree: true })
  })

for (const [person, paths] of Object.entries(SCREENS)) {
  test(`the screens of ${person} arrive with their data in at most 10 requests, and nothing moves`, async ({
    page,
  }) => {
    // The browser names its time zone on every page, such as that of the login.
    await page.goto('/login')
    await logIn(page, DEMO_PEOPLE[person as keyof typeof SCREENS].email, DEMO_PASSWORD)
    await recordShifts(page)
    await recordLanguages(page)
    await holdAppUntilLoad(page)
    for (const path of paths)
      for (const width of [PHONE_PX, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        const html = await openHeld(page, path)
        expect(await shiftsIn(page), `${path} at ${width} px`).toBeCloseTo(0, 3)
        expect(await page.evaluate(() => 'languages' in window && window.languages)).toEqual([])
        if (width > PHONE_PX) continue
        const requests = await requestsOf(page, html)
        expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(REQUESTS_MAX.own)
      }
  })
}

test('a public page is complete on a phone with at most 8 requests', async ({ page }) => {
  await page.setViewportSize({ width: PHONE_PX, height: 844 })
  await holdAppUntilLoad(page)
  for (const path of PUBLIC_SCREENS) {
    const requests = await requestsOf(page, await openHeld(page, path))
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(REQUESTS_MAX.public)
  }
})

test('a press on a link is answered while the former screen still stands', async ({ page }) => {
  const t = translationsIn('en')
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/login')
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/bookings')
  await waitForHydration(page)
  const answer = await page
    .locator('header nav a[href="/marketplace"]')
    .first()
    .evaluate(async (link: HTMLAnchorElement) => {
      link.click()
      await Promise.resolve()
      const { textContent } = document.querySelector('h1')!
      return { path: location.pathname, current: link.ariaCurrent, heading: textContent }
    })
  expect(answer).toEqual({
    path: '/marketplace',
    current: 'page',
    heading: t('bookings:mine.title'),
  })
  await expect(heading).toHaveText(t('marketplace:title'))
})

test('Back keeps the position after a press on the link of the present screen', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.evaluate(() => window.scrollTo(0, 700))
  const help = page.locator('footer a[href="/help"]')
  const press = () => help.evaluate((link: HTMLAnchorElement) => link.click())
  await press()
  const position = () => page.evaluate(() => scrollY)
  await expect(page).toHaveURL('/help')
  await expect.poll(position).toBe(0)
  await press()
  await page.evaluate(() => history.go(-2))
  await expect(page).toHaveURL('/')
  await expect.poll(position).toBe(700)
})
