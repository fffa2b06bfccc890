// rule: profile-times
import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'
import { formats } from '#contract/formats.ts'
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { submitOf } from '../support/booking-dialog.ts'
import { newEmail, test } from '../support/journey.ts'
import { expectStoredIn } from '../support/server/stored-booking.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** Presses as a thumb does, and counts the presses. Typing goes from field to field by the keyboard. */
function thumb() {
  const counted = { taps: 0 }
  const tap = async (what: Locator) => {
    counted.taps++
    await what.click()
  }
  return { counted, tap }
}

test('a stranger sees a free time within 3 taps from home, and has booked it within 13', async ({
  page,
}) => {
  const { ana } = DEMO_PEOPLE
  const { counted, tap } = thumb()
  await page.goto('/')
  const search = page.getByRole('search')
  await tap(search.getByRole('combobox', { name: 'ZIP code' }))
  await page.keyboard.type(ana.zip)
  await tap(search.getByRole('button', { name: 'Search', exact: true }))
  await tap(page.getByRole('link', { name: /View Profile: Ana/ }))
  const times = page.getByRole('region', { name: 'Next free' })
  const free = times.getByRole('grid', { name: /^(Morning|Afternoon), / }).getByRole('gridcell')
  await expect(free.first()).toBeVisible()
  expect(counted.taps).toBeLessThanOrEqual(3)

  await tap(times.getByRole('button', { name: '3 hours' }))
  await expect(times.locator('[aria-busy=true]')).toHaveCount(0)
  const [label] = (await free.last().locator('.sr-only').textContent())!.split(' to ')
  await tap(free.last())
  const bar = page.getByRole('main').locator('.bottom-bar')
  const chosen = bar.getByText(`· ${label} ·`)
  const choice = (await chosen.textContent())!
  expect(choice).toMatch(/^\w{3}, \w{3} \d+ · \d+:\d0 [AP]M · \$\d+$/)
  await tap(bar.getByRole('link', { name: 'Continue' }))

  const when = choice.split(' · ').slice(0, 2).join(', ')
  await expect(page.getByText(`To book Ana, ${when}`)).toBeVisible()
  await expect(page.getByLabel('I want to')).toHaveValue('client')
  await expect(page.getByRole('radio', { name: 'Find cleaning services' })).toBeChecked()
  await tap(page.getByLabel('First Name'))
  for (const text of ['Robin', 'Journey', newEmail(), '512-555-0177', 'polished floors 7']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await tap(page.getByRole('button', { name: 'Create Account' }))

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(when).first()).toBeVisible()
  await tap(dialog.getByLabel('Street address', { exact: true }))
  await page.keyboard.type('12 Journey Lane')
  await tap(submitOf(dialog))
  const sent = page.getByRole('dialog', { name: /^(Request sent|Booked)/ })
  await expect(sent).toBeVisible()
  expect(counted.taps).toBeLessThanOrEqual(13)
  const stored = await expectStoredIn(sent, page)
  expect(formats('en').visit(stored.starts_at, stored.time_zone)).toBe(when)
  expect(stored).toMatchObject({ estimated_hours: 3, service_type: 'standard' })
  expect(`$${stored.total_amount}`).toBe(choice.split(' · ')[2])
})
