// rule: access-details, access-log, confirmation
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { CLIENT_PASSWORD, newClient } from '../support/new-client.ts'
import { openGroup } from '../support/open-group.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { PASSWORD } from '../support/profile-form.ts'
import { storedTextsOf } from '../support/server/stored-texts.ts'
import { translationsIn } from '../support/translations.ts'
import { AUSTIN_HOME } from '../support/visits.ts'

const CODE = 'Gate 4711#'

/** A full hour in less than a day, by the clock of the home. */
function withinADay() {
  const at = new Date(Date.now() + 20 * 3_600_000)
  const [date, time] = at.toLocaleString('sv', { timeZone: 'America/Chicago' }).split(' ')
  return { booking_date: date, booking_time: `${time!.slice(0, 2)}:00` }
}

test.use({
  locale: 'en-US',
  viewport: { width: 390, height: 844 },
  // The first look of a professional with a second factor is refused: it asks for a confirmation.
  expected: [/Failed to load resource/],
})

/** Switches codes from an app on, and signs in again. Returns a recovery code that was not used. */
async function protect(page: Page, { id, email }: { id: string; email: string }): Promise<string> {
  const post = async (path: string, data: object = {}) =>
    (await page.request.post(path, { data })).json() as Promise<Record<string, never>>
  await post('/api/auth/confirm', { password: PASSWORD })
  const begun = await post(`/api/users/${id}/totp`)
  const code = generateSync({ secret: String(begun['secret']) })
  const on = await post(`/api/users/${id}/totp/confirm`, { code })
  const [first, second] = on['recovery_codes'] as unknown as string[]
  await page.request.post('/api/auth/logout')
  const { second_factor } = await post('/api/login', { email, password: PASSWORD })
  const { attempt } = second_factor as unknown as { attempt: string }
  await post('/api/login/second-factor', { attempt, recovery_code: first })
  return second!
}

test('a client saves a code, the professional reads it on the day, and the client ends access', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  test.setTimeout(90_000)
  const [en, pt] = [translationsIn('en'), translationsIn('pt')]
  const other = await browser.newContext({
    locale: 'pt-BR',
    viewport: { width: 390, height: 844 },
  })
  await watch(other)
  const cookie = { name: LANGUAGE_CACHE_KEY, value: 'pt', url: baseURL ?? '' }
  const professionalPage = await other.newPage()
  const professional = await subscribedProfessional(professionalPage)
  const professional_id = professional.id
  await other.addCookies([cookie])
  const { id: client_id } = await newClient(page)
  const { home } = (await (
    await page.request.post('/api/homes', { data: AUSTIN_HOME })
  ).json()) as {
    home: { id: string }
  }

  await test.step('the code is saved, and shown again with the password alone', async () => {
    await page.goto(`/homes/${home.id}`)
    await openGroup(page, en('access:title'))
    const name = en('access:fields.door_code')
    const change = page.getByRole('button', { name: `${en('access:change')}: ${name}` })
    await change.click()
    await page.getByRole('button', { name: en('access:cancel'), exact: true }).click()
    await expect(change).toBeFocused()
    await change.click()
    const value = page.getByLabel(name, { exact: true })
    await page.getByRole('button', { name: en('access:save'), exact: true }).click()
    await expect(page.getByText(en('access:value_missing'))).toBeVisible()
    await expect(value).toBeFocused()
    await value.fill(CODE)
    await page.getByRole('button', { name: en('access:save'), exact: true }).click()
    await expect(page.getByText('••••')).toBeVisible()
    await expect(change).toBeFocused()
    await page.getByRole('button', { name: en('access:show'), exact: true }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.locator('[type=password]').fill(CLIENT_PASSWORD)
    await dialog.getByRole('button', { name: en('access:show'), exact: true }).click()
    await expect(page.getByText(CODE)).toBeVisible()
    expect(await storedTextsOf(page, [CODE])).toEqual([])
    await expectAccessible(page)
    const rooms = page.getByRole('region', { name: en('homes:rooms.title') })
    await rooms.locator('summary').filter({ hasText: 'Kitchen' }).click()
    await rooms.getByRole('button', { name: en('homes:rooms.remove') }).click()
    await expect(page.locator('div:focus')).toContainText('Bedroom')
  })

  const booked = await page.request.post('/api/bookings', {
    data: {
      client_id,
      professional_id,
      home_id: home.id,
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      notes: '',
      estimated_hours: 2,
      total_amount: 100,
      ...withinADay(),
    },
  })
  expect(await booked.text()).toContain('"id"')
  const { id } = (await booked.json()) as { id: string }
  const accept = { data: { status: 'accepted' } }
  const accepted = await professionalPage.request.put(`/api/bookings/${id}/status`, accept)
  expect(accepted.status()).toBe(200)

  await test.step('the professional sees it, until they leave the screen', async () => {
    await professionalPage.goto(`/visits/${id}`)
    const show = professionalPage.getByRole('button', { name: pt('access:visit.show') })
    await show.click()
    await expect(professionalPage.getByText(CODE)).toBeVisible()
    expect(await storedTextsOf(professionalPage, [CODE])).toEqual([])
    await expectAccessible(professionalPage)
    await professionalPage.reload()
    await expect(show).toBeVisible()
    await expect(professionalPage.getByText(CODE)).toHaveCount(0)
  })

  await test.step('with codes from an app, a session alone shows no code', async () => {
    const recoveryCode = await protect(professionalPage, professional)
    await professionalPage.reload()
    await professionalPage.getByRole('button', { name: pt('access:visit.show') }).click()
    const dialog = professionalPage.getByRole('dialog', { name: pt('security:confirm.title') })
    await expectAccessible(professionalPage)
    await expect(professionalPage.getByText(CODE)).toHaveCount(0)
    await dialog.getByLabel(pt('account:confirm_password'), { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: pt('security:use_recovery_code') }).click()
    await dialog.getByLabel(pt('security:recovery_code')).fill(recoveryCode)
    await professionalPage.keyboard.press('Enter')
    await expect(professionalPage.getByText(CODE)).toBeVisible()
  })

  await test.step('the client ends the access, and reads who looked', async () => {
    await page.goto(`/visits/${id}`)
    await page.getByRole('button', { name: en('access:visit.end') }).click()
    await expect(page.getByRole('button', { name: en('access:visit.reopen') })).toBeVisible()
    await expectAccessible(page)
    await expect(professionalPage.getByText(pt('errors:access_ended'))).toBeVisible()
    await page.goto(`/homes/${home.id}`)
    // The look that was refused is none.
    await expect(page.getByText(/Cleaning opened these details/)).toHaveCount(2)
  })
})
