// rule: slot-picker
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { formatDate } from '#contract/date-formats.ts'
import { LANGUAGES } from '#contract/product.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { answerWith } from '../support/server/answer-with.ts'
import { hold } from '../support/server/hold.ts'
import { submitOf } from '../support/booking-dialog.ts'
import { expectAccessible, readIn, test } from '../support/journey.ts'
import { newClient } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { expectStoredIn } from '../support/server/stored-booking.ts'
import { translationsIn } from '../support/translations.ts'

const SLOTS = '**/api/professional/slots/**'
const DAY_MS = 86_400_000

/** The date in `days` days at the home. */
const dateAtHome = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv', { timeZone: 'America/Chicago' })

/**
 * A professional who works every day from 9:00 to 12:00, apart from `off`; then the page is signed in as a new client.
 */
async function openDialog(page: Page, change: object = {}, off: readonly object[] = []) {
  const { id } = await subscribedProfessional(page)
  const plan = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
  const saved = await page.request.put(`/api/professional/time/${id}`, {
    data: { plan, ...change },
  })
  expect(saved.status()).toBe(200)
  for (const hours of off) {
    const data = { kind: 'off', ...hours }
    await page.request.post(`/api/professional/time/${id}/exceptions`, { data })
  }
  await newClient(page)
  const view = await page.request.get(`/api/professional/public-view/${id}`)
  const { professional } = (await view.json()) as { professional: { slug: string } }
  return `/professional/${professional.slug}?book=1`
}

