import { expect } from '@playwright/test'
import type { Page, Route } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { expectAccessible, logIn, newEmail, test } from '../support/journey.ts'
import { wordsIn } from '../support/words.ts'

const t = wordsIn('en')
const CALL = '**/api/reviews/general'
const REVIEW = { title: 'A calm house', comment: 'On time and careful.\nThe dog likes them.' }

/** A new client, signed in here: answers the id. */
async function newClient(page: Page, first_name = 'Robin'): Promise<string> {
  const facts = { first_name, last_name: 'Journey', phone: '512-555-0177', role: 'client' }
  const answer = await page.request.post('/api/auth/register', {
    data: { ...facts, email: newEmail(), password: 'polished floors 7' },
  })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { id: string }).id
}

async function professionalAt(page: Page, slug: string) {
  const answer = await page.request.get(`/api/public/professional/${slug}`)
  return ((await answer.json()) as { professional: { user_id: string; total_reviews: number } })
    .professional
}

const reviewsOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: /^Client Reviews/ }) })
const formOf = (page: Page) => page.getByRole('form', { name: 'Share your experience' })
const toggleOf = (page: Page) => page.getByRole('button', { name: 'Leave a Review' })

async function openForm(page: Page) {
  const form = formOf(page)
  // Before the page has come to life a click does nothing.
  await expect(async () => {
    await toggleOf(page).click()
    await expect(form).toBeVisible({ timeout: 1000 })
  }).toPass()
  return form
}

async function fillIn(page: Page, { title, comment } = REVIEW) {
  const form = formOf(page)
  await form.getByLabel('Title', { exact: true }).fill(title)
  await form.getByLabel('Comment', { exact: true }).fill(comment)
}

test('a visitor reads what clients say', async ({ page }) => {
  await page.goto('/professional/grace-walker')
  const reviews = reviewsOf(page)
  const { total_reviews } = await professionalAt(page, 'grace-walker')

  await test.step('C 2.8: the section Client Reviews stands with the count of reviews', async () => {
    await expect(reviews.getByRole('heading', { level: 2 })).toHaveText(
      `Client Reviews${total_reviews} reviews`,
    )
  })
  await test.step('C 2.8: the list of reviews is at most 24rem high and scrolls, by keyboard too', async () => {
    const list = reviews.getByRole('group')
    await expect(list).toHaveCSS('max-height', '384px')
    await expect(list).toHaveCSS('overflow-y', 'auto')
    await list.focus()
    await page.keyboard.press('End')
    await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  })
  await test.step('C 9: the reviews list is 24rem high', async () => {
    const list = reviews.getByRole('group')
    expect(await list.evaluate((node) => node.getBoundingClientRect().height)).toBe(24 * 16)
  })
  await test.step('C 3: a review has stars of five, a title, a comment, a name and a date', async () => {
    const first = reviews.getByRole('group').getByRole('listitem').first()
    await expect(first.getByRole('img', { name: /^[1-5] out of 5 stars$/ })).toBeVisible()
    await expect(first.getByRole('heading', { level: 3 })).not.toBeEmpty()
    await expect(first.locator('time').first()).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    await expect(first).toContainText(/\w+ \w\./)
  })
  await test.step('five bars tell how the reviews spread over the stars', async () => {
    const bars = reviews
      .getByRole('list', { name: t('reviews:distribution') })
      .getByRole('listitem')
    await expect(bars).toHaveText([/^5 stars/, /^4 stars/, /^3 stars/, /^2 stars/, /^1 star/])
    const counts = await bars.locator('span:last-child').allTextContents()
    expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(total_reviews)
  })
  await test.step('C 6: a visitor leaves no reviews', async () => {
    await expect(toggleOf(page)).toHaveCount(0)
  })
})

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
  await test.step('C 3: the name of a reviewer falls back to Client', async () => {
    const first = reviewsOf(page).getByRole('group').getByRole('listitem').first()
    await expect(first.getByText('Client', { exact: true })).toBeVisible()
  })
})

