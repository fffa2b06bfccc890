// rule: access-view, access-end, access-log
import { expect } from '@playwright/test'
import { LANGUAGE_CACHE_KEY } from '#contract/product.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { CLIENT_PASSWORD, newClient } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { storedTextsOf } from '../support/stored-texts.ts'
import { translationsIn } from '../support/translations.ts'
import { AUSTIN_HOME } from '../support/visits.ts'

const CODE = 'Gate 4711#'

/** A full hour in less than a day, by the clock of the home. */
function withinADay() {
  const at = new Date(Date.now() + 20 * 3_600_000)
  const [date, time] = at.toLocaleString('sv', { timeZone: 'America/Chicago' }).split(' ')
  return { booking_date: date, booking_time: `${time!.slice(0, 2)}:00` }
}

test.use({ locale: 'en-US', viewport: { width: 390, height: 844 } })

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
  const { id: professional_id } = await subscribedProfessional(professionalPage)
  await other.addCookies([cookie])
  const { id: client_id } = await newClient(page)
  const { home } = (await (
    await page.request.post('/api/homes', { data: AUSTIN_HOME })
  ).json()) as {
    home: { id: string }
  }

  await test.step('the code is saved, and shown again with the password alone', async () => {
    await page.goto(`/homes/${home.id}`)
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
    await page
      .getByRole('button', { name: en('homes:rooms.remove') })
      .first()
      .click()
    await expect(page.locator('div:focus')).toContainText(en('homes:rooms.remove'))
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

  await test.step('the client ends the access, and reads who looked', async () => {
    await page.goto(`/visits/${id}`)
    await page.getByRole('button', { name: en('access:visit.end') }).click()
    await expect(page.getByRole('button', { name: en('access:visit.reopen') })).toBeVisible()
    await expectAccessible(page)
    await expect(professionalPage.getByText(pt('errors:access_ended'))).toBeVisible()
    await page.goto(`/homes/${home.id}`)
    await expect(page.getByText(/Cleaning opened these details/)).toBeVisible()
  })
})
