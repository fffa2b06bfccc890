import { expect } from '@playwright/test'
import type { APIRequestContext, Page } from '@playwright/test'
import { savedProfessional } from './profile-form.ts'
import { newEmail } from './journey.ts'

type Kind = 'subscription' | 'lead'
type Card = { outcome: 'paid'; renewals?: 'declined' } | { outcome: 'cancelled' }

/** Opens a checkout for the signed-in professional; returns its id. */
export async function openedCheckout(page: Page, id: string, kind: Kind): Promise<string> {
  const answer =
    kind === 'lead'
      ? await page.request.post('/api/payments/lead-payment', { data: { professional_id: id } })
      : await page.request.post(`/api/professional/activate/${id}`)
  expect(answer.status()).toBe(200)
  const { checkout_url } = (await answer.json()) as { checkout_url: string }
  return checkout_url.split('/').at(-1)!
}

/** Pays, cancels or declines a simulated checkout by API. */
export async function settleSimulatedCheckout(
  page: Page,
  session: string,
  card: Card,
): Promise<void> {
  const answer = await page.request.post(`/api/simulated-checkout/${session}`, { data: card })
  expect(answer.status()).toBe(200)
}

/** A professional with a profile who has just subscribed; the page is signed in as them. */
export async function subscribedProfessional(
  page: Page,
  card: Card = { outcome: 'paid' },
  areas?: string,
) {
  const professional = await savedProfessional(page, 0, areas)
  const session = await openedCheckout(page, professional.id, 'subscription')
  await settleSimulatedCheckout(page, session, card)
  const answer = await page.request.get('/payment-success', {
    params: { user_id: professional.id, session_id: session },
    headers: { accept: 'application/json' },
  })
  expect(answer.status()).toBe(200)
  return professional
}

/** A client of that name registers and contacts the professional for the first time. */
export async function newContact(
  client: APIRequestContext,
  professionalId: string,
  first_name: string,
): Promise<void> {
  const facts = { first_name, last_name: 'Journey', phone: '512-555-0178' }
  const registered = await client.post('/api/auth/register', {
    data: { ...facts, email: newEmail(), password: 'polished floors 7', role: 'client' },
  })
  expect(registered.ok()).toBe(true)
  const { id } = (await registered.json()) as { id: string }
  const contacted = await client.post('/api/chat/initiate-contact', {
    data: { client_id: id, professional_id: professionalId },
  })
  expect(contacted.status()).toBe(200)
}
