// rule: booking-dialog
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { formats } from '#contract/formats.ts'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { confirm, dialogOf, field, service, step, submitOf } from '../support/booking-dialog.ts'
import { expectAccessible, logIn, openScreen, readIn, test } from '../support/journey.ts'
import { pathInLetter } from '../support/letters.ts'
import { newClient } from '../support/new-client.ts'
import { expectStoredIn } from '../support/server/stored-booking.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const GRACE = '/professional/grace-walker?book=1&zip_code=78701'
/** The code in a letter. */
const CODE = /(?<=Code: )\d{6}/
const LANGUAGES_MEASURED = ['pt', 'en'] as const

// A thumb's browser: its scrollbars take no room.
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

const firstTime = (dialog: Locator) => dialog.getByRole('grid').last().getByRole('gridcell').first()

/** Expects that a step in this language does not scroll. */
async function expectFits(page: Page, number: 1 | 2 | 3) {
  const dialog = page.locator('dialog[open]')
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  const sizes = await dialog.evaluate((node) => {
    const body = node.querySelector('form')!.closest('.overflow-y-auto')!
    return {
      height: body.scrollHeight - body.clientHeight,
      width: body.scrollWidth - body.clientWidth,
    }
  })
  expect(sizes, `step ${number}`).toEqual({ height: 0, width: 0 })
}

test('a newcomer goes through three steps that each fit the first view of a phone, confirms the address there, and books the time that is stored', async ({
  page,
}) => {
  const { email } = await newClient(page)
  await page.goto(GRACE)
  await expect(page.locator('dialog[open] form')).toBeVisible()
  for (const language of LANGUAGES_MEASURED) {
    await readIn(page, language)
    const texts = translationsIn(language)
    const dialog = page.getByRole('dialog', { name: texts('bookings:book.title') })
    const heading = (number: 1 | 2 | 3) =>
      dialog.getByRole('heading', { name: texts(`bookings:book.steps.${number}`) })
    const back = dialog.getByRole('button', { name: texts('bookings:book.back') })
    await dialog.getByRole('radio', { name: texts('price:size.small') }).check()
    await dialog.getByRole('checkbox').first().check()
    await expectFits(page, 1)
    await submitOf(dialog).click()
    await expect(heading(2)).toBeFocused()
    await expect(firstTime(dialog)).toBeVisible()
    await expectFits(page, 2)
    await firstTime(dialog).click()
    await expect(heading(3)).toBeFocused()
    await expect(dialog.locator('[name=code]')).toBeVisible()
    await expectFits(page, 3)
    if (language === 'en') continue
    await back.click()
    await back.click()
  }
  await expectAccessible(page)
  const dialog = dialogOf(page)
  await test.step('before the address is confirmed the button asks', async () => {
    await expect(confirm(page)).toHaveText(/^Ask Grace for \w{3}, \w{3} \d+ · \$\d+$/)
  })
  await field(page, 'address').fill('100 Congress Ave')
  await test.step('with the code of the email, in the same step, it books, and what was typed stays', async () => {
    await expect.poll(() => pathInLetter(email, CODE), { timeout: 20_000 }).toBeDefined()
    await dialog.locator('[name=code]').fill((await pathInLetter(email, CODE))!)
    await dialog.getByRole('button', { name: t('identity:verify_banner.confirm') }).click()
    await expect(confirm(page)).toHaveText(/^Book \w{3}, \w{3} \d+, \d+:\d\d [AP]M · \$\d+$/)
    await expect(dialog.locator('[name=code]')).toHaveCount(0)
    await expect(field(page, 'address')).toHaveValue('100 Congress Ave')
  })
  const promised = (await confirm(page).textContent())!
  await confirm(page).click()
  const booked = page.getByRole('dialog', { name: t('bookings:booked.at_once'), exact: true })
  await test.step('the dialog says of the visit what is stored, and leads to a message', async () => {
    const { starts_at, time_zone, total_amount } = await expectStoredIn(booked, page)
    const { visit, shortMoney } = formats('en')
    expect(promised).toBe(`Book ${visit(starts_at, time_zone)} · ${shortMoney(total_amount)}`)
    await expectAccessible(page)
    await booked
      .getByRole('button', { name: t('bookings:booked.message', { name: 'Grace' }) })
      .click()
    await expect(page).toHaveURL(/\/messages\//)
  })
})

test('for a client with saved homes each step fits, and a press on Back loses nothing', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/professional/grace-walker?book=1')
  const dialog = dialogOf(page)
  const home = dialog.getByRole('radio', { name: 'Studio' })
  await dialog.getByRole('radio', { name: t('homes:other_address') }).check()
  await expectFits(page, 1)
  await home.check()
  await service(page, 'deep').check()
  await dialog.getByRole('checkbox').first().check()
  await expectFits(page, 1)
  await submitOf(dialog).click()
  await expect(firstTime(dialog)).toBeVisible()
  await expectFits(page, 2)
  await firstTime(dialog).click()
  await expect(step(page, t('bookings:book.steps.3'))).toBeFocused()
  await expectFits(page, 3)
  await field(page, 'notes').fill('Two cats')
  const back = dialog.getByRole('button', { name: t('bookings:book.back') })
  await back.click()
  await expect(dialog.getByRole('gridcell', { selected: true })).toHaveCount(2)
  await back.click()
  await expect(home).toBeChecked()
  await expect(service(page, 'deep')).toBeChecked()
  await expect(dialog.getByRole('checkbox').first()).toBeChecked()
  await page.keyboard.press('Escape')
  await openScreen(page, '/professional/grace-walker?book=1')
  await expect(service(page, 'deep')).toBeChecked()
  await submitOf(dialog).click()
  await submitOf(dialog).click()
  await expect(field(page, 'notes')).toHaveValue('Two cats')
})

