import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { expectAccessible, logIn, test } from '../../support/journey.ts'
import { translationsIn } from '../../support/translations.ts'
import {
  newClient,
  professionalBySlug,
  reviewsOf,
  toggleOf,
  openForm,
  fillIn,
} from './review-page.ts'

const t = translationsIn('en')

// rule: review-order
test('a visitor reads the reviews of a professional', async ({ page }) => {
  await page.goto('/professional/grace-walker')
  const reviews = reviewsOf(page)
  const { total_reviews } = await professionalBySlug(page, 'grace-walker')

  await test.step('the section Client Reviews shows the number of reviews', async () => {
    await expect(reviews.getByRole('heading', { level: 2 })).toHaveText(
      `Client Reviews${total_reviews} reviews`,
    )
  })
  await test.step('the newest three are on the page, within 24rem', async () => {
    const list = reviews.getByRole('group')
    await expect(list.getByRole('heading', { level: 3 })).toHaveCount(3)
    await expect(list).toHaveCSS('max-height', '384px')
    await expect(list).toHaveCSS('overflow-y', 'auto')
  })
  await test.step('a sheet shows all of them, and closes to where it was opened', async () => {
    const open = reviews.getByRole('button', { name: /^Show all \d+$/ })
    const sheet = page.getByRole('dialog', { name: 'Client Reviews' })
    // Before the page is hydrated a click does nothing.
    await expect(async () => {
      await open.click()
      await expect(sheet).toBeVisible({ timeout: 1000 })
    }).toPass()
    const shown = Number(/\d+/.exec((await open.textContent()) ?? '')?.[0])
    await expect(sheet.getByRole('heading', { level: 3 })).toHaveCount(shown)
    expect(shown).toBeGreaterThanOrEqual(total_reviews)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(open).toBeFocused()
  })
  await test.step('a review has stars of five, a title, a comment, a name and a date', async () => {
    const first = reviews.getByRole('group').getByRole('listitem').first()
    await expect(first.getByRole('img', { name: /^[1-5] out of 5 stars$/ })).toBeVisible()
    await expect(first.getByRole('heading', { level: 3 })).not.toBeEmpty()
    await expect(first.locator('time').first()).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    await expect(first).toContainText(/\w+ \w\./)
  })
  await test.step('five bars show the distribution of the ratings', async () => {
    const bars = reviews
      .getByRole('list', { name: t('reviews:distribution') })
      .getByRole('listitem')
    await expect(bars).toHaveText([/^5 stars/, /^4 stars/, /^3 stars/, /^2 stars/, /^1 star/])
    const counts = await bars.locator('span:last-child').allTextContents()
    expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(total_reviews)
  })
  await test.step('a visitor cannot leave a review', async () => {
    await expect(toggleOf(page)).toHaveCount(0)
  })
})

// rule: review-order
test('a reviewer without a name is called Client', async ({ page }) => {
  const path = '/api/public/professional/grace-walker'
  const real = (await (await page.request.get(path)).json()) as {
    professional: { reviews: { reviewerName: string }[] }
  }
  real.professional.reviews[0]!.reviewerName = ''
  await page.route(`**${path}`, (route) => route.fulfill({ json: real }))
  await page.goto('/search?zip_code=78701')
  await page
    .getByRole('link', { name: `${t('professionals:view_profile')}: Grace W` })
    .first()
    .click()
  await test.step('the name of a reviewer falls back to Client', async () => {
    const first = reviewsOf(page).getByRole('group').getByRole('listitem').first()
    await expect(first.getByText('Client', { exact: true })).toBeVisible()
  })
})

// rule: review-counts, review-answer
test('a review before the visit does not count, and its professional answers it in public', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const client_id = await newClient(page, 'Noor')
  const { user_id: professional_id, total_reviews } = await professionalBySlug(page, 'ana-souza')
  const visit = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)
  const booked = await page.request.post('/api/bookings', {
    data: {
      client_id,
      professional_id,
      booking_date: visit,
      booking_time: '06:00',
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      address: '1 Journey Lane',
      city: 'Boston',
      state: 'MA',
      zip_code: '02118',
      estimated_hours: 1,
    },
  })
  const { id } = (await booked.json()) as { id: string }
  const professionalContext = await browser.newContext({ locale: 'en-US', baseURL: baseURL ?? '' })
  await watch(professionalContext)
  const professionalPage = await professionalContext.newPage()
  await logIn(professionalPage, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
  const accepted = await professionalPage.request.put(`/api/bookings/${id}/status`, {
    data: { status: 'accepted' },
  })
  expect(accepted.ok()).toBe(true)

  await page.goto('/professional/ana-souza')
  const form = await openForm(page)
  await fillIn(page, { title: 'Spotless at dawn', comment: 'Thank you!' })
  await form.getByRole('button', { name: 'Submit Review' }).click()
  const written = reviewsOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Spotless at dawn' }) })
  await expect(written).toContainText('Noor J.')
  await expect(written.getByText('Written before the visit')).toBeAttached()
  await expect(reviewsOf(page).getByRole('heading', { level: 2 })).toContainText(
    `${total_reviews} reviews`,
  )

  await professionalPage.goto('/dashboard?tab=reviews')
  const opener = professionalPage.getByRole('button', {
    name: t('review_forms:answer.open_to', { name: 'Noor J.' }),
  })
  await opener.click()
  await professionalPage
    .getByRole('button', { name: t('review_forms:answer.cancel'), exact: true })
    .click()
  await expect(opener).toBeFocused()
  await opener.click()
  const field = professionalPage.getByLabel(t('review_forms:answer.label', { name: 'Noor J.' }))
  await expect(field).toBeFocused()
  await professionalPage.getByRole('button', { name: t('review_forms:answer.publish') }).click()
  await expect(field).toHaveAccessibleDescription(/Please write an answer\./)
  await field.fill('A pleasure. See you soon!')
  await expectAccessible(professionalPage)
  await professionalPage.getByRole('button', { name: t('review_forms:answer.publish') }).click()
  await expect(professionalPage.getByText(t('review_forms:answer.published'))).toBeVisible()
  await expect(professionalPage.getByText('A pleasure. See you soon!')).toBeVisible()
  await expect(field).toHaveCount(0)
  await professionalContext.close()

  await page.reload()
  await expect(written).toContainText('Ana answered')
  await expect(written).toContainText('A pleasure. See you soon!')
})
