// rule: slot-picker
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { formatDate } from '#contract/date-formats.ts'
import { LANGUAGES } from '#contract/product.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { answerWith } from '../support/server/answer-with.ts'
import { hold } from '../support/server/hold.ts'
import { readIn, test } from '../support/journey.ts'
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
    await expect(days.getByRole('gridcell')).toHaveCount(14)
    // rule: confirm-action
    const request = t('bookings:book.request', { name: '' }).split('.')[0]!
    await expect(dialog.getByText(request)).toHaveCount(0)

    await page.keyboard.press('Tab')
    const start = days.locator('[tabindex="0"]')
    for (let tabs = 0; tabs < 3 && !(await isFocused(start)); tabs++) {
      await page.keyboard.press('Tab')
    }
    await expect(start).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect(days.getByRole('gridcell').first()).toBeVisible()
    await expect(days.locator('[tabindex="0"]')).toBeFocused()
    const said = dialog.getByRole('status').first()
    await expect(said).toHaveText(t('bookings:slots.count', { count: 42 }))
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
    await expect(cells).toHaveCount(14)
    await page.keyboard.press('PageDown')
    await expect(said).toHaveText(t('bookings:slots.count', { count: 42 }))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(days.getByRole('gridcell').nth(8)).toBeFocused()
    await page.keyboard.press('Enter')

    const times = dialog.getByRole('grid')
    const cell = times.getByRole('gridcell')
    await expect(cell).toHaveCount(3)
    await expect(cell.first()).toBeFocused()
    const day = formatDate('pt', dateAtHome(22))
    await expect(said).toHaveText(t('bookings:slots.open', { day, count: 3 }))
    await page.keyboard.press('Escape')
    await expect(days.getByRole('gridcell').nth(8)).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: t('bookings:slots.other_day') }).press('Enter')
    await expect(days.getByRole('gridcell').nth(8)).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await expect(cell.nth(2)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(cell.nth(2)).toHaveAttribute('aria-selected', 'true')
    await expect(dialog.getByRole('status').first()).toContainText(
      t('bookings:slots.chosen', { when: '' }).trim(),
    )
    await expect(dialog.getByText(request)).toBeVisible()

    await dialog.getByLabel(t('bookings:book.address'), { exact: true }).fill('100 Congress Ave')
    await expect(dialog.getByLabel(t('bookings:book.city'), { exact: true })).toHaveValue('Austin')
    await dialog.getByRole('button', { name: t('bookings:book.send') }).click()
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
  await dialog.getByRole('button', { name: t('bookings:slots.ask') }).click()
  await expect(dialog.locator('[name=booking_date]')).toBeVisible()
  await expect(dialog.locator('[name=booking_time]')).toBeVisible()
  await dialog.locator('[name=booking_date]').fill(dateAtHome(5))
  await dialog.locator('[name=booking_time]').fill('05:00')
  await page.reload()
  await expect(dialog.locator('[name=booking_time]')).toHaveValue('05:00')
  await expect(dialog.getByText(t('bookings:book.outside', { name: 'Robin' }))).toBeVisible()
  await dialog.getByRole('button', { name: t('bookings:slots.back') }).click()
  await expect(dialog.getByRole('grid')).toBeVisible()
  await dialog.getByRole('button', { name: t('bookings:book.confirm') }).click()
  // The day that was typed is open, so that only a time is missing.
  await expect(dialog.getByText(t('errors:time_invalid'))).toBeVisible()

  // rule: booking-dialog-states
  await test.step('closed while it is sent, a toast says what has become of it', async () => {
    // The day that was typed is open.
    await dialog.getByRole('gridcell').last().click()
    await dialog.getByLabel(t('bookings:book.address'), { exact: true }).fill('100 Congress Ave')
    await expect(dialog.getByLabel(t('bookings:book.city'), { exact: true })).toHaveValue('Austin')
    await answerWith(page, '**/api/bookings', (answer: object) => ({ ...answer, instant: true }))
    const held = await hold(page, '**/api/bookings')
    await dialog.getByRole('button', { name: t('bookings:book.send') }).click()
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
  await expect(dialog.getByText(t('bookings:slots.need_zip'))).toBeVisible()
  await expect(ask).toHaveCount(0)
  const held = await hold(page, SLOTS)
  await dialog.locator('[name=zip_code]').fill('78701')
  await expect(dialog.locator('[aria-busy=true]').getByText(t('app:loading'))).toBeAttached()
  await expect(ask).toHaveCount(0)
  held.release()
  await expect(dialog.getByRole('grid')).toBeVisible()
  await expect(ask).toHaveCount(0)
  await dialog
    .getByRole('gridcell', { name: /3 free times/ })
    .first()
    .click()
  await dialog.getByRole('gridcell').first().click()
  await page.reload()
  await expect(dialog.getByText(/^Chosen: /).last()).toBeVisible()
  await expect(dialog.locator('[name=booking_date]')).toHaveCount(0)
})

test('two weeks without a free time name the next one, and it leads there', async ({ page }) => {
  const t = translationsIn('en')
  const rules = { notice_hours: 336 }
  await page.goto(`${await openDialog(page, { rules })}&zip_code=78701`)
  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  await expect(dialog.getByText(t('bookings:slots.none'))).toBeVisible()
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
  await expect(dialog.getByText(t('bookings:slots.none'))).toHaveCount(0)
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
    await expect(dialog.getByText(t('bookings:slots.failed'))).toBeVisible({ timeout: 15_000 })
    await expect(dialog.locator('[name=booking_date]')).toBeVisible()
    await page.unroute(SLOTS)
    await dialog.getByRole('button', { name: t('loading:try_again') }).click()
    await expect(dialog.getByRole('grid')).toBeVisible()
  })
})

