import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { inDays } from './new-client.ts'

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Book Service' })
export const field = (page: Page, name: string) => dialogOf(page).locator(`[name=${name}]`)
/** The button that sends: it says whether the press books or only asks. */
export const confirm = (page: Page) =>
  dialogOf(page).getByRole('button', { name: /^(Confirm Booking|Send request)$/ })

/** Opens the fields for any time, where the dialog shows free times first. */
export async function askForAnotherTime(page: Page) {
  const ask = dialogOf(page).getByRole('button', { name: 'Ask for another time' })
  await expect(ask.or(field(page, 'booking_date'))).toBeVisible()
  if (await ask.isVisible()) await ask.click()
}

/** Fills the empty fields of the open dialog with a day and a street. `city` is that of the ZIP in the dialog. */
export async function fillBooking(page: Page, city = 'Austin') {
  await askForAnotherTime(page)
  await field(page, 'booking_date').fill(inDays(30))
  await field(page, 'booking_time').fill('09:00')
  await field(page, 'address').fill('100 Congress Ave')
  await expect(field(page, 'city')).toHaveValue(city)
}
