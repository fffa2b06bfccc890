// rule: who-may-name, safety-timer, safety-contact
import { expect } from '@playwright/test'
import { newPair } from '../support/conversation.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { pathInLetter } from '../support/letters.ts'
import { proveAddress } from '../support/prove-address.ts'
import { translationsIn } from '../support/translations.ts'
import { acceptedVisit, inHours } from '../support/visits.ts'

const t = translationsIn('en')

// The link was already used by somebody who does not want letters.
test.use({ expected: [/Failed to load resource/] })

test('a professional names a contact, sets a timer, is safe, and the contact wants no letters', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(90_000)
  const pair = await newPair(page, browser, watch)
  const { professionalPage } = pair
  const id = await acceptedVisit(page, pair, inHours(1))
  await professionalPage.setViewportSize({ width: 390, height: 844 })
  const email = `rosa-${id}@example.com`

  await professionalPage.goto(`/visits/${id}`)
  await professionalPage.getByRole('link', { name: t('safety:add_contact') }).click()
  await professionalPage.getByLabel(t('safety:contact.name')).fill('Rosa Lima')
  await professionalPage.getByLabel(t('safety:contact.email'), { exact: true }).fill(email)
  await expectAccessible(professionalPage)
  const save = professionalPage.getByRole('button', { name: t('safety:contact.save') })
  await save.click()
  await expect(professionalPage.getByText(t('errors:email_not_verified'))).toBeVisible()
  await proveAddress(professionalPage, pair.professional.email)
  await save.click()
  await expect(professionalPage.getByText(t('safety:contact.saved'))).toBeVisible()

  await professionalPage.goto(`/visits/${id}`)
  const safe = professionalPage.getByRole('button', { name: t('safety:safe') })
  await professionalPage.getByLabel(t('safety:check_by')).selectOption({ index: 0 })
  await professionalPage.getByRole('button', { name: t('safety:start') }).click()
  await expect(professionalPage.getByText(/Otherwise we'll tell Rosa Lima/)).toBeVisible()
  await expectAccessible(professionalPage)
  await safe.click()
  await expect(safe).toBeHidden()
  await page.goto(`/visits/${id}`)
  await expect(page.getByRole('heading', { name: t('visits:steps.title') })).toBeVisible()
  await expect(page.getByText(t('safety:title'))).toBeHidden()

  // A client who cancels ends no timer.
  await professionalPage.getByLabel(t('safety:check_by')).selectOption({ index: 2 })
  await professionalPage.getByRole('button', { name: t('safety:start') }).click()
  await expect(safe).toBeVisible()
  const cancel = { data: { status: 'cancelled', reason: 'Only a journey' } }
  expect((await page.request.put(`/api/bookings/${id}/status`, cancel)).status()).toBe(200)
  await professionalPage.reload()
  await expect(professionalPage.getByText(/Otherwise we'll tell Rosa Lima/)).toBeVisible()
  await safe.click()
  await expect(professionalPage.getByText(t('safety:title'))).toBeHidden()

  // The contact opens the link of the letter. Opening it stops nothing.
  const readLink = () => pathInLetter(email, /\/safety\/[\w-]+\?stop=1/)
  await expect.poll(readLink, { timeout: 20_000 }).toBeDefined()
  await page.context().clearCookies()
  await page.goto((await readLink()) ?? '')
  await expectAccessible(page)
  await professionalPage.goto('/settings/safety')
  await expect(professionalPage.getByLabel(t('safety:contact.email'), { exact: true })).toHaveValue(
    email,
  )
  await page.getByRole('button', { name: t('safety:stop.submit') }).click()
  await expect(page.getByText(t('safety:stop.done'))).toBeVisible()
  await professionalPage.reload()
  await professionalPage.getByLabel(t('safety:contact.name')).fill('Rosa Lima')
  await professionalPage.getByLabel(t('safety:contact.email'), { exact: true }).fill(email)
  await save.click()
  await expect(professionalPage.getByText(t('errors:safety_contact_declined'))).toBeVisible()
})
