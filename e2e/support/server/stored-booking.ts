import { expect } from '@playwright/test'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { ClientBookingDetail } from '#contract/bookings/bookings.ts'
import { displayName } from '#contract/people/display-name.ts'
import { formats } from '#contract/formats.ts'
import type { Language } from '#contract/product.ts'
import { translationsIn } from '../translations.ts'

/** A booking as the server has stored it, for its client. */
export async function storedBooking(
  caller: APIRequestContext,
  id: string,
): Promise<ClientBookingDetail> {
  const answer = await caller.get(`/api/bookings/${id}`)
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { booking: ClientBookingDetail }).booking
}

/** The sentences of screens about a booking: who comes, when, for how long, and for how much. */
function factsOf(booking: ClientBookingDetail, language: Language): string[] {
  const t = translationsIn(language)
  const format = formats(language)
  const { starts_at, time_zone, city, estimated_hours, total_amount, professional } = booking
  return [
    displayName(professional.full_name),
    t('bookings:visit_time', { time: format.visit(starts_at, time_zone), city }),
    t('bookings:hours', { count: estimated_hours }),
    format.money(total_amount),
  ]
}

/** Expects that the dialog after a booking says of it what the server has stored. Returns what is stored. */
export async function expectStoredIn(
  dialog: Locator,
  page: Page,
  language: Language = 'en',
): Promise<ClientBookingDetail> {
  const link = dialog.locator('a[href^="/visits/"]')
  const id = (await link.getAttribute('href'))!.split('/').at(-1)!
  const booking = await storedBooking(page.request, id)
  for (const fact of factsOf(booking, language)) await expect(dialog).toContainText(fact)
  return booking
}
