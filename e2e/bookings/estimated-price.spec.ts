// rule: booking-extras, estimate, price-lines, net-hour
import { expect } from '@playwright/test'
import { confirm, dialogOf, field, service, typeTime } from '../support/booking-dialog.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { inDays, newClient } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { AUSTIN_HOME } from '../support/visits.ts'

test.use({ viewport: { width: 390, height: 844 } })

const OFFER = {
  services: [{ type: 'deep', hourly_rate: 50, minimum_hours: 4, included: [] }],
  supplies: { brings: 'priced', price: 20 },
  extras: [
    { code: 'oven', minutes: 30, price: 25 },
    { name: 'Plant watering', minutes: 15, price: 5 },
  ],
  discounts: { weekly: 10, biweekly: 0, monthly: 0 },
}

/** 30 + 2 · 20 + 25 minutes of standard cleaning: 2 hours, without supplies. */
const HOME = { ...AUSTIN_HOME, kind: 'apartment', bedrooms: 2 }

test('a client books by a home, with the hours of the estimate and two extras', async ({
  page,
  browser,
  watch,
}) => {
  const other = await browser.newContext()
  await watch(other)
  const professionalPage = await other.newPage()
  const { id } = await subscribedProfessional(professionalPage)
  const offers = `/api/professional/offer/${id}`
  const saved = await professionalPage.request.put(offers, { data: { offer: OFFER, version: 0 } })
  expect(saved.status()).toBe(200)
  const view = await professionalPage.request.get(`/api/professional/public-view/${id}`)
  const { slug } = ((await view.json()) as { professional: { slug: string } }).professional
  await newClient(page)
  expect((await page.request.post('/api/homes', { data: HOME })).status()).toBe(200)

  const dialog = dialogOf(page)
  const hours = field(page, 'estimated_hours')
  const extra = (name: RegExp) => dialog.getByRole('checkbox', { name })
  const total = (amount: string) => dialog.locator('strong', { hasText: amount })

  await test.step('while the price of the home is computed, nothing says that the home is unknown', async () => {
    const withoutHome = page.waitForResponse('**/api/bookings/quote')
    await page.route('**/api/homes', async (route) => {
      await withoutHome
      await route.continue()
    })
    const { promise: seen, resolve: go } = Promise.withResolvers<void>()
    await page.route('**/api/bookings/quote', async (route) => {
      if (route.request().postData()?.includes('home_id')) await seen
      await route.continue()
    })
    await page.goto(`/professional/${slug}?book=1`)
    await expect(dialog.getByText(/Updating price/)).toBeVisible()
    await expect(dialog.getByText('100 Congress Ave, Austin, TX 78701')).toBeVisible()
    await expect(dialog.getByText(/Most homes take/)).toHaveCount(0)
    go()
    await page.unrouteAll({ behavior: 'wait' })
  })
  await test.step('the hours follow the estimate of the home', async () => {
    await page.goto(`/professional/${slug}?book=1`)
    await expect(
      dialog.getByText(
        'Standard 30 min, 2 bedrooms 40 min, 1 bathroom 25 min: 95 min, rounded up to 2 hours.',
      ),
    ).toBeVisible()
    await expect(hours).toHaveValue('2')
  })
  await test.step('extras make it longer, and the sum says how', async () => {
    await extra(/^Oven \+\$25, \+30 min$/).check()
    await expect(
      dialog.getByText('1 h 35 min cleaning + oven 30 min, rounded up to 3 hours.'),
    ).toBeVisible()
    await expect(
      dialog.getByText(/^3 h: 2\.5 h cleaning × \$\d+ \+ oven \$25 \+ supplies \$20$/),
    ).toBeVisible()
    await extra(/^Plant watering \+\$5, \+15 min$/).check()
    await expect(
      dialog.getByText('1 h 35 min cleaning + extras 45 min, rounded up to 3 hours.'),
    ).toBeVisible()
    await expect(hours).toHaveValue('3')
  })
  await test.step('a service with a longer shortest visit does not offer fewer hours', async () => {
    await service(page, 'deep').check()
    await expect(hours.locator('option[value="3"]')).toBeDisabled()
    await expect(dialog.getByText(/rounded up to 4 hours/)).toBeVisible()
    await service(page, 'standard').check()
    await expect(hours).toHaveValue('3')
  })
  await test.step('chosen hours stay, and fewer than estimated are said to be', async () => {
    const shorter = dialog.getByText('Shorter than the estimate. Write what matters most.')
    await expect(shorter).toHaveCount(0)
    await hours.selectOption('2')
    await expect(shorter).toBeVisible()
    await field(page, 'cleaning_frequency').selectOption('weekly')
    await expect(dialog.getByText(/^First visit/)).toBeVisible()
    await expect(hours).toHaveValue('2')
    await expectAccessible(page)
    await hours.selectOption('3')
    await field(page, 'cleaning_frequency').selectOption('one_time')
  })
  await typeTime(page, inDays(20))
  await expect(dialog.getByRole('radio', { name: /brings supplies/ })).toBeChecked()
  await test.step('while the price is asked for, nothing is sent, and the button keeps the focus', async () => {
    const { promise: asked, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/api/bookings/quote', async (route) => {
      await asked
      await route.continue()
    })
    await dialog.getByRole('radio', { name: 'I have cleaning supplies' }).check()
    await expect(confirm(page)).toBeDisabled()
    await confirm(page).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Updating price…')).toBeVisible()
    await expect(confirm(page)).toBeFocused()
    goOn()
    await expect(confirm(page)).toBeEnabled()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await page.unroute('**/api/bookings/quote')
  })
  await test.step('the sum and the button are in view on a phone', async () => {
    await dialog.getByRole('radio', { name: /brings supplies/ }).check()
    const sum =
      /^3 h: 2\.25 h cleaning × \$\d+ \+ oven \$25 \+ plant watering \$5 \+ supplies \$20$/
    await expect(dialog.getByText(sum)).toBeInViewport({ ratio: 1 })
    await expect(confirm(page)).toBeInViewport({ ratio: 1 })
  })
  await expect(dialog.getByText('Updating price…')).toHaveCount(0)
  const shown = await total('$').textContent()
  await confirm(page).click()
  await page.getByRole('link', { name: 'See your booking' }).click()
  const lines = ['Oven, 30 min', 'Plant watering, 15 min', 'Supplies']
  for (const line of lines) await expect(page.getByText(line, { exact: true })).toBeVisible()
  await expect(page.getByText(`Total ${shown}`)).toBeVisible()

  await test.step('the professional sees the same lines, the home and what they keep', async () => {
    await professionalPage.goto('/dashboard')
    const request = professionalPage.getByRole('article')
    await request.locator('summary').first().press('Enter')
    for (const line of lines) {
      await expect(request.getByText(line, { exact: true })).toBeVisible()
    }
    await expect(request.getByText('Austin, TX 78701', { exact: true }), 'no street').toBeVisible()
    await expect(request.getByText('2 bedrooms')).toBeVisible()
    await expect(request.getByText('Cleaning supplies: You bring them')).toBeVisible()
    await request
      .getByText(/^About \$.+\/hour after drive, supplies and lead$/)
      .last()
      .click()
    await expect(request.getByText(/min of work/)).toBeVisible()
    await expect(request.getByRole('link', { name: 'Services & prices' })).toBeVisible()
  })
})

// rule: search-card, estimate
test('a card of the results has the hours and the total that the booking dialog has for the home', async ({
  page,
}) => {
  await newClient(page)
  const home = { ...HOME, bedrooms: 3, bathrooms: 2 }
  expect((await page.request.post('/api/homes', { data: home })).status()).toBe(200)
  await page.goto(`/search?zip_code=${home.zip_code}`)
  const card = page.getByRole('article').filter({ hasText: 'Grace Walker Cleaning' })
  await expect(card.getByText('for your home, about 3 h', { exact: true })).toBeVisible()
  await expect(card.getByText(/\$42\.00\/hour$/)).toBeVisible()
  const total = await card.getByText(/^\$\d+\.\d\d$/).textContent()
  const profile = await card.getByRole('link', { name: /^Grace Walker/ }).getAttribute('href')
  await page.goto(`${profile}&book=1`)
  await expect(field(page, 'estimated_hours')).toHaveValue('3')
  await expect(dialogOf(page).locator('strong', { hasText: total! })).toBeVisible()
})
