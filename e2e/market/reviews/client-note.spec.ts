// rule: review-states, client-notes, review-asks
import { expect } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../../server/demo/market/demo-people.ts'
import { expectAccessible, logIn, test } from '../../support/journey.ts'
import { translationsIn } from '../../support/translations.ts'
import { newClient, professionalBySlug, reviewsOf, toggleOf } from './review-page.ts'

const t = translationsIn('en')

test('a client reads their sealed review, which nobody else sees', async ({
  page,
  browser,
  baseURL,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/professional/grace-walker')
  const own = reviewsOf(page).getByRole('region', { name: t('review_forms:own.title') })
  await expect(own).toContainText('Careful, and took a little longer')
  await expect(own).toContainText(/Published on .*, or once Grace has written too/)
  await expectAccessible(page)
  const visitor = await browser.newPage({ baseURL: baseURL ?? '' })
  await visitor.goto('/professional/grace-walker')
  await expect(reviewsOf(visitor).getByText(t('reviews:earlier'))).not.toHaveCount(0)
  await expect(visitor.getByText('Careful, and took a little longer')).toHaveCount(0)
  await visitor.close()
})

test('a professional notes privately how a visit was, and can no longer change it', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  const { id } = (await (await page.request.get('/api/auth/me')).json()) as { id: string }
  const list = await page.request.get(`/api/bookings/professional/${id}`)
  const { bookings } = (await list.json()) as {
    bookings: { id: string; status: string; client_name: string; ends_at: string }[]
  }
  // The last visit is left alone: a note of it would publish the sealed review.
  const weekAgo = Date.now() - 8 * 86_400_000
  const old = bookings.filter(
    ({ status, ends_at }) => status === 'completed' && Date.parse(ends_at) < weekAgo,
  )
  let visit = ''
  for (const booking of old) {
    const answer = await page.request.get(`/api/bookings/${booking.id}/client-note`)
    if (((await answer.json()) as { may_write: boolean }).may_write) {
      visit = booking.id
      break
    }
  }
  await page.goto(`/visits/${visit}`)
  const note = page.getByRole('region', { name: /^Your private note about/ })
  await note.locator('summary').click()
  await expect(note.getByRole('button', { name: t('review_forms:note.save') })).toBeDisabled()
  await note.getByLabel(t('review_forms:note.come_again')).selectOption('yes')
  await note.getByLabel(t('review_forms:note.text'), { exact: true }).fill('The bell is shy.')
  await expectAccessible(page)
  await note.getByRole('button', { name: t('review_forms:note.save') }).click()
  await expect(page.getByText(t('review_forms:note.saved'))).toBeVisible()
  await expect(note).toContainText(t('review_forms:note.revealed'))
  await expect(note).toContainText('The bell is shy.')
})

test('a client is asked how a visit was, and gets to the profile, where they can write', async ({
  page,
}) => {
  const { user_id } = await professionalBySlug(page, 'grace-walker')
  const visit = {
    booking_id: user_id,
    professional: { user_id, full_name: 'Grace Walker', slug: 'grace-walker' },
    ended_at: '2026-11-20T17:00:00.000Z',
  }
  await page.route('**/api/reviews/to-write', (route) =>
    route.fulfill({ json: { visits: [visit] } }),
  )
  await newClient(page)
  await page.goto('/marketplace')
  const asked = page.getByRole('region', { name: t('review_forms:ask.title') })
  await expect(asked).toContainText('Visit of Nov 20, 2026')
  await expectAccessible(page)
  await asked.getByRole('link', { name: /^How was Grace/ }).click()
  await expect(reviewsOf(page).getByRole('heading', { level: 2 })).toBeVisible()
  await expect(toggleOf(page)).toBeVisible()
})
