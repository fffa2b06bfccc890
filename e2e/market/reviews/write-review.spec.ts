// rule: review-fields, review-counts
import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { answerWith } from '../../support/server/answer-with.ts'
import { expectAccessible, logIn, test } from '../../support/journey.ts'
import {
  REVIEW_CALL,
  REVIEW,
  newClient,
  professionalBySlug,
  reviewsOf,
  toggleOf,
  openForm,
  filledStars,
} from './review-page.ts'

test('a client leaves a review', async ({ page }) => {
  // A unique name, because other journeys review the same professional at the same time.
  const client_id = await newClient(page, 'Wren')
  await page.goto('/professional/lucia-hernandez')
  const form = await openForm(page)
  const stars = form.getByRole('radio')
  const title = form.getByLabel('Title', { exact: true })
  const comment = form.getByLabel('Comment', { exact: true })

  await test.step('Leave a Review opens a form titled Share your experience with stars, title and comment, and closes it again', async () => {
    await expect(form.getByRole('heading', { name: 'Share your experience' })).toBeFocused()
    await expect(stars).toHaveCount(5)
    await expect(title).toBeVisible()
    await expect(comment).toBeVisible()
    await toggleOf(page).click()
    await expect(form).toBeHidden()
    await toggleOf(page).click()
    await expect(form).toBeVisible()
  })
  await test.step('the form says before the stars that a review without a visit does not count', async () => {
    const texts = await form.locator('h3, p, legend').allInnerTexts()
    expect(texts.slice(0, 3)).toEqual([
      'Share your experience',
      "You haven't had a visit with Lucía yet. Your review will be marked and won't count toward the rating.",
      'Your rating',
    ])
  })
  await test.step('the rating starts with 5, and the stars are drawn empty until they are touched', async () => {
    await expect(form.getByRole('radio', { name: '5 stars' })).toBeChecked()
    await expect(filledStars(form)).toHaveCount(0)
    await expect(form.getByText("Tap a star. If you don't choose, we send 5.")).toBeVisible()
    await expect(title).toHaveValue('')
    await expect(comment).toHaveValue('')
  })
  await test.step('Cancel closes the form', async () => {
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toBeHidden()
    await expect(toggleOf(page)).toBeFocused()
  })
  await test.step('title and comment are required', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Submit Review' }).click()
    await expect(title).toHaveAccessibleDescription('Please give your review a title.')
    await expect(comment).toHaveAccessibleDescription(/Please write a comment\./)
    await expect(title).toBeFocused()
    await title.fill('   ')
    await form.getByRole('button', { name: 'Submit Review' }).click()
    await expect(title).toHaveAccessibleDescription('Please give your review a title.')
    expect(sent.filter((url) => url.includes('/api/reviews'))).toEqual([])
  })
  await test.step('the rating is chosen from 1 to 5 by stars, with the keyboard alone', async () => {
    await form.getByRole('radio', { name: '5 stars' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await expect(filledStars(form)).toHaveCount(4)
    await page.keyboard.press('Tab')
    await expect(title).toBeFocused()
    await page.keyboard.type(REVIEW.title)
    await page.keyboard.press('Tab')
    await comment.fill(REVIEW.comment)
  })
  await test.step('the draft survives a reload', async () => {
    await page.reload()
    await openForm(page)
    await expect(title).toHaveValue(REVIEW.title)
    await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await expect(filledStars(form)).toHaveCount(4)
  })

  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(REVIEW_CALL, async (route) => {
    await released
    await route.continue()
  })
  const sending = page.waitForRequest(REVIEW_CALL)
  await page.evaluate(() => {
    document.body.dataset['same'] = 'page'
  })
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await test.step('while the review is submitted the button says so and is disabled', async () => {
    await expect(form.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  })
  await test.step('a review is submitted with client_id and professional_id', async () => {
    const { user_id } = await professionalBySlug(page, 'lucia-hernandez')
    expect((await sending).postDataJSON()).toEqual({
      ...REVIEW,
      rating: 4,
      client_id,
      professional_id: user_id,
    })
  })
  const readAnew = page.waitForRequest('**/api/professional/public-view/*')
  release()
  await test.step('everything on the page is read anew', async () => {
    await readAnew
  })
  await test.step('success is shown with a tick mark and the message of the server', async () => {
    await expect(page.getByRole('status').filter({ hasText: '✓' })).toContainText(
      '✓ Review submitted successfully!',
    )
  })
  await test.step('after success the form closes, and the page shows the review without moving the reader', async () => {
    await expect(form).toBeHidden()
    const written = reviewsOf(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: REVIEW.title }) })
      .filter({ hasText: 'Wren J.' })
    await expect(written).toHaveCount(1)
    await expect(written.getByRole('img', { name: '4 out of 5 stars' })).toBeAttached()
    await expect(written.getByText('Not a verified booking')).toBeAttached()
    expect(await page.evaluate(() => document.body.dataset['same'])).toBe('page')
    await expect(reviewsOf(page).getByText(/^You've already reviewed/)).toBeInViewport()
    await expect(toggleOf(page)).toHaveCount(0)
  })
  await test.step('after success nothing of the draft is stored', async () => {
    const drafts = () => Object.values(sessionStorage).filter((text) => text.includes('comment'))
    expect(await page.evaluate(drafts)).toEqual([])
  })
})

test('a tap on the fifth star, which is the default, fills all five, also after a reload', async ({
  page,
}) => {
  await newClient(page)
  await page.goto('/professional/ana-souza')
  const form = await openForm(page)
  await form.getByText('5 stars').locator('..').click()
  await expect(filledStars(form)).toHaveCount(5)
  await page.reload()
  await openForm(page)
  await expect(filledStars(form)).toHaveCount(5)
})

test('a client whose visit took place is not told that the review does not count', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const path = '**/api/professional/public-view/*'
  type View = { review_would_count: boolean }
  await answerWith(page, path, (view: View) => ({
    ...view,
    reviewed_by_you: false,
    review_would_count: true,
  }))
  await page.goto('/professional/grace-walker')
  const form = await openForm(page)
  await expect(form.getByText('Your rating')).toBeVisible()
  await expect(form.getByText("won't count")).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(() => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test(`the review form has no accessibility faults (${colorScheme})`, async ({ page }) => {
      await newClient(page)
      await page.goto('/professional/ana-souza')
      const form = await openForm(page)
      await form.getByRole('button', { name: 'Submit Review' }).click()
      await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
      await expectAccessible(page)
    })
  })
}
