// rule: home-of-booking, estimate, booking-extras, work-agreement, access-details, visit-view, checklist
// rule: press-queue, settle-hours, receipts
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { confirm, dialogOf, field, typeTime } from '../support/booking-dialog.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { newClient } from '../support/new-client.ts'
import { openGroup } from '../support/open-group.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { translationsIn } from '../support/translations.ts'
import { AUSTIN_HOME, inHours } from '../support/visits.ts'

const [en, pt] = [translationsIn('en'), translationsIn('pt')]
const PHONE = { width: 390, height: 844 }
const CODE = 'Gate 4711#'

/** The home takes 30 + 20 + 25 minutes, the extras 30: 2 hours. */
const OFFER = {
  services: [],
  supplies: { brings: 'no', price: null },
  extras: [
    { code: 'oven', minutes: 15, price: 25 },
    { name: 'Plant watering', minutes: 15, price: 5 },
  ],
}

test.use({
  locale: 'en-US',
  viewport: PHONE,
  expected: [/Failed to load resource|WebSocket connection|could not be (counted|loaded)/],
})

test('from the saved home to the receipt, on a client’s English and a professional’s Portuguese phone', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  test.setTimeout(120_000)
  const phone = await browser.newContext({ locale: 'pt-BR', viewport: PHONE })
  await watch(phone)
  const professionalPage = await phone.newPage()
  const { id: professionalId } = await subscribedProfessional(professionalPage)
  const offer = `/api/professional/offer/${professionalId}`
  const offered = await professionalPage.request.put(offer, { data: { offer: OFFER, version: 0 } })
  expect(offered.status()).toBe(200)
  await phone.addCookies([{ name: LANGUAGE_CACHE_KEY, value: 'pt', url: baseURL ?? '' }])
  const view = await professionalPage.request.get(`/api/professional/public-view/${professionalId}`)
  const { slug } = ((await view.json()) as { professional: { slug: string } }).professional
  const client = await newClient(page)

  await test.step('the client saves a home, and the code of its door', async () => {
    await page.goto('/homes')
    await page.getByRole('link', { name: en('homes:add') }).click()
    for (const name of ['address', 'zip_code', 'city'] as const) {
      await page.locator(`[name=${name}]`).fill(AUSTIN_HOME[name])
    }
    await expect(page.locator('[name=state]')).toHaveValue(AUSTIN_HOME.state)
    await page.locator('[name=bedrooms]').selectOption(String(AUSTIN_HOME.bedrooms))
    await page.locator('[name=bathrooms]').selectOption(String(AUSTIN_HOME.bathrooms))
    await page.getByRole('button', { name: en('homes:save') }).click()
    await openGroup(page, en('access:title'))
    const door = en('access:fields.door_code')
    await page.getByRole('button', { name: `${en('access:change')}: ${door}` }).click()
    await page.getByLabel(door, { exact: true }).fill(CODE)
    await page.getByRole('button', { name: en('access:save'), exact: true }).click()
    await expect(page.getByText('••••')).toBeVisible()
  })

  await test.step('the client books the estimated hours with two extras', async () => {
    const dialog = dialogOf(page)
    await page.goto(`/professional/${slug}?book=1`)
    await dialog.getByRole('checkbox', { name: /^Oven .*\+15 min$/ }).check()
    await dialog.getByRole('checkbox', { name: /^Plant watering .*\+15 min$/ }).check()
    await expect(
      dialog.getByText('1.25 h cleaning + extras 30 min, rounded up to 2 hours.'),
    ).toBeVisible()
    await expect(field(page, 'estimated_hours')).toHaveValue('2')
    const { booking_date, booking_time } = inHours(1)
    await typeTime(page, booking_date, booking_time)
    await expect(dialog.getByText(en('bookings:price.updating'))).toHaveCount(0)
    await confirm(page).click()
    await expect(page.getByRole('link', { name: en('bookings:booked.my_booking') })).toBeVisible()
  })
  const list = await page.request.get(`/api/bookings/client/${client.id}`)
  const { bookings } = (await list.json()) as { bookings: { id: string }[] }
  const { id } = bookings[0]!
  await test.step('the professional accepts', async () => {
    await professionalPage.goto('/dashboard')
    await professionalPage.getByRole('button', { name: pt('dashboard:answer.accept') }).click()
    await expect(professionalPage.getByText(pt('dashboard:answer.accepted'))).toBeVisible()
  })

  const agree = async (one: Page, t: typeof en) => {
    await one.goto(`/visits/${id}`)
    await one.getByRole('link', { name: t('agreements:part.read_and_agree') }).click()
    await one.getByRole('button', { name: t('agreements:agree') }).click()
    await expect(one.getByRole('button', { name: t('agreements:agree') })).toHaveCount(0)
    await one.getByRole('link', { name: t('agreements:back') }).click()
  }
  await test.step('both agree', async () => {
    await agree(page, en)
    await agree(professionalPage, pt)
  })

  const press = (name: string) =>
    professionalPage.getByRole('button', { name, exact: true }).first().click()
  await test.step('the professional reads the code and sets off, and the client sees it', async () => {
    await press(pt('access:visit.show'))
    await expect(professionalPage.getByText(CODE)).toBeVisible()
    await press(pt('visits:eta.about', { minutes: 20 }))
    await press(pt('visits:press.on_my_way'))
    await expect(page.getByText(/is on the way, about 20 min/)).toBeVisible()
  })

  await test.step('arrival, start and a task without a connection', async () => {
    await phone.setOffline(true)
    await press(pt('visits:press.arrived'))
    await press(pt('visits:press.started'))
    const task = professionalPage.getByRole('checkbox').first()
    await task.click()
    await expect(
      professionalPage.getByText(pt('visits:queue.waiting', { count: 3 }), { exact: true }),
    ).toBeVisible()
    await phone.setOffline(false)
    await expect(page.getByText(/has started/)).toBeVisible()
    await expect(professionalPage.getByText(pt('visits:queue.waits'))).toHaveCount(0)
    await expect(task).toBeChecked()
  })

  await test.step('it took 2.5 hours, and the client agrees', async () => {
    await professionalPage.getByLabel(pt('hours:finish.time')).selectOption('30')
    await press(pt('visits:press.finished'))
    await expect(
      professionalPage.getByText(pt('hours:finish.short', { worked: '30 min', booked: '2 h' })),
    ).toBeFocused()
    await expectAccessible(professionalPage)
    await press(pt('hours:finish.short_no'))
    await professionalPage.getByLabel(pt('hours:finish.time')).selectOption('150')
    await press(pt('visits:press.finished'))
    await expect(page.getByText(/^The visit ran 30 min over\. Pay /)).toBeVisible()
    await page.getByRole('button', { name: en('hours:yes') }).click()
    await expect(page.getByText(en('hours:settled.client_yes'))).toBeVisible()
  })

  await test.step('both read the same receipt', async () => {
    await page.getByRole('link', { name: /^Receipt V-/ }).click()
    await professionalPage.getByRole('link', { name: /^Recibo V-/ }).click()
    await expect(page.getByText(en('hours:receipt.tax'))).toBeVisible()
    await expect(professionalPage.getByText(pt('hours:receipt.tax'))).toBeVisible()
    await expect(page.getByText(/ of cleaning and 30 min for the extras$/)).toBeVisible()
    await expect(professionalPage.getByText(/ de limpeza e 30 min para os extras$/)).toBeVisible()
    const number = (await page.getByText(/^V-\d+$/).textContent())!
    await expect(professionalPage.getByText(number, { exact: true })).toBeVisible()
    for (const one of [page, professionalPage]) {
      await expect(one.getByText('Plant watering, 15 min')).toBeVisible()
    }
    await expect(page.getByText(/^2 h × \$/)).toBeVisible()
  })
})
