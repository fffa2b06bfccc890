import type { Page } from '@playwright/test'
import { inDays, newClient, requestBooking } from '../new-client.ts'
import { subscribedProfessional } from '../paying.ts'
import { PASSWORD } from '../profile-form.ts'
import { CLIENT_PASSWORD } from '../new-client.ts'
import { inSequence, openDialog, waitForPageMessage } from './actions.ts'
import { failRequests, keepRequestsPending } from './mock-answers.ts'
import { asNewClient } from './people.ts'
import type { ScreenState } from './screen.ts'

const ONE = '**/api/bookings/*/agreement'
const NOWHERE = '/bookings/00000000-0000-4000-8000-000000000000/agreement'

const HOME = {
  address: '1200 Barton Springs Rd',
  city: 'Austin',
  state: 'TX',
  zip_code: '78704',
  kind: 'house',
  bedrooms: 2,
  bathrooms: 1,
  pets: ['cat'],
  rooms: [
    { kind: 'kitchen', important: true },
    { kind: 'office', name: 'Study', do_not_enter: true },
  ],
}
const OFFER = {
  services: [],
  supplies: { brings: 'priced', price: 12 },
  eco_products: false,
  pets_ok: true,
  languages: ['en'],
  extras: [
    { code: 'oven', minutes: 30, price: 25 },
    { name: 'Plant watering', minutes: 10, price: 5 },
  ],
  discounts: { weekly: 0, biweekly: 0, monthly: 0 },
  costs: { cost_per_mile: 0.7, supplies_per_visit: 0 },
}

const signIn = (page: Page, email: string, password: string) =>
  page.request.post('/api/login', { data: { email, password } })

/** A visit with an accepted change, and a second change of the professional that is open; the client is signed in. */
async function asClientWithChange(page: Page) {
  const { id, email } = await subscribedProfessional(page)
  await page.request.put(`/api/professional/offer/${id}`, { data: { offer: OFFER, version: 0 } })
  const view = await page.request.get(`/api/professional/public-view/${id}`)
  const { slug } = ((await view.json()) as { professional: { slug: string } }).professional
  const client = await newClient(page)
  const me = await page.request.get(`/api/users/${client.id}/settings`)
  const settings = (await me.json()) as object
  await page.request.put(`/api/users/${client.id}/settings`, {
    data: { ...settings, language: 'pt' },
  })
  const added = await page.request.post('/api/homes', { data: HOME })
  const { home } = (await added.json()) as { home: { id: string } }
  const { address, city, state, zip_code } = HOME
  const booking = await requestBooking(page, client, slug, {
    booking_date: inDays(10),
    home_id: home.id,
    address,
    city,
    state,
    zip_code,
    extras: ['oven'],
  })
  const path = `/api/bookings/${booking}`
  await signIn(page, email, PASSWORD)
  await page.request.put(`${path}/status`, { data: { status: 'accepted' } })
  const first = await page.request.post(`${path}/changes`, { data: { estimated_hours: 4 } })
  const { change } = (await first.json()) as { change: { id: string } }
  await signIn(page, client.email, CLIENT_PASSWORD)
  await page.request.put(`${path}/changes/${change.id}`, { data: { answer: 'accepted' } })
  await signIn(page, email, PASSWORD)
  await page.request.post(`${path}/changes`, { data: { supplies: 'professional' } })
  await signIn(page, client.email, CLIENT_PASSWORD)
  return booking
}

/** Declines the open change, so that the dialog can be opened. */
async function proposeOwn(page: Page) {
  await page.locator('main [role=group] button').last().click()
  await page.locator('main [role=group]').waitFor({ state: 'detached' })
  await openDialog('agreements:change.open')(page)
}

const visitPath = async (page: Page) => `/visits/${await asClientWithChange(page)}`

/** The work agreement, and changes of a visit. */
export const agreementScreens: readonly ScreenState[] = [
  {
    name: 'visits, agreement',
    path: async (page) => `/bookings/${await asClientWithChange(page)}/agreement`,
  },
  { name: 'visits, agreement: visit with a change', path: visitPath },
  { name: 'visits, agreement: propose a change', path: visitPath, afterOpen: proposeOwn },
  { name: 'visits, agreement: not found', path: NOWHERE, signIn: asNewClient },
  {
    name: 'visits, agreement: loading',
    path: NOWHERE,
    signIn: asNewClient,
    beforeOpen: keepRequestsPending(ONE),
  },
  {
    name: 'visits, agreement: request failed',
    path: NOWHERE,
    signIn: asNewClient,
    beforeOpen: failRequests(ONE),
    afterOpen: inSequence(waitForPageMessage),
  },
]
