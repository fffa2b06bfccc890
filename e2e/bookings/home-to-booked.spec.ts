// rule: booking-request, booking-moves
import { expect } from '@playwright/test'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { newEmail, test } from '../support/journey.ts'
import { submitOf } from '../support/booking-dialog.ts'
import { inDays } from '../support/new-client.ts'
import { expectStoredIn } from '../support/server/stored-booking.ts'
import { translationsIn } from '../support/translations.ts'

// In English, by the keyboard alone: e2e/shell/reading-order.spec.ts.
test.use({ locale: 'es-US' })

test('a visitor signs up and books in Spanish, and the professional accepts in Portuguese', async ({
  page,
  context,
  browser,
  baseURL,
  watch,
}) => {
  const language = 'es'
  const professional = DEMO_PEOPLE.ana
  const t = translationsIn(language)
  const cookie = { name: LANGUAGE_CACHE_KEY, value: language, url: baseURL ?? '' }
  await context.addCookies([cookie])
  const name = `${professional.first_name} ${professional.last_name[0]}`

  await page.goto('/')
  const search = page.getByRole('search')
  await search.getByRole('combobox', { name: t('find:zip_code') }).fill(professional.zip)
  await search.getByRole('button', { name: t('find:submit'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/search\\?.*${professional.zip}`))
  await expect(
    page.getByRole('heading', { name: t('find:title', { zip: professional.zip }) }),
  ).toBeVisible()

  await page.getByRole('link', { name: `${t('professionals:view_profile')}: ${name}` }).click()
  await expect(page).toHaveURL(new RegExp(`/professional/${professional.slug}`))
  const card = page.getByRole('region', { name: t('public_profile:booking_title') })
  await card.getByRole('link', { name: t('public_profile:sign_up'), exact: true }).click()

  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field(t('identity:first_name')).fill('Robin')
  await field(t('identity:last_name')).fill('Journey')
  await field(t('identity:email')).fill(newEmail())
  await field(t('identity:phone')).fill('512-555-0177')
  await field(t('identity:password')).fill('polished floors 7')
  await page.getByRole('button', { name: t('identity:register.submit') }).click()

  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  await expect(dialog).toBeVisible()
  const dialogField = (label: string) => dialog.getByLabel(label, { exact: true })
  const time = '16:30'
  const address = `${Date.now() % 10_000} Journey Lane`
  await submitOf(dialog).click()
  await dialog.getByRole('button', { name: t('bookings:slots.ask') }).click()
  await dialogField(t('bookings:book.date')).fill(inDays(40))
  await dialogField(t('bookings:book.time')).fill(time)
  await submitOf(dialog).click()
  await expect(dialogField(t('homes:address.zip'))).toHaveValue(professional.zip)
  await expect(dialogField(t('homes:address.city'))).toHaveValue('Boston')
  await dialogField(t('homes:address.street')).fill(address)
  // A request does not show the street.
  await dialog.locator('[name=notes]').fill(`Timbre: ${address}`)
  await submitOf(dialog).click()

  const sent = page.getByRole('dialog', { name: t('bookings:booked.title') })
  await expect(sent.getByText(t('bookings:booked.next'))).toBeVisible()
  const stored = await expectStoredIn(sent, page, language)
  expect(stored).toMatchObject({ booking_date: inDays(40), booking_time: time, address })
  await sent.getByRole('link', { name: t('bookings:booked.my_booking') }).click()
  await expect(page.getByText(t('bookings:phase.requested'), { exact: true })).toBeVisible()

  const other = await browser.newContext({ locale: 'pt-BR' })
  await watch(other)
  await other.addCookies([cookie])
  const otherPage = await other.newPage()
  await otherPage.goto('/login')
  await otherPage.getByLabel(t('identity:email'), { exact: true }).fill(professional.email)
  await otherPage.getByLabel(t('identity:password'), { exact: true }).fill(DEMO_PASSWORD)
  await otherPage.getByRole('button', { name: t('identity:login.submit'), exact: true }).click()
  await expect(otherPage).toHaveURL(/\/dashboard$/)
  // A new device has the language of the account.
  const theirs = translationsIn(professional.language)
  const request = otherPage.getByRole('article').filter({ hasText: address })
  await request.getByRole('button', { name: theirs('dashboard:answer.accept') }).click()
  await expect(otherPage.getByText(theirs('dashboard:answer.accepted'))).toBeVisible()
  await other.close()

  await page.reload()
  await expect(page.getByText(t('bookings:phase.confirmed'), { exact: true })).toBeVisible()
})
