// rule: booking-again
import { expect } from '@playwright/test'
import { formats } from '#contract/formats.ts'
import { CURRENT_PASSWORD_HEADER, LIVE_PATH } from '#contract/browser-names.ts'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { requestBooking, newClient } from '../support/new-client.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { PASSWORD } from '../support/profile-form.ts'
import { expectStoredIn, storedBooking } from '../support/server/stored-booking.ts'
import { translationsIn } from '../support/translations.ts'
import { AUSTIN_HOME } from '../support/visits.ts'

const t = translationsIn('en')

test.use({ expected: [/Failed to load resource: the server responded with a status of 404/] })

test('a client cannot book a professional again who has deleted their account, and stays on the page', async ({
  page,
  browser,
  baseURL,
}) => {
  const otherContext = await browser.newContext({ baseURL: baseURL ?? '' })
  const professional = await otherContext.newPage()
  const { id } = await subscribedProfessional(professional)
  const ownProfile = await professional.request.get(`/api/professional/profile/${id}`)
  const { profile } = (await ownProfile.json()) as { profile: { slug: string } }
  // Without live events the page does not know of the deletion before the button is pressed.
  await page.routeWebSocket(`**${LIVE_PATH}`, () => {})
  const client = await newClient(page)
  const booking = await requestBooking(page, client, profile.slug)
  await page.request.put(`/api/bookings/${booking}/status`, {
    data: { status: 'cancelled', reason: 'We are moving' },
  })
  await page.goto(`/visits/${booking}`)
  const bookAgain = page.getByRole('button', { name: t('bookings:book_again') })
  await expect(bookAgain).toBeVisible()

  const deletion = await professional.request.delete(`/api/users/${id}`, {
    headers: { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) },
  })
  expect(deletion.ok()).toBe(true)
  await otherContext.close()
  await bookAgain.click()
  await expect(
    page.getByRole('alert').getByText(t('errors:professional_not_accepting')),
  ).toBeVisible()
  await expect(page).toHaveURL(`/visits/${booking}`)
  await expect(page.getByText('Deleted user').first()).toBeVisible()
  await expect(bookAgain).toHaveCount(0)
})

// rule: booking-again, marketplace-panel
test('in each language a returning client books the next free time in two taps, and another one in four, at the price and home that are shown', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const otherContext = await browser.newContext()
  const professional = await otherContext.newPage()
  const { id } = await subscribedProfessional(professional)
  const plan = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
  await professional.request.put(`/api/professional/time/${id}`, { data: { plan } })
  const ownProfile = await professional.request.get(`/api/professional/profile/${id}`)
  const { profile } = (await ownProfile.json()) as { profile: { slug: string } }
  const client = await newClient(page)
  const booking = await requestBooking(page, client, profile.slug, {
    service_type: 'standard',
    cleaning_frequency: 'one_time',
    estimated_hours: 2,
  })
  const answered = await page.request.put(`/api/bookings/${booking}/status`, {
    data: { status: 'cancelled', reason: 'We are moving' },
  })
  expect(answered.ok()).toBe(true)
  // Since then the hour costs more, and the client has saved the home.
  const service = { type: 'standard', hourly_rate: 90, minimum_hours: 1, included: [] }
  const offered = await professional.request.put(`/api/professional/offer/${id}`, {
    data: { offer: { services: [service] }, version: 0 },
  })
  expect(offered.status()).toBe(200)
  const home = await page.request.post('/api/homes', { data: AUSTIN_HOME })
  const { id: homeId } = ((await home.json()) as { home: { id: string } }).home
  await otherContext.close()

  const nextFree = () =>
    page
      .getByRole('list', { name: translationsIn(language)('bookings:slots.next_free') })
      .getByRole('button')
      .first()
  let language: Language = 'en'
  for (language of LANGUAGES.toReversed()) {
    for (const path of [`/visits/${booking}`, '/marketplace']) {
      await page.goto(`${path}?lang=${language}`)
      await expect(nextFree()).toBeVisible()
      if (language === 'en') await expectAccessible(page)
    }
  }

  const confirm = page.getByRole('button', { name: /^Ask Robin for .* · \$180$/ })
  const sent = page.getByRole('dialog', { name: t('bookings:booked.title') })
  const dialog = page.getByRole('dialog')
  // rule: booking-again
  const shownPrice = page.getByRole('listitem').getByText('$180.00')
  await expect(shownPrice).toBeVisible()
  await nextFree().click()
  await expect(dialog.getByRole('heading', { name: t('bookings:book.steps.3') })).toBeFocused()
  await expect(dialog.locator('strong', { hasText: '$180.00' })).toBeVisible()
  const earlier = (await storedBooking(page.request, booking)).total_amount
  expect(earlier).not.toBe(180)
  const lastTime = formats('en').money(earlier)
  await expect(dialog.getByText(t('bookings:price.earlier', { total: lastTime }))).toBeVisible()
  await expect(dialog.getByText(`${AUSTIN_HOME.address}, ${AUSTIN_HOME.city}`)).toBeVisible()
  await confirm.click()
  await expect(sent).toBeVisible()
  const stored = await expectStoredIn(sent, page)
  expect(stored).toMatchObject({ total_amount: 180, home_id: homeId })

  await page.goto('/marketplace?lang=en')
  await page.getByRole('button', { name: t('bookings:book_again') }).click()
  const grids = dialog.getByRole('grid')
  await grids.first().getByRole('gridcell').nth(5).click()
  await grids.last().getByRole('gridcell').nth(1).click()
  await confirm.click()
  await expect(sent).toBeVisible()
  await expectStoredIn(sent, page)
})
