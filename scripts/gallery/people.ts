import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { requestBooking, newClient } from '../../e2e/support/new-client.ts'
import { newProfessional, savedProfessional } from '../../e2e/support/profile-form.ts'
import { LONG_WORD } from './long-words.ts'
import type { Act } from './screen.ts'

/** Signs in as a named person of the demo world. */
function signedInAs(person: keyof typeof DEMO_PEOPLE): Act {
  const data = { email: DEMO_PEOPLE[person].email, password: DEMO_PASSWORD }
  return (page) => page.request.post('/api/login', { data })
}

/** Registers a new client. */
export function asNewClient(page: Page) {
  return newClient(page)
}

/** Registers a client who has requested one visit, with a long address and long notes. */
export async function withOneVisit(page: Page) {
  const client = await newClient(page)
  await requestBooking(page, client, 'lucia-hernandez', {
    address: `${LONG_WORD} 1200, Apartment 4B`,
    notes: `${LONG_WORD} ${'The key is with the neighbor on the left; mind the step. '.repeat(6)}`,
  })
}

export function asNewProfessional(page: Page) {
  return newProfessional(page)
}

export function withProfile(page: Page) {
  return savedProfessional(page)
}

export const maya = signedInAs('maya')
export const grace = signedInAs('grace')
export const lucia = signedInAs('lucia')
export const ana = signedInAs('ana')
export const marcus = signedInAs('marcus')
