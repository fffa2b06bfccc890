// rule: accessibility, dialogs
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { chromiumFlags } from '../support/chromium-flags.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'

const executablePath = process.env['CHROMIUM_PATH']

// Playwright hides scrollbars by default. A scrollbar that appears or disappears could move the page.
test.use({
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: chromiumFlags(),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

const leftEdgeOfName = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((name) => name.getBoundingClientRect().left)

test('nothing moves when a dialog or the lightbox opens or closes', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/professional/grace-walker')
  const book = page.getByRole('link', { name: 'Book Now' }).first()
  await expect(book).toBeVisible()
  await expectAccessible(page)
  const before = await leftEdgeOfName(page)

  await book.click()
  await expect(page.getByRole('dialog', { name: 'Book Service' })).toBeVisible()
  expect(await leftEdgeOfName(page)).toBe(before)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await leftEdgeOfName(page)).toBe(before)

  await page.getByRole('button', { name: 'See photo 1 of 5' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Photos' })).toBeVisible()
  expect(await leftEdgeOfName(page)).toBe(before)
})

// rule: dashboard-still
test('nothing moves while the dashboard opens', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(() => {
      Object.assign(window, { shifts: [] })
      new PerformanceObserver((list) => {
        const { shifts } = window as unknown as { shifts: number[] }
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const shifts = () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect((await shifts()).reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 2)
  }
})
