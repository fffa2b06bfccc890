import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { newEmail } from '../../support/journey.ts'

export const REVIEW_CALL = '**/api/reviews/general'
export const REVIEW = {
  title: 'A calm house',
  comment: 'On time and careful.\nThe dog likes them.',
}

/** Registers a client, signed in on this page, and returns their id. */
export async function newClient(page: Page, first_name = 'Robin'): Promise<string> {
  const facts = { first_name, last_name: 'Journey', phone: '512-555-0177', role: 'client' }
  const answer = await page.request.post('/api/auth/register', {
    data: { ...facts, email: newEmail(), password: 'polished floors 7' },
  })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { id: string }).id
}

export async function professionalBySlug(page: Page, slug: string) {
  const answer = await page.request.get(`/api/public/professional/${slug}`)
  return ((await answer.json()) as { professional: { user_id: string; total_reviews: number } })
    .professional
}

export const reviewsOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: /^Client Reviews/ }) })
export const formOf = (page: Page) => page.getByRole('form', { name: 'Share your experience' })
/** The stars of the form that are drawn filled. */
export const filledStars = (form: Locator) => form.locator('fieldset path.fill-citrus')
export const toggleOf = (page: Page) => page.getByRole('button', { name: 'Leave a Review' })

export async function openForm(page: Page) {
  const form = formOf(page)
  // Before the page is hydrated a click does nothing.
  await expect(async () => {
    await toggleOf(page).click()
    await expect(form).toBeVisible({ timeout: 1000 })
  }).toPass()
  return form
}

export async function fillIn(page: Page, { title, comment } = REVIEW) {
  const form = formOf(page)
  await form.getByLabel('Title', { exact: true }).fill(title)
  await form.getByLabel('Comment', { exact: true }).fill(comment)
}