// rule: slot-picker
test('a visit that is longer than every stretch of hours is said to be so, and no day is called full', async ({
  page,
}) => {
  await page.goto(`${await openDialog(page)}&zip_code=78701`)
  for (const language of LANGUAGES) {
    const t = translationsIn(language)
    await readIn(page, language)
    const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
    await dialog.locator('[name=estimated_hours]').selectOption('6')
    const first = 'Robin'
    await expect(
      dialog.getByText(t('bookings:slots.too_long.stretch', { name: first })),
    ).toBeVisible()
    const full = t('bookings:slots.full', { day: '' })
    await expect(dialog.getByRole('gridcell')).toHaveCount(14)
    await expect(dialog.getByRole('gridcell', { name: full })).toHaveCount(0)
    await expect(dialog.getByRole('gridcell').filter({ hasText: '–' })).toHaveCount(14)
  }
})

// rule: slot-picker, confirm-action
test('a chosen time stays while it fits, and is given up with a word where one looks', async ({
  page,
}) => {
  const t = translationsIn('en')
  await page.goto(`${await openDialog(page)}&zip_code=78701`)
  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  await dialog
    .getByRole('gridcell', { name: /3 free times/ })
    .first()
    .click()
  const hours = dialog.locator('[name=estimated_hours]')
  await test.step('a missing time is named, and its message goes once it is chosen', async () => {
    await dialog.getByRole('button', { name: t('bookings:book.confirm') }).click()
    await expect(dialog.getByText(t('errors:time_invalid'))).toBeVisible()
    await expect(dialog.getByText(t('errors:date_invalid'))).toHaveCount(0)
    await dialog.getByRole('gridcell').first().click()
    await expect(dialog.getByText(t('errors:time_invalid'))).toHaveCount(0)
  })
  await test.step('other hours leave the focus where it is', async () => {
    await hours.focus()
    await hours.selectOption('3')
    await expect(dialog.getByRole('gridcell')).toHaveText([/12:00/])
    await expect(hours).toBeFocused()
    await hours.selectOption('2')
    await expect(dialog.getByRole('gridcell')).toHaveCount(3)
    await expect(hours).toBeFocused()
  })
  await test.step('a time that still fits stays', async () => {
    await hours.selectOption('3')
    await expect(dialog.getByRole('gridcell')).toHaveText([/12:00/])
    await expect(dialog.getByText(/^Chosen: /).last()).toBeVisible()
    await hours.selectOption('2')
    await expect(dialog.getByRole('gridcell')).toHaveCount(3)
  })
  await dialog.getByRole('gridcell').last().click()
  const chosen = await dialog
    .getByText(/^Chosen: /)
    .last()
    .textContent()
  await hours.selectOption('3')
  await expect(dialog.getByText(/^Chosen: /)).toHaveCount(0)
  const when = chosen!.replace('Chosen: ', '')
  const lost = dialog.getByText(t('bookings:slots.lost', { when, hours: '3 hours' }))
  await expect(lost).toHaveCount(2)
  await expect(lost.last()).toBeInViewport()
  await dialog.getByRole('gridcell').first().click()
  await expect(lost).toHaveCount(0)
})
