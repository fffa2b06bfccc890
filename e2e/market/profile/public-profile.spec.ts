import { expect } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../../server/demo/market/demo-people.ts'
import { logIn, test } from '../../support/journey.ts'
import { subscribedProfessional } from '../../support/paying.ts'

// rule: profile-booking
test('a signed-in professional who reads a public profile is not asked to sign up', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
  await page.goto(`/professional/${DEMO_PEOPLE.grace.slug}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('banner').getByText(/^Welcome/)).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(main.getByText('Want to book this professional?')).toHaveCount(0)
    await expect(main.getByRole('link', { name: /^Sign up/ })).toHaveCount(0)
    await expect(main.getByText(/^(Book Now|Book for|Contact)/)).toHaveCount(0)
  }
})

// rule: profile-booking
test('a visitor reads the profiles of two professionals', async ({ page, browser, baseURL }) => {
  await page.goto(`/professional/${DEMO_PEOPLE.grace.slug}`)
  const overview = page.getByRole('region', { name: 'Overview' })
  const mark = overview.getByText('Background check', { exact: true }).locator('../..')
  // rule: profile-content
  await test.step('the number of reviews is shown as Hires', async () => {
    const answer = await page.request.get(`/api/public/professional/${DEMO_PEOPLE.grace.slug}`)
    const { professional } = (await answer.json()) as { professional: { total_reviews: number } }
    const hires = overview.getByRole('term').filter({ hasText: 'Hires' }).locator('..')
    await expect(hires).toHaveText(`Hires${professional.total_reviews}`)
  })
  // rule: profile-content
  await test.step('the display name ends with Cleaning once', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
  })
  // rule: profile-content
  await test.step('an approved background check shows a tick', async () => {
    await expect(mark.locator('svg path')).toHaveAttribute('d', 'm5 12.5 4.5 4.5L19 7.5')
    await expect(mark.locator('svg circle')).toHaveCount(0)
  })
  await test.step('visitors see the public profile without booking and contact', async () => {
    const main = page.getByRole('main')
    await expect(main.getByText('Want to book this professional?').first()).toBeVisible()
    await expect(main.getByText(/^(Book Now|Book for|Contact)/)).toHaveCount(0)
    expect(await page.content()).not.toContain(DEMO_PEOPLE.grace.email)
    for (const [path, data] of [
      ['/api/bookings', {}],
      ['/api/chat/initiate-contact', {}],
      ['/api/chat/messages', {}],
    ] as const) {
      expect((await page.request.post(path, { data })).status()).toBe(401)
    }
  })

  const otherContext = await browser.newContext({ baseURL: baseURL ?? '' })
  const professional = await otherContext.newPage()
  const { id } = await subscribedProfessional(professional)
  const own = await professional.request.get(`/api/professional/profile/${id}`)
  const { profile } = (await own.json()) as { profile: { slug: string } }
  await otherContext.close()
  await page.goto(`/professional/${profile.slug}`)
  await test.step('any other status shows an empty circle', async () => {
    await expect(mark.locator('svg circle')).toHaveCount(1)
    await expect(mark.locator('svg path')).toHaveCount(0)
  })
})