test.describe(() => {
  test.use({ locale: 'pt-BR' })

  test('a client chooses a free time by keyboard, in Portuguese', async ({
    page,
    context,
    baseURL,
  }) => {
    const t = translationsIn('pt')
    await context.addCookies([{ name: LANGUAGE_CACHE_KEY, value: 'pt', url: baseURL ?? '' }])
    await page.setViewportSize({ width: 390, height: 844 })
    const [dayOff, shortDay] = [dateAtHome(3), dateAtHome(4)]
    const off = [
      { from_date: dayOff, to_date: dayOff },
      { from_date: shortDay, to_date: shortDay, from: '09:00', to: '11:00' },
    ]
    await page.goto(`${await openDialog(page, {}, off)}&zip_code=78701`)
    const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
    const days = dialog.getByRole('grid', { name: t('bookings:slots.days_label') })
    await submitOf(dialog).press('Enter')
    await expect(dialog.getByRole('heading', { name: t('bookings:book.steps.2') })).toBeFocused()
    await expect(days.getByRole('gridcell')).toHaveCount(14)

    await page.keyboard.press('Tab')
    const start = days.locator('[tabindex="0"]')
    for (let tabs = 0; tabs < 3 && !(await isFocused(start)); tabs++) {
      await page.keyboard.press('Tab')
    }
    await expect(start).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect(days.getByRole('gridcell').first()).toBeVisible()
    await expect(days.locator('[tabindex="0"]')).toBeFocused()
    const said = dialog.getByRole('status').nth(1)
    const open = (days: number) =>
      t('bookings:slots.open', { day: formatDate('pt', dateAtHome(days)), count: 3 })
    await expect(said).toHaveText(open(14))
    await page.keyboard.press('PageUp')
    const cells = days.getByRole('gridcell')
    for (const [index, date, key] of [
      [3, dayOff, 'bookings:slots.off'],
      [4, shortDay, 'bookings:slots.short'],
    ] as const) {
      const name = t(key, { day: formatDate('pt', date) })
      await expect(cells.nth(index)).toHaveAccessibleName(name)
    }
    await page.keyboard.press('Home')
    for (const index of [1, 2, 3, 4]) {
      await page.keyboard.press('ArrowRight')
      await expect(cells.nth(index)).toBeFocused()
    }
    for (const cell of [cells.nth(3), cells.nth(4)]) {
      await expect(cell).toHaveAttribute('aria-disabled', 'true')
    }
    await page.keyboard.press('Enter')
    await expect(cells.nth(4)).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect(said).toHaveText(open(14))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(days.getByRole('gridcell').nth(8)).toBeFocused()
    await page.keyboard.press('Enter')

    // The days stay above the times.
    await expect(cells).toHaveCount(14)
    const times = dialog.getByRole('grid').last()
    const cell = times.getByRole('gridcell')
    await expect(cell).toHaveCount(3)
    await expect(cell.first()).toBeFocused()
    await expect(said).toHaveText(open(22))
    await page.keyboard.press('Escape')
    await expect(days.getByRole('gridcell').nth(8)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(cell.first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(cell.nth(2)).toBeFocused()
    await page.keyboard.press('Space')
    // rule: booking-dialog
    await expect(dialog.getByRole('heading', { name: t('bookings:book.steps.3') })).toBeFocused()
    const request = t('bookings:book.request', { name: '' }).split('.')[0]!
    await expect(dialog.getByText(request)).toBeVisible()
    await dialog.getByRole('button', { name: t('bookings:book.back') }).press('Enter')
    await expect(cell.nth(2)).toHaveAttribute('aria-selected', 'true')
    await expect(said).toContainText(t('bookings:slots.chosen', { when: '' }).trim())
    await submitOf(dialog).press('Enter')

    await dialog.getByLabel(t('homes:address.street'), { exact: true }).fill('100 Congress Ave')
    await expect(dialog.getByLabel(t('homes:address.city'), { exact: true })).toHaveValue('Austin')
    await submitOf(dialog).click()
    const sent = page.getByRole('dialog', { name: t('bookings:booked.title') })
    await expect(sent.getByText(t('bookings:booked.next'))).toBeVisible()
    const { booking_date } = await expectStoredIn(sent, page, 'pt')
    expect(booking_date).toBe(dateAtHome(22))
  })
})

const isFocused = (cell: ReturnType<Page['locator']>) =>
  cell.evaluate((node) => node === document.activeElement)

test('a time is asked for that is not offered, and the free times come back', async ({ page }) => {
  const t = translationsIn('en')
  await page.goto(`${await openDialog(page)}&zip_code=78701`)
  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  await submitOf(dialog).click()
  await dialog.getByRole('button', { name: t('bookings:slots.ask') }).click()
  await expect(dialog.locator('[name=booking_date]')).toBeVisible()
  await expect(dialog.locator('[name=booking_time]')).toBeVisible()
  await dialog.locator('[name=booking_date]').fill(dateAtHome(5))
  await dialog.locator('[name=booking_time]').fill('05:00')
  await page.reload()
  await expect(dialog.locator('[name=booking_time]')).toHaveValue('05:00')
  await submitOf(dialog).click()
  await expect(dialog.getByText(t('bookings:book.outside', { name: 'Robin' }))).toBeVisible()
  await dialog.getByRole('button', { name: t('bookings:book.back') }).click()
  await dialog.getByRole('button', { name: t('bookings:slots.back') }).click()
  await test.step('beside them it is said not to be free, and does not lead on', async () => {
    const problem = t('bookings:slots.not_free', { time: '5:00 AM' })
    await expect(
      dialog.getByText(t('bookings:slots.nearest', { problem, time: '9:00 AM' })),
    ).toBeVisible()
    await submitOf(dialog).click()
    const take = t('bookings:slots.take', { time: '9:00 AM' })
    await expect(dialog.getByRole('button', { name: take })).toBeFocused()
  })

  // rule: booking-dialog
  await test.step('closed while it is sent, a toast says what has become of it', async () => {
    // The day that was typed is open.
    await dialog.getByRole('grid').last().getByRole('gridcell').last().click()
    await dialog.getByLabel(t('homes:address.street'), { exact: true }).fill('100 Congress Ave')
    await expect(dialog.getByLabel(t('homes:address.city'), { exact: true })).toHaveValue('Austin')
    await answerWith(page, '**/api/bookings', (answer: object) => ({ ...answer, instant: true }))
    const held = await hold(page, '**/api/bookings')
    await submitOf(dialog).click()
    await expect(page.getByText(t('bookings:book.sending_help'))).toBeVisible()
    await page.keyboard.press('Escape')
    held.release()
    await expect(page.getByText(t('bookings:booked.at_once'), { exact: true })).toBeVisible()
  })
})

test('without a ZIP, the dialog asks for it; who takes no other times offers no fields', async ({
  page,
}) => {
  const t = translationsIn('en')
  await page.goto(await openDialog(page, { rules: { only_inside_hours: true } }))
  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  const ask = dialog.getByRole('button', { name: t('bookings:slots.ask') })
  await submitOf(dialog).click()
  await expect(dialog.getByText(t('bookings:slots.need_zip'))).toBeVisible()
  await submitOf(dialog).click()
  await expect(dialog.locator('[name=zip_code]')).toBeFocused()
  await expect(dialog.locator('[name=zip_code]')).toHaveAccessibleDescription(
    t('errors:zip_required'),
  )
  await expect(ask).toHaveCount(0)
  const held = await hold(page, SLOTS)
  await dialog.locator('[name=zip_code]').fill('78701')
  await expect(dialog.locator('[aria-busy=true]').getByText(t('app:loading'))).toBeAttached()
  await expect(ask).toHaveCount(0)
  held.release()
  await expect(dialog.getByRole('grid')).toHaveCount(2)
  await expect(ask).toHaveCount(0)
  await dialog.getByRole('grid').last().getByRole('gridcell').first().click()
  await page.reload()
  await expect(dialog.getByText(/, 9:00 AM$/).first()).toBeVisible()
  await dialog.getByRole('button', { name: t('bookings:book.back') }).click()
  await expect(dialog.getByRole('gridcell', { selected: true })).toHaveCount(2)
  await expect(dialog.locator('[name=booking_date]')).toHaveCount(0)
})

test('two weeks without a free time name the next one, and it leads there', async ({ page }) => {
  const t = translationsIn('en')
  const rules = { notice_hours: 336 }
  await page.goto(`${await openDialog(page, { rules })}&zip_code=78701`)
  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  await submitOf(dialog).click()
  const why = dialog.getByText(t('bookings:slots.why.soon', { name: 'Robin' }))
  await expect(why).toBeVisible()
  await test.step('the buttons of the fortnights keep the focus', async () => {
    for (const [button, cells] of [
      ['later', /free time/],
      ['earlier', /not enough notice/],
    ] as const) {
      await dialog.getByRole('button', { name: t(`bookings:slots.${button}`) }).press('Enter')
      await expect(dialog.getByRole('gridcell', { name: cells }).nth(11)).toBeVisible()
      await expect(
        dialog.getByRole('button', { name: t(`bookings:slots.${button}`) }),
      ).toBeFocused()
    }
  })
  await dialog.getByRole('button', { name: /^Next free: / }).click()
  await expect(why).toHaveCount(0)
  await expect(dialog.getByRole('gridcell', { name: /3 free times/ }).first()).toBeVisible()
})

test.describe(() => {
  test.use({ expected: [/503/] })

  test('when the free times cannot be loaded, the fields are there and one can try again', async ({
    page,
  }) => {
    const t = translationsIn('en')
    const path = await openDialog(page)
    await page.route(SLOTS, (route) => route.fulfill({ status: 503, json: { detail: 'down' } }))
    await page.goto(`${path}&zip_code=78701`)
    const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
    await submitOf(dialog).click()
    await expect(dialog.getByText(t('bookings:slots.failed'))).toBeVisible({ timeout: 15_000 })
    await expect(dialog.locator('[name=booking_date]')).toBeVisible()
    await page.unroute(SLOTS)
    await dialog.getByRole('button', { name: t('loading:try_again') }).click()
    await expect(dialog.getByRole('grid')).toHaveCount(2)
  })
})

test('a visit that is longer than every stretch of hours is said to be so, and no day is called full', async ({
  page,
}) => {
  await page.goto(`${await openDialog(page)}&zip_code=78701`)
  for (const language of LANGUAGES) {
    const t = translationsIn(language)
    await readIn(page, language)
    const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
    const hours = dialog.locator('[name=estimated_hours]')
    if (language === 'en') {
      await hours.selectOption('6')
      await submitOf(dialog).click()
    }
    const first = 'Robin'
    await expect(
      dialog.getByText(t('bookings:slots.too_long.stretch', { name: first })),
    ).toBeVisible()
    const full = t('bookings:slots.full', { day: '' })
    await expect(dialog.getByRole('gridcell')).toHaveCount(14)
    await expect(dialog.getByRole('gridcell', { name: full })).toHaveCount(0)
    await expect(dialog.getByRole('gridcell', { disabled: true })).toHaveCount(14)
  }
})

// rule: slot-picker, booking-dialog
test('a chosen time stays; a later choice that breaks it is told with the nearest free one', async ({
  page,
}) => {
  const t = translationsIn('en')
  await page.goto(`${await openDialog(page)}&zip_code=78701`)
  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  const hours = dialog.locator('[name=estimated_hours]')
  const times = dialog.getByRole('grid').last().getByRole('gridcell')
  const back = dialog.getByRole('button', { name: t('bookings:book.back') })
  await submitOf(dialog).click()
  await test.step('a missing time is named, and its message goes once it is chosen', async () => {
    await expect(times).toHaveCount(3)
    await submitOf(dialog).click()
    await expect(dialog.getByText(t('errors:time_invalid'))).toBeVisible()
    await expect(dialog.getByText(t('errors:date_invalid'))).toHaveCount(0)
    await times.first().click()
    await back.click()
    await expect(dialog.getByText(t('errors:time_invalid'))).toHaveCount(0)
  })
  await test.step('a time that still fits stays', async () => {
    await back.click()
    await hours.selectOption('3')
    await submitOf(dialog).click()
    await expect(times).toHaveText([/9:00/])
    await expect(times.first()).toHaveAttribute('aria-selected', 'true')
    await back.click()
    await hours.selectOption('2')
    await submitOf(dialog).click()
  })
  await times.last().click()
  await test.step('one that is too short is named with the nearest free one, which is offered', async () => {
    await back.click()
    await back.click()
    await hours.selectOption('3')
    await submitOf(dialog).click()
    const problem = t('bookings:slots.too_short', { time: '10:00 AM', hours: '3' })
    const told = dialog.getByText(t('bookings:slots.nearest', { problem, time: '9:00 AM' }))
    await expect(told).toBeInViewport()
    await submitOf(dialog).click()
    const take = dialog.getByRole('button', {
      name: t('bookings:slots.take', { time: '9:00 AM' }),
    })
    await expect(take).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/, 9:00 AM$/).first()).toBeVisible()
    await back.click()
    await expect(told).toHaveCount(0)
  })
})

// rule: free-times
test('a client reads through which break the professional works, above the times and before sending', async ({
  page,
}) => {
  const plan = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, from: '09:00', to: '12:00' },
    { weekday, from: '12:30', to: '16:00' },
  ])
  const address = await openDialog(page, { plan, rules: { over_breaks: true } })
  await page.goto(`${address}&zip_code=78701`)
  const dialog = page.getByRole('dialog', { name: 'Book Service' })
  const text = dialog.getByText(/^\S+ works through the break from 12:00 PM to 12:30 PM\.$/)
  await dialog.locator('[name=estimated_hours]').selectOption('6')
  await submitOf(dialog).click()
  await expect(text).toBeVisible()
  await dialog.getByRole('gridcell', { name: '9:30 AM to 3:30 PM' }).click()
  await expect(dialog.getByRole('heading', { name: 'Confirm Booking' })).toBeVisible()
  await expect(text).toBeVisible()
})
