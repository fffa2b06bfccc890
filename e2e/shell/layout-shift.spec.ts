// rule: accessibility
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { chromiumFlags } from '../support/server/chromium-flags.ts'
import { hold } from '../support/server/hold.ts'
import { logIn, test } from '../support/journey.ts'
import { recordShifts, shiftsIn } from '../support/layout-shifts.ts'
import { fixedOverlaps } from '../support/measure.ts'
import { showAsNew } from '../support/new-on-dashboard.ts'
import { inDays, newClient, requestBooking } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { PASSWORD } from '../support/profile-form.ts'

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

// rule: layout-stability
test('nothing moves while the forms to register and to log in load', async ({ page }) => {
  await recordShifts(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/{register,login}-*.js', async (route) => {
    await released
    await route.continue()
  })
  for (const path of ['/register', '/login']) {
    await page.goto(path)
    await shiftsIn(page)
    release()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await shiftsIn(page)).toBeCloseTo(0, 2)
  }
})

// rule: dashboard
test('nothing moves while the dashboard opens', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await recordShifts(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await shiftsIn(page)).toBeCloseTo(0, 2)
  }
})

// rule: dashboard, layout-stability, series-request
test('nothing moves while the first screens of a client and a professional load, with a request for regular visits', async ({
  page,
}) => {
  const { id, email } = await subscribedProfessional(page)
  const view = await page.request.get(`/api/professional/public-view/${id}`)
  const { slug } = ((await view.json()) as { professional: { slug: string } }).professional
  const client = await newClient(page)
  const booking_date = inDays(10)
  const weekly = { booking_date, cleaning_frequency: 'weekly', series: { choices: [] } }
  await requestBooking(page, client, slug, weekly)
  await recordShifts(page)
  /** Opens a screen whose answers come late, one after the other. */
  const expectStill = async (path: string, late: readonly string[], last: Locator) => {
    const held = []
    for (const address of late) held.push({ address, ...(await hold(page, address)) })
    await page.goto(path)
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible()
    for (const { address, release } of held) {
      await shiftsIn(page)
      const answered = page.waitForResponse(address)
      release()
      await answered
    }
    await expect(last).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await shiftsIn(page)).toBeCloseTo(0, 2)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const ofClient = ['**/api/bookings/client/*']
  await expectStill(
    '/marketplace',
    ofClient,
    page.getByRole('heading', { name: 'Your next visit' }),
  )
  await expectStill(
    '/bookings',
    ofClient,
    page.getByRole('heading', { name: 'Later', exact: true }),
  )

  await logIn(page, email, PASSWORD)
  const off = { kind: 'off', from_date: inDays(17), to_date: inDays(17), note: '' }
  const saved = await page.request.post(`/api/professional/time/${id}/exceptions`, { data: off })
  expect(saved.status()).toBe(200)
  await page.setViewportSize({ width: 390, height: 1200 })
  const ofDashboard = ['**/api/professional/dashboard/*']
  const row = page.getByRole('article').first()
  await expectStill('/dashboard', ofDashboard, row.getByText('Weekly', { exact: true }).first())
})

// rule: dashboard, dashboard-banners, checkout-return, toasts
for (const { width, person } of [
  { width: 390, person: 'grace' },
  { width: 768, person: 'grace' },
  { width: 1440, person: 'ana' },
] as const) {
  test(`nothing moves when the messages of the dashboard hide by themselves, at ${width} px`, async ({
    page,
  }) => {
    await logIn(page, DEMO_PEOPLE[person].email, DEMO_PASSWORD)
    await showAsNew(page)
    await recordShifts(page)
    await page.setViewportSize({ width, height: 844 })
    await page.clock.install()
    const complete = page.getByText('Your profile is complete')
    const verified = page.getByText('Congratulations, you are verified!')
    const cancelled = page.getByText('Payment canceled.')
    const expectStillAndClear = async () => {
      await page.clock.runFor(500)
      expect(await page.evaluate(fixedOverlaps)).toEqual([])
      expect(await shiftsIn(page)).toBeCloseTo(0, 2)
    }
    const runUntilHidden = (message: Locator) =>
      expect
        .poll(
          async () => {
            await page.clock.runFor(200)
            return message.isVisible()
          },
          { intervals: [10] },
        )
        .toBe(false)
    await page.goto('/dashboard?payment=cancel')
    await expect(cancelled).toBeVisible()
    await page.clock.pauseAt(new Date(Date.now() + 1000))
    await page.waitForLoadState('networkidle')
    await expectStillAndClear()
    await runUntilHidden(cancelled)
    for (const message of [complete, verified]) await expect(message).toBeVisible()
    const help = page.getByText('Clients see everything they need to decide.')
    // On a phone it is there for screen readers.
    expect((await help.boundingBox())!.width > 1).toBe(width >= 768)
    await expectStillAndClear()
    await runUntilHidden(complete)
    await expect(verified).toBeVisible()
    await expectStillAndClear()
    await runUntilHidden(verified)
    await expectStillAndClear()
  })
}

// rule: toasts
test('a press goes through a toast, except on its own button', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await showAsNew(page)
  await page.goto('/dashboard')
  const verified = page.getByRole('status', { name: 'Congratulations, you are verified!' })
  await expect(verified).toBeVisible()
  const takesPresses = await verified.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(takesPresses).toBe(false)
  await verified.getByRole('button', { name: 'Dismiss' }).click()
  await expect(verified).toHaveCount(0)
})