test('a client leaves a review', async ({ page }) => {
  const client_id = await newClient(page)
  await page.goto('/professional/grace-walker')
  const form = await openForm(page)
  const stars = form.getByRole('radio')
  const title = form.getByLabel('Title', { exact: true })
  const comment = form.getByLabel('Comment', { exact: true })

  await test.step('C 2.8: Leave a Review opens a form titled Share your experience with stars, title and comment, and closes it again', async () => {
    await expect(form.getByRole('heading', { name: 'Share your experience' })).toBeFocused()
    await expect(stars).toHaveCount(5)
    await expect(title).toBeVisible()
    await expect(comment).toBeVisible()
    await toggleOf(page).click()
    await expect(form).toBeHidden()
    await toggleOf(page).click()
    await expect(form).toBeVisible()
  })
  await test.step('C 9: the rating is 5 to begin with', async () => {
    await expect(form.getByRole('radio', { name: '5 stars' })).toBeChecked()
    await expect(title).toHaveValue('')
    await expect(comment).toHaveValue('')
  })
  await test.step('C 2.8: Cancel closes the form', async () => {
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toBeHidden()
    await expect(toggleOf(page)).toBeFocused()
  })
  await test.step('C 5: title and comment are required', async () => {
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
  await test.step('C 5: the rating is chosen from 1 to 5 by stars, with the keyboard alone', async () => {
    await form.getByRole('radio', { name: '5 stars' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(title).toBeFocused()
    await page.keyboard.type(REVIEW.title)
    await page.keyboard.press('Tab')
    await comment.fill(REVIEW.comment)
  })
  await test.step('what was typed survives a reload', async () => {
    await page.reload()
    await openForm(page)
    await expect(title).toHaveValue(REVIEW.title)
    await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked()
  })

  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(CALL, async (route) => {
    await held
    await route.continue()
  })
  const sending = page.waitForRequest(CALL)
  await page.evaluate(() => {
    document.body.dataset['same'] = 'page'
  })
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await test.step('C 4: while it is submitted the button says so and is disabled', async () => {
    await expect(form.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  })
  await test.step('C 3: a review is submitted with client_id and professional_id', async () => {
    const { user_id } = await professionalAt(page, 'grace-walker')
    expect((await sending).postDataJSON()).toEqual({
      ...REVIEW,
      rating: 4,
      client_id,
      professional_id: user_id,
    })
  })
  release()
  await test.step('C 8: success is told with a tick mark and the words of the server', async () => {
    await expect(page.getByRole('status')).toContainText('✓ Review submitted successfully!')
  })
  await test.step('C 4: after success the form closes, and the page shows the review without losing the place', async () => {
    await expect(form).toBeHidden()
    const written = reviewsOf(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: REVIEW.title }) })
      .filter({ hasText: 'Robin J.' })
    await expect(written).toHaveCount(1)
    await expect(written.getByRole('img', { name: '4 out of 5 stars' })).toBeAttached()
    await expect(written.getByText('Not a verified booking')).toBeAttached()
    expect(await page.evaluate(() => document.body.dataset['same'])).toBe('page')
    await expect(toggleOf(page)).toBeInViewport()
  })
  await test.step('C 4: after success the form is reset to 5 stars, an empty title and an empty comment', async () => {
    await toggleOf(page).click()
    await expect(form.getByRole('radio', { name: '5 stars' })).toBeChecked()
    await expect(title).toHaveValue('')
    await expect(comment).toHaveValue('')
  })
})

test.describe('when a review cannot be written', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('a second review is refused', async ({ page }) => {
    const client_id = await newClient(page)
    const { user_id: professional_id } = await professionalAt(page, 'grace-walker')
    const first = { ...REVIEW, client_id, professional_id, rating: 5 }
    expect((await page.request.post('/api/reviews/general', { data: first })).ok()).toBe(true)
    await page.goto('/professional/grace-walker')
    await test.step('who has already reviewed is told before writing', async () => {
      await expect(
        reviewsOf(page).getByText(t('reviews:write.already', { name: 'Grace' })),
      ).toBeVisible()
    })
    await openForm(page)
    await fillIn(page)
    await formOf(page).getByRole('button', { name: 'Submit Review' }).click()
    await test.step('C 8: a detail in words is told with a cross mark, as it is', async () => {
      await expect(page.getByRole('alert')).toContainText(
        '✗ You have already reviewed this professional.',
      )
    })
  })

  test('every failure is told in its words, and keeps what was typed', async ({ page }) => {
    await newClient(page, 'Casey')
    await page.goto('/professional/grace-walker')
    const form = await openForm(page)
    await form.getByRole('radio', { name: '3 stars' }).check({ force: true })
    await fillIn(page)

    const keys: (string | undefined)[] = []
    const failing = async (answer: (route: Route) => Promise<void>, told: string) => {
      await page.unroute(CALL)
      await page.route(CALL, async (route) => {
        keys.push(await route.request().headerValue('idempotency-key').then(String))
        await answer(route)
      })
      await form.getByRole('button', { name: 'Submit Review' }).click()
      const alert = page.getByRole('alert').filter({ hasText: '✗' })
      await expect(alert.getByRole('paragraph')).toHaveText(`✗ ${told}`, {
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

    await test.step('C 8: a network that fails is told with Unable to connect to server', async () => {
      const told = 'Unable to connect to server. Please check your internet connection.'
      await failing((route) => route.abort('internetdisconnected'), told)
      await failing((route) => route.abort('connectionreset'), told)
    })
    await test.step('the same review is sent under the same key when it is tried again', async () => {
      expect(keys[0]).toBeTruthy()
      expect(keys[1]).toBe(keys[0])
    })
    await test.step('C 8: a detail that is a text is used as it is', async () => {
      await failing(
        detail('The reviews are closed for tonight.', 503),
        'The reviews are closed for tonight.',
      )
    })
    await test.step('C 8: a detail that is a list gives each msg or message, joined by newlines', async () => {
      await failing(
        detail([{ msg: 'The title is too loud.' }, { message: 'The comment is too long.' }]),
        'The title is too loud.\nThe comment is too long.',
      )
    })
    await test.step('C 8: a list without words falls back to Validation error', async () => {
      await failing(detail([{}]), 'Validation error')
      await failing(detail([]), 'Validation error')
    })
    await test.step('C 8: a detail that is an object is told by its message', async () => {
      await failing(detail({ message: 'Not on a Sunday.' }), 'Not on a Sunday.')
    })
    await test.step('C 8: an object without a message is a Validation error occurred', async () => {
      await failing(detail({ reason: 7 }), 'Validation error occurred')
    })
    await test.step('C 8: without a detail it is Failed to submit review, to be tried again', async () => {
      await failing(
        (route) => route.fulfill({ status: 500, json: {} }),
        'Failed to submit review. Please try again.',
      )
    })
    await test.step('C 8: an answer that cannot be read asks to check the connection', async () => {
      await failing(
        (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
        'Failed to submit review. Please check your connection and try again.',
      )
    })
    await test.step('C 8: success without words is told with the default', async () => {
      await page.unroute(CALL)
      await page.route(CALL, (route) => route.fulfill({ json: {} }))
      await form.getByRole('button', { name: 'Submit Review' }).click()
      await expect(page.getByRole('status')).toContainText('✓ Review submitted successfully!')
      await expect(form).toBeHidden()
    })
    await test.step('C 8: success is told in the words of the server, whatever they are', async () => {
      await openForm(page)
      await fillIn(page)
      await page.unroute(CALL)
      await page.route(CALL, (route) => route.fulfill({ json: { message: 'Filed under joy.' } }))
      await form.getByRole('button', { name: 'Submit Review' }).click()
      await expect(page.getByText('✓ Filed under joy.')).toBeVisible()
      await expect(form).toBeHidden()
    })
    await test.step('a review whose answer was lost is written once when it is sent again', async () => {
      await openForm(page)
      await form.getByRole('radio', { name: '3 stars' }).check({ force: true })
      await fillIn(page)
      const told = 'Unable to connect to server. Please check your internet connection.'
      await failing(async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      }, told)
      await page.unroute(CALL)
      await form.getByRole('button', { name: 'Submit Review' }).click()
      await expect(form).toBeHidden()
      const mine = reviewsOf(page).getByRole('listitem').filter({ hasText: 'Casey J.' })
      await expect(mine).toHaveCount(1)
    })
  })

  test('only clients leave reviews', async ({ page }) => {
    await logIn(page, DEMO_PEOPLE.lucia.email, DEMO_PASSWORD)
    await page.goto('/professional/grace-walker')
    await expect(reviewsOf(page)).toBeVisible()
    await test.step('C 2.8: only clients see Leave a Review', async () => {
      await expect(toggleOf(page)).toHaveCount(0)
    })
    await test.step('C 8: a professional who sends one is told that Only clients can leave reviews', async () => {
      const [own, other] = [
        await professionalAt(page, 'lucia-hernandez'),
        await professionalAt(page, 'grace-walker'),
      ]
      const answer = await page.request.post('/api/reviews/general', {
        data: { ...REVIEW, rating: 5, client_id: own.user_id, professional_id: other.user_id },
      })
      expect(answer.status()).toBe(403)
      expect(await answer.json()).toMatchObject({ detail: 'Only clients can leave reviews' })
    })
  })
})

test('a review of a booked visit counts, and its professional answers it in public', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const client_id = await newClient(page, 'Noor')
  const { user_id: professional_id, total_reviews } = await professionalAt(page, 'ana-souza')
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
  const hers = await browser.newContext({ locale: 'en-US', baseURL: baseURL ?? '' })
  await watch(hers)
  const desk = await hers.newPage()
  await logIn(desk, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
  const accepted = await desk.request.put(`/api/bookings/${id}/status`, {
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
  await expect(written.getByText('Not a verified booking')).toHaveCount(0)
  await expect(reviewsOf(page).getByRole('heading', { level: 2 })).toContainText(
    `${total_reviews + 1} reviews`,
  )

  await desk.goto('/dashboard')
  const opener = desk.getByRole('button', {
    name: t('reviews:answer.open_to', { name: 'Noor J.' }),
  })
  await opener.click()
  await desk.getByRole('button', { name: t('reviews:write.cancel'), exact: true }).click()
  await expect(opener).toBeFocused()
  await opener.click()
  const field = desk.getByLabel(t('reviews:answer.label', { name: 'Noor J.' }))
  await expect(field).toBeFocused()
  await desk.getByRole('button', { name: t('reviews:answer.publish') }).click()
  await expect(field).toHaveAccessibleDescription(/Please write an answer\./)
  await field.fill('A pleasure. See you soon!')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: t('reviews:answer.publish') }).click()
  await expect(desk.getByText(t('reviews:answer.published'))).toBeVisible()
  await expect(desk.getByText('A pleasure. See you soon!')).toBeVisible()
  await expect(field).toHaveCount(0)
  await hers.close()

  await page.reload()
  await expect(written).toContainText('Ana answered')
  await expect(written).toContainText('A pleasure. See you soon!')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(() => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test(`the review form keeps nobody out (${colorScheme})`, async ({ page }) => {
      await newClient(page)
      await page.goto('/professional/ana-souza')
      const form = await openForm(page)
      await form.getByRole('button', { name: 'Submit Review' }).click()
      await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
      await expectAccessible(page)
    })
  })
}
