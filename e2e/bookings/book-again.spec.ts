// rule: booking-again
import { expect } from '@playwright/test'
import { CURRENT_PASSWORD_HEADER } from '#contract/product.ts'
import { requestBooking, newClient } from '../support/new-client.ts'
import { test } from '../support/journey.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { PASSWORD } from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

test.use({ expected: [/Failed to load resource: the server responded with a status of 404/] })

test('a client cannot book a professional again who has deleted their account, and stays on the list', async ({
  page,
  browser,
  baseURL,
}) => {
  const otherContext = await browser.newContext({ baseURL: baseURL ?? '' })
  const professional = await otherContext.newPage()
  const { id } = await subscribedProfessional(professional)
  const ownProfile = await professional.request.get(`/api/professional/profile/${id}`)
  const { profile } = (await ownProfile.json()) as { profile: { slug: string } }
  const client = await newClient(page)
  const booking = await requestBooking(page, client, profile.slug)
  await page.request.put(`/api/bookings/${booking}/status`, {
    data: { status: 'cancelled', reason: 'We are moving' },
  })
  await page.goto('/bookings')
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
  await expect(page).toHaveURL(/\/bookings$/)
  await expect(page.getByText('Deleted user').first()).toBeVisible()
  await expect(bookAgain).toHaveCount(0)
})