// rule: series-request
test('with regular visits each step fits too, because it shows the first two dates', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/professional/grace-walker?book=1')
  const dialog = dialogOf(page)
  await field(page, 'cleaning_frequency').selectOption('weekly')
  await dialog.getByRole('checkbox').first().check()
  await expectFits(page, 1)
  await submitOf(dialog).click()
  await firstTime(dialog).click()
  const dates = dialog.getByRole('region', { name: t('series:visits.title') }).getByRole('listitem')
  await expect(dates).toHaveCount(2)
  await expectFits(page, 2)
  await submitOf(dialog).click()
  await expect(step(page, t('bookings:book.steps.3'))).toBeFocused()
  await expectFits(page, 3)
})

test('an address with a day, a time and hours opens the last step, one with hours the times', async ({
  page,
}) => {
  await newClient(page)
  const view = await page.request.get('/api/public/professional/grace-walker')
  const { professional } = (await view.json()) as { professional: { user_id: string } }
  const slots = await page.request.get(
    `/api/professional/slots/${professional.user_id}?zip_code=78701&hours=3&service_type=deep`,
  )
  const { days } = (await slots.json()) as { days: { date: string; slots: { time: string }[] }[] }
  const day = days.find((one) => one.slots.length > 0)!
  const choice = `service_type=deep&hours=3&date=${day.date}`
  await page.goto(`${GRACE}&${choice}`)
  await expect(step(page, t('bookings:book.steps.2'))).toBeFocused()
  await openScreen(page, '/marketplace')
  await openScreen(page, `${GRACE}&${choice}&free=${day.slots[0]!.time}`)
  await expect(step(page, t('bookings:book.steps.3'))).toBeFocused()
  const summary = dialogOf(page).locator('form strong').first()
  await expect(summary).toHaveText(
    formats('en').visit(`${day.date}T${day.slots[0]!.time}:00Z`, 'UTC'),
  )
  await expect(dialogOf(page).getByText('Deep Cleaning')).toBeVisible()
})
