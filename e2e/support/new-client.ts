import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { newEmail } from './journey.ts'

export const CLIENT_PASSWORD = 'polished floors 7'

export type Client = { id: string; email: string }

/** Registers a client over the API and signs the browser in. */
export async function newClient(page: Page): Promise<Client> {
  const email = newEmail()
  const answer = await page.request.post('/api/auth/register', {
    data: {
      email,
      password: CLIENT_PASSWORD,
      first_name: 'Robin',
      last_name: 'Journey',
      phone: '512-555-0177',
      role: 'client',
    },
  })
  expect(answer.status()).toBe(200)
  return { id: ((await answer.json()) as { id: string }).id, email }
}

/** A home that the professional serves; the others serve Austin. */
const HOMES: Record<string, { city: string; state: string; zip_code: string }> = {
  'lucia-hernandez': { city: 'Miami', state: 'FL', zip_code: '33130' },
}
const HOME_IN_AUSTIN = { city: 'Austin', state: 'TX', zip_code: '78701' }

/**
 * Requests a visit over the API as the browser's client; returns the booking's id. Tests use Lucía, who has
 * no lead credit that a request could spend.
 */
export async function requestBooking(
  page: Page,
  client: Client,
  slug: string,
  facts = {},
): Promise<string> {
  const answer = await page.request.post('/api/bookings', {
    data: {
      client_id: client.id,
      professional_id: await idOf(page, slug),
      booking_date: inDays(30),
      booking_time: '09:00',
      service_type: 'deep',
      cleaning_frequency: 'monthly',
      address: '100 Congress Ave',
      ...(HOMES[slug] ?? HOME_IN_AUSTIN),
      notes: 'Two cats',
      estimated_hours: 3,
      total_amount: 108,
      ...facts,
    },
  })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

/** Returns the user id of the professional with this slug. */
export async function idOf(page: Page, slug: string): Promise<string> {
  const profile = await page.request.get(`/api/public/professional/${slug}`)
  return ((await profile.json()) as { professional: { user_id: string } }).professional.user_id
}

/** A day some days ahead, in the format of a date input: 'YYYY-MM-DD'. */
export function inDays(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return day.toISOString().slice(0, 10)
}
