// rule: booking-dialog, booking-once, booking-home
import { expect } from '@playwright/test'
import { answerWith } from '../support/server/answer-with.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { confirm, dialogOf, field, fillBooking, step, submitOf } from '../support/booking-dialog.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { idOf, inDays, newClient } from '../support/new-client.ts'
import { translationsIn } from '../support/translations.ts'
import { visitRows } from '../support/visits.ts'

const t = translationsIn('en')
const BOOK_GRACE = '/professional/grace-walker?zip_code=78701&book=1'

test.describe('failures', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('a failed request says so and keeps the typed fields', async ({ page }) => {
    await newClient(page)
    await page.goto('/professional/lucia-hernandez?zip_code=33130&book=1')
    await expect(dialogOf(page).getByText(/^Most homes take/)).toBeVisible()

    // rule: price-lines
    await test.step('a price that could not be asked for can be asked for again', async () => {
      const quotes = '**/api/bookings/quote'
      await page.route(quotes, (route) =>
        route.fulfill({ status: 500, json: { detail: 'Something', code: 'unexpected' } }),
      )
      await field(page, 'estimated_hours').selectOption('3')
      await expect(dialogOf(page).getByText(t('bookings:price.failed'))).toBeVisible()
      // The last price stays.
      await expect(dialogOf(page).getByText('$72.00').last()).toBeVisible()
      await page.unroute(quotes)
      await dialogOf(page)
        .getByRole('button', { name: t('bookings:price.again') })
        .click()
      await expect(dialogOf(page).getByText(t('bookings:price.failed'))).toHaveCount(0)
      await expect(dialogOf(page).getByText('$108.00').last()).toBeVisible()
      await field(page, 'estimated_hours').selectOption('2')
    })
    await fillBooking(page, 'Miami')
    await test.step('a server error says Booking failed', async () => {
      await page.route('**/api/bookings', (route) =>
        route.fulfill({ status: 500, json: { detail: 'Something', code: 'unexpected' } }),
      )
      await confirm(page).click()
      const alert = dialogOf(page).getByRole('alert')
      await expect(alert.getByText('Booking failed', { exact: true })).toBeVisible()
      await expect(confirm(page)).toBeFocused()
      await page.unroute('**/api/bookings')
    })
    await test.step('a refusal says Booking failed, and the reason is at its field', async () => {
      await field(page, 'state').fill('CO')
      await confirm(page).click()
      await expect(dialogOf(page).getByRole('alert')).toContainText('Booking failed')
      await expect(field(page, 'state')).toBeFocused()
      await expect(field(page, 'state')).toHaveAccessibleDescription(t('errors:state_not_of_zip'))
      await field(page, 'state').fill('FL')
    })
    await test.step('after a lost answer and a reload the same key is sent, and one booking exists', async () => {
      const keys: (string | undefined)[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/bookings'))
          keys.push(request.headers()['idempotency-key'])
      })
      await page.route('**/api/bookings', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await confirm(page).click()
      await expect(dialogOf(page).getByRole('alert')).toContainText('Booking failed')
      await expect(dialogOf(page).getByRole('alert')).toContainText(t('errors:connection_lost'))
      await page.unroute('**/api/bookings')
      await page.reload()
      await expect(field(page, 'address')).toHaveValue('100 Congress Ave')
      await confirm(page).click()
      await expect(page.getByRole('dialog', { name: t('bookings:booked.title') })).toBeVisible()
      expect(keys).toHaveLength(2)
      expect(keys[0]).toBeTruthy()
      expect(keys[1]).toBe(keys[0])
      await page.goto('/bookings')
      await expect(visitRows(page)).toHaveCount(1)
    })
  })
})

test.describe('a home that the professional does not serve', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('is told at the ZIP field with a way on, and what was typed stays, in Spanish', async ({
    page,
    context,
    baseURL,
  }) => {
    const language = 'es'
    const texts = translationsIn(language)
    const cookie = { name: LANGUAGE_CACHE_KEY, value: language, url: baseURL ?? '' }
    await context.addCookies([cookie])
    await page.addInitScript(([key, choice]) => localStorage.setItem(key, choice), [
      LANGUAGE_CACHE_KEY,
      language,
    ] as const)
    await newClient(page)
    await page.goto('/professional/lucia-hernandez?zip_code=78745&book=1')
    const dialog = page.getByRole('dialog', { name: texts('bookings:book.title') })
    const field = (name: string) => dialog.locator(`[name=${name}]`)
    await submitOf(dialog).click()
    await field('booking_date').fill(inDays(30))
    await field('booking_time').fill('09:00')
    await submitOf(dialog).click()
    await field('address').fill('100 Congress Ave')
    await expect(field('city')).toHaveValue('Austin')
    await submitOf(dialog).click()

    const problem = texts('bookings:book.not_served', { zip: '78745' })
    await expect(dialog.getByRole('alert')).toContainText(problem)
    await expect(field('zip_code')).toBeFocused()
    await expect(field('zip_code')).toHaveAccessibleDescription(new RegExp(problem))
    await expect(field('zip_code')).toHaveValue('78745')
    await expect(field('address')).toHaveValue('100 Congress Ave')
    await expectAccessible(page)
    await dialog
      .getByRole('link', { name: texts('bookings:book.who_serves', { zip: '78745' }) })
      .click()
    await expect(page).toHaveURL(/\/search\?zip_code=78745&service_type=standard$/)
    await page.goBack()
    await expect(field('address')).toHaveValue('100 Congress Ave')
  })
})

// rule: price-lines
test('a price that changed before the booking is shown with the actual total', async ({ page }) => {
  await newClient(page)
  const id = await idOf(page, 'lucia-hernandez')
  await answerWith(page, '**/api/bookings/quote', (price: object) => ({
    ...price,
    total_amount: 60,
  }))
  await page.goto(`/professionals/${id}?zip_code=33130&book=1`)
  await expect(dialogOf(page).locator('strong', { hasText: '$60.00' })).toBeVisible()
  await fillBooking(page, 'Miami')
  await confirm(page).click()
  const priceChanged = t('bookings:booked.price_changed', { total: '$72.00', expected: '$60.00' })
  await expect(page.getByText(priceChanged)).toBeVisible()
})

// rule: booking-dialog, user-storage, view-guards
test('another client on the same phone does not see a draft', async ({ page }) => {
  await newClient(page)
  await page.goto(BOOK_GRACE)
  await fillBooking(page)
  await field(page, 'notes').fill('Two cats')
  await page.reload()
  await expect(field(page, 'address')).toHaveValue('100 Congress Ave')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Welcome, Robin/ }).click()
  await page.getByRole('button', { name: t('app:logout') }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Congress')
  await newClient(page)
  await page.goto(BOOK_GRACE)
  await expect(step(page, t('bookings:book.steps.1'))).toBeFocused()
  await fillBooking(page)
  await expect(field(page, 'notes')).toHaveValue('')
})
