import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { logIn, test } from '../support/journey.ts'

test('a screen that asks every half minute is not sent again what it shows, and goes on showing it', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.clock.install()
  const answer = () =>
    page.waitForResponse((response) => response.url().includes('/api/professional/dashboard/'))
  const first = answer()
  await page.goto('/dashboard')
  expect((await first).status()).toBe(200)
  const title = page.getByRole('heading', { level: 1 })
  const said = await title.textContent()
  const second = answer()
  await page.clock.runFor(31_000)
  expect((await second).status()).toBe(304)
  await expect(title).toHaveText(said ?? '')
})
