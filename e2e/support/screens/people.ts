import type { Cookie, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { requestBooking, newClient } from '../new-client.ts'
import { newProfessional, savedProfessional } from '../profile-form.ts'
import { LONG_WORD } from './long-texts.ts'
import type { PageAction } from './screen.ts'

/** The cookies of each person who has signed in, because hashing a password takes as long as drawing a screen. */
const sessions = new Map<string, Cookie[]>()

/** Signs in by this action, once in a worker: later by the cookies that it brought. */
function once(name: string, signIn: PageAction): PageAction {
  return async (page) => {
    const known = sessions.get(name)
    if (known) return page.context().addCookies(known)
    await signIn(page)
    sessions.set(name, await page.context().cookies())
  }
}

/** Signs in as one of the demo people. */
function signedInAs(person: keyof typeof DEMO_PEOPLE): PageAction {
  const data = { email: DEMO_PEOPLE[person].email, password: DEMO_PASSWORD }
  return once(person, (page) => page.request.post('/api/login', { data }))
}

/** A client without a booking, home or message. For states that write nothing, because they share this client. */
export const asNewClient = once('new client', newClient)

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
  // Registering in a browser that is signed in ends its session, which other states share.
  await page.context().clearCookies()
  await newClient(page)
}

export const maya = signedInAs('maya')
export const grace = signedInAs('grace')
export const lucia = signedInAs('lucia')
export const ana = signedInAs('ana')
export const marcus = signedInAs('marcus')
