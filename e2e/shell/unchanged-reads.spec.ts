// rule: dashboard
import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { logIn, test } from '../support/journey.ts'

test('a screen that reads every 30 seconds gets 304 for unchanged data, and keeps showing it', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.clock.install()
  const dashboardResponse = () =>
    page.waitForResponse((response) => response.url().includes('/api/professional/dashboard/'))
  const first = dashboardResponse()
  await page.goto('/dashboard')
  expect((await first).status()).toBe(200)
  const title = page.getByRole('heading', { level: 1 })
  const titleBefore = await title.textContent()
  const second = dashboardResponse()
  await page.clock.runFor(31_000)
  expect((await second).status()).toBe(304)
  await expect(title).toHaveText(titleBefore ?? '')
})
