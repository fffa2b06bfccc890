import { expect } from '@playwright/test'
import type { APIRequestContext, Page } from '@playwright/test'
import { savedProfessional } from './profile-form.ts'
import { newEmail } from './journey.ts'

type Kind = 'subscription' | 'lead'
type Card = { outcome: 'paid'; renewals?: 'declined' } | { outcome: 'cancelled' }

/** Opens a checkout for the person who is signed in; answers its session. */
export async function openedCheckout(page: Page, id: string, kind: Kind): Promise<string> {
  const answer =
    kind === 'lead'
      ? await page.request.post('/api/payments/lead-payment', { data: { professional_id: id } })
      : await page.request.post(`/api/professional/activate/${id}`)
  expect(answer.status()).toBe(200)
  const { checkout_url } = (await answer.json()) as { checkout_url: string }
  return checkout_url.split('/').at(-1)!
}

/** What the hosted page is told. */
export async function settled(page: Page, session: string, card: Card): Promise<void> {
  const answer = await page.request.post(`/api/simulated-checkout/${session}`, { data: card })
  expect(answer.status()).toBe(200)
}

/** A professional with a profile who has just subscribed; the page is signed in as her. */
export async function subscribedProfessional(page: Page, card: Card = { outcome: 'paid' }) {
  const professional = await savedProfessional(page)
  const session = await openedCheckout(page, professional.id, 'subscription')
  await settled(page, session, card)
  const answer = await page.request.get('/payment-success', {
    params: { user_id: professional.id, session_id: session },
    headers: { accept: 'application/json' },
  })
  expect(answer.status()).toBe(200)
  return professional
}

/** A client of that name who has just registered contacts her for the first time. */
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
