import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { logIn, test } from '../support/journey.ts'

test('a visitor reads on the home screen what Lustra is', async ({ page }) => {
  await page.goto('/')
  await test.step('C 1: the line is Your Home Deserves Spotless Care', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your Home Deserves Spotless Care',
    )
  })
  await test.step('C 1: the features are professional cleaning, background checked, instant booking and secure payments', async () => {
    for (const name of [
      'Professional cleaning',
      'Background checked',
      'Instant booking',
      'Secure payments',
    ]) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
  })
})

test('C 2.1: /robots.txt and /sitemap.xml show the text that the server returns', async ({
  page,
}) => {
  for (const name of ['robots.txt', 'sitemap.xml']) {
    const shown = await (await page.request.get(`/${name}`)).text()
    expect(shown).toBe(await (await page.request.get(`/api/${name}`)).text())
    expect(shown).toContain(name === 'robots.txt' ? 'User-agent:' : '<urlset')
  }
})

test('C 9: the mobile breakpoint is 768 px', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.setViewportSize({ width: 767, height: 900 })
  await page.goto('/professional/grace-walker')
  const bar = page.getByText('Book for $42.00/hour')
  await expect(bar).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(bar).toBeHidden()
})
