import { expect } from '@playwright/test'
import { CAST, DEMO_PASSWORD } from '../server/demo/cast.ts'
import { expectAccessible, logIn, test } from './journey.ts'
import { wordsIn } from './words.ts'

const t = wordsIn('en')
const PUBLIC = ['/', '/search?zip_code=78701', '/professional/grace-walker', '/register', '/login']

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(() => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test(`visitors’ screens keep nobody out (${colorScheme})`, async ({ page }) => {
      for (const path of PUBLIC) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
      }
    })

    test(`a client’s bookings and the booking dialog keep nobody out (${colorScheme})`, async ({
      page,
    }) => {
      await logIn(page, CAST.carlos.email, DEMO_PASSWORD)
      await page.goto('/bookings')
      await expect(page.getByRole('heading', { name: t('bookings:mine.title') })).toBeVisible()
      await expectAccessible(page)
      await page.goto('/professional/lucia-hernandez?book=1')
      await expect(page.getByRole('dialog', { name: t('bookings:book.title') })).toBeVisible()
      await expectAccessible(page)
    })

    test(`the dashboard keeps nobody out (${colorScheme})`, async ({ page }) => {
      await logIn(page, CAST.grace.email, DEMO_PASSWORD)
      await page.goto('/dashboard')
      await expect(page.getByRole('region', { name: t('dashboard:numbers.title') })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
