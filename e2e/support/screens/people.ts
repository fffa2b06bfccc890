import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { requestBooking, newClient } from '../new-client.ts'
import { newProfessional, savedProfessional } from '../profile-form.ts'
import { LONG_WORD } from './long-texts.ts'
import type { PageAction } from './screen.ts'

/** Signs in as one of the demo people. */
function signedInAs(person: keyof typeof DEMO_PEOPLE): PageAction {
  const data = { email: DEMO_PEOPLE[person].email, password: DEMO_PASSWORD }
  return (page) => page.request.post('/api/login', { data })
}

/** Registers a new client. */
export function asNewClient(page: Page) {
  return newClient(page)
}

/** Registers a client with one booking request that has a long address and long notes. */
export async function asClientWithOneBooking(page: Page) {
  const client = await newClient(page)
  await requestBooking(page, client, 'lucia-hernandez', {
    address: `${LONG_WORD} 1200, Apartment 4B`,
    notes: `${LONG_WORD} ${'The key is with the neighbor on the left; mind the step. '.repeat(6)}`,
  })
}

export function asNewProfessional(page: Page) {
  return newProfessional(page)
}

export function asProfessionalWithProfile(page: Page) {
  return savedProfessional(page)
}

/** Ana states working hours; then a new client is signed in. */
export async function asClientOfStatedHours(page: Page) {
  await ana(page)
  const me = await page.request.get('/api/auth/me')
  const { id } = (await me.json()) as { id: string }
  const plan = [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, from: '08:00', to: '12:00' },
    { weekday, from: '13:00', to: '17:00' },
  ])
  await page.request.put(`/api/professional/time/${id}`, { data: { plan } })
  await newClient(page)
}

export const maya = signedInAs('maya')
export const grace = signedInAs('grace')
export const lucia = signedInAs('lucia')
export const ana = signedInAs('ana')
export const marcus = signedInAs('marcus')
