import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { inDays } from './new-client.ts'

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Book Service' })
export const field = (page: Page, name: string) => dialogOf(page).locator(`[name=${name}]`)
export const step = (page: Page, name: string) =>
  dialogOf(page).getByRole('heading', { level: 3, name, exact: true })
/** The button that leaves a step of this dialog, and books or asks in the last one. */
export const submitOf = (dialog: Locator) => dialog.locator('footer [type=submit]')
/** The button of the last step: it says whether the press books or only asks. */
export const confirm = (page: Page) =>
  dialogOf(page).getByRole('button', { name: /^(Book|Ask) .* · \$\d/ })
/** The service in the first step. A press on its name chooses it. */
export const service = (page: Page, type: string) =>
  dialogOf(page).locator(`[name=service_type][value=${type}]`)

/** Opens the fields for any time, where the step of the times shows free ones first. */
export async function askForAnotherTime(page: Page) {
  const ask = dialogOf(page).getByRole('button', { name: 'Ask for another time' })
  await expect(ask.or(field(page, 'booking_date'))).toBeVisible()
  if (await ask.isVisible()) await ask.click()
}

/** Goes from the first step to the last one with a time that is typed. */
export async function typeTime(page: Page, date = inDays(30), time = '09:00') {
  await submitOf(dialogOf(page)).click()
  await askForAnotherTime(page)
  await field(page, 'booking_date').fill(date)
  await field(page, 'booking_time').fill(time)
  await submitOf(dialogOf(page)).click()
  await expect(step(page, 'Confirm Booking')).toBeFocused()
}

/** Fills the open dialog with a day and a street, up to its last button. `city` is that of the ZIP in the dialog. */
export async function fillBooking(page: Page, city = 'Austin') {
  await typeTime(page)
  await field(page, 'address').fill('100 Congress Ave')
  await expect(field(page, 'city')).toHaveValue(city)
}
