// rule: home-first-view
import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { claimNow } from '../../support/claims.ts'
import { logIn, test } from '../../support/journey.ts'

test('the home screen shows the tagline and the four features', async ({ page }) => {
  await page.goto('/')
  await test.step('the heading is Your Home Deserves Spotless Care', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your Home Deserves Spotless Care',
    )
  })
  await test.step('the features are professional cleaning, background checked, instant booking and secure payments', async () => {
    for (const name of [
      'Professional cleaning',
      'Background checked',
      'Instant booking',
      'Secure payments',
    ]) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
  })
  await test.step('instant booking and payments say what is true', async () => {
    for (const sentence of [
      "Where you see Instant booking, pick a free time and it's booked right away. Otherwise you'll hear back within 72 hours, or the request expires.",
      'No card, no deposit: you pay your professional directly. Lustra never holds your money.',
    ]) {
      await expect(page.getByText(sentence)).toBeVisible()
    }
  })
  // rule: claims
  await test.step('the measured share stands beside a claim, and a link leads to how it was measured', async () => {
    const { measured } = await claimNow(page, 'background_checked')
    const checked = page.getByRole('heading', { name: 'Background checked' }).locator('..')
    await expect(checked).toContainText(
      `Measured: ${measured!.value}% of the professionals in search.`,
    )
    await page.getByRole('main').getByRole('link', { name: 'How we measure' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'What our ads say, and what we measured',
    )
  })
})

// rule: indexable-pages
test('/robots.txt and /sitemap.xml return the text of the API', async ({ page }) => {
  for (const name of ['robots.txt', 'sitemap.xml']) {
    // Between the two reads a professional of another journey can come into the sitemap.
    await expect(async () => {
      const shown = await (await page.request.get(`/${name}`)).text()
      expect(shown).toBe(await (await page.request.get(`/api/${name}`)).text())
      expect(shown).toContain(name === 'robots.txt' ? 'User-agent:' : '<urlset')
    }).toPass({ timeout: 20_000 })
  }
})

// rule: accessibility
test('the mobile breakpoint is 768 px', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.setViewportSize({ width: 767, height: 900 })
  await page.goto('/professional/grace-walker')
  const bar = page.getByText('Book for $42.00/hour')
  await expect(bar).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(bar).toBeHidden()
})
