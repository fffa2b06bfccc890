// rule: review-fields, review-once
import { expect } from '@playwright/test'
import type { Route } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { logIn, test } from '../../support/journey.ts'
import { translationsIn } from '../../support/translations.ts'
import {
  REVIEW_CALL,
  REVIEW,
  newClient,
  professionalBySlug,
  reviewsOf,
  formOf,
  toggleOf,
  openForm,
  fillIn,
} from './review-page.ts'

const t = translationsIn('en')

test.describe('when a review cannot be written', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('a second review is refused', async ({ page }) => {
    const client_id = await newClient(page)
    const { user_id: professional_id } = await professionalBySlug(page, 'lucia-hernandez')
    const first = { ...REVIEW, client_id, professional_id, rating: 5 }
    await page.goto('/professional/lucia-hernandez')
    await openForm(page)
    await fillIn(page)
    expect((await page.request.post('/api/reviews/general', { data: first })).ok()).toBe(true)
    await formOf(page).getByRole('button', { name: 'Submit Review' }).click()
    await test.step('a text detail is shown with a cross mark, as it is', async () => {
      await expect(page.getByRole('alert')).toContainText(
        '✗ You have already reviewed this professional.',
      )
    })
    await test.step('a client who has already reviewed reads so in place of the form and its button', async () => {
      await expect(formOf(page)).toHaveCount(0)
      await expect(
        reviewsOf(page).getByText(t('review_forms:write.already', { name: 'Lucía' })),
      ).toBeVisible()
      await expect(toggleOf(page)).toHaveCount(0)
    })
  })

  // rule: failures
  test('every failure shows its own text and keeps the draft', async ({ page }) => {
    await newClient(page, 'Casey')
    await page.goto('/professional/lucia-hernandez')
    const form = await openForm(page)
    await form.getByRole('radio', { name: '3 stars' }).check({ force: true })
    await fillIn(page)

    const keys: (string | undefined)[] = []
    const failing = async (answer: (route: Route) => Promise<void>, message: string) => {
      await page.unroute(REVIEW_CALL)
      await page.route(REVIEW_CALL, async (route) => {
        keys.push(await route.request().headerValue('idempotency-key').then(String))
        await answer(route)
      })
      await form.getByRole('button', { name: 'Submit Review' }).click()
      const alert = page.getByRole('alert').filter({ hasText: '✗' })
      await expect(alert.getByRole('paragraph')).toHaveText(`✗ ${message}`, {
        useInnerText: true,
      })
      await alert.getByRole('button', { name: t('app:dismiss') }).click()
      await expect(alert).toHaveCount(0)
      await expect(form.getByRole('radio', { name: '3 stars' })).toBeChecked()
      await expect(form.getByLabel('Title', { exact: true })).toHaveValue(REVIEW.title)
      await expect(form.getByLabel('Comment', { exact: true })).toHaveValue(REVIEW.comment)
    }
    const detail =
      (value: unknown, status = 422) =>
      (route: Route) =>
        route.fulfill({ status, json: { detail: value } })

    await test.step('a network failure shows Unable to connect to server', async () => {
      const message = 'Unable to connect to server. Please check your internet connection.'
      await failing((route) => route.abort('internetdisconnected'), message)
      await failing((route) => route.abort('connectionreset'), message)
    })
    await test.step('a retry of the same review uses the same idempotency key', async () => {
      expect(keys[0]).toBeTruthy()
      expect(keys[1]).toBe(keys[0])
    })
    await test.step('a detail that is a text is used as it is', async () => {
      await failing(
        detail('The reviews are closed for tonight.', 503),
        'The reviews are closed for tonight.',
      )
    })
    await test.step('a detail that is a list gives each msg or message, joined by newlines', async () => {
      await failing(
        detail([{ msg: 'The title is too loud.' }, { message: 'The comment is too long.' }]),
        'The title is too loud.\nThe comment is too long.',
      )
    })
    await test.step('a list without texts falls back to Validation error', async () => {
      await failing(detail([{}]), 'Validation error')
      await failing(detail([]), 'Validation error')
    })
    await test.step('an object detail is shown by its message', async () => {
      await failing(detail({ message: 'Not on a Sunday.' }), 'Not on a Sunday.')
    })
    await test.step('an object without a message is a Validation error occurred', async () => {
      await failing(detail({ reason: 7 }), 'Validation error occurred')
    })
    await test.step('an answer without a detail shows Failed to submit review. Please try again.', async () => {
      await failing(
        (route) => route.fulfill({ status: 500, json: {} }),
        'Failed to submit review. Please try again.',
      )
    })
    await test.step('a response that cannot be parsed shows a text about the connection', async () => {
      await failing(
        (route) => route.fulfill({ status: 200, body: '<h1>Log in to the network</h1>' }),
        'Failed to submit review. Please check your connection and try again.',
      )
    })
    await test.step('a proxy without the server blames nobody’s connection', async () => {
      await failing(
        (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
        'Failed to submit review. Please try again.',
      )
    })
    await test.step('success without a message shows the default text', async () => {
      await page.unroute(REVIEW_CALL)
      await page.route(REVIEW_CALL, (route) => route.fulfill({ json: {} }))
      await form.getByRole('button', { name: 'Submit Review' }).click()
      await expect(page.getByRole('status').filter({ hasText: '✓' })).toContainText(
        '✓ Review submitted successfully!',
      )
      await expect(form).toBeHidden()
    })
    await test.step('success shows the message of the server, whatever it is', async () => {
      await openForm(page)
      await fillIn(page)
      await page.unroute(REVIEW_CALL)
      await page.route(REVIEW_CALL, (route) =>
        route.fulfill({ json: { message: 'Filed under joy.' } }),
      )
      await form.getByRole('button', { name: 'Submit Review' }).click()
      await expect(page.getByText('✓ Filed under joy.')).toBeVisible()
      await expect(form).toBeHidden()
    })
    await test.step('a review whose answer was lost is written once when it is sent again', async () => {
      await openForm(page)
      await form.getByRole('radio', { name: '3 stars' }).check({ force: true })
      await fillIn(page)
      const message = 'Unable to connect to server. Please check your internet connection.'
      await failing(async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      }, message)
      await page.unroute(REVIEW_CALL)
      await form.getByRole('button', { name: 'Submit Review' }).click()
      await expect(form).toBeHidden()
      const ownReview = reviewsOf(page).getByRole('listitem').filter({ hasText: 'Casey J.' })
      await expect(ownReview).toHaveCount(1)
    })
  })

  test('only clients leave reviews', async ({ page }) => {
    await logIn(page, DEMO_PEOPLE.lucia.email, DEMO_PASSWORD)
    await page.goto('/professional/lucia-hernandez')
    await expect(reviewsOf(page)).toBeVisible()
    await test.step('only clients see Leave a Review', async () => {
      await expect(toggleOf(page)).toHaveCount(0)
    })
    await test.step('a professional who sends one reads Only clients can leave reviews', async () => {
      const [own, other] = [
        await professionalBySlug(page, 'lucia-hernandez'),
        await professionalBySlug(page, 'lucia-hernandez'),
      ]
      const answer = await page.request.post('/api/reviews/general', {
        data: { ...REVIEW, rating: 5, client_id: own.user_id, professional_id: other.user_id },
      })
      expect(answer.status()).toBe(403)
      expect(await answer.json()).toMatchObject({ detail: 'Only clients can leave reviews' })
    })
  })
})
