import type { Page } from '@playwright/test'
import { CLIENT_PASSWORD, newClient } from '../new-client.ts'
import { subscribedProfessional } from '../paying.ts'
import { PASSWORD } from '../profile-form.ts'
import { proveAddress } from '../prove-address.ts'
import { inHours } from '../visits.ts'
import { LONG_WORD } from './long-texts.ts'
import { failRequests, keepRequestsPending } from './mock-answers.ts'
import { asNewClient } from './people.ts'
import { press as pressButton, waitForPageMessage } from './actions.ts'
import type { ScreenState } from './screen.ts'

const NOWHERE = '/visits/00000000-0000-4000-8000-000000000000'
const ONE = '**/api/bookings/*/visit'

export const signIn = (page: Page, email: string, password: string) =>
  page.request.post('/api/login', { data: { email, password } })

/** An accepted visit in an hour at a home with rooms; the professional is signed in. */
export async function withVisit(page: Page) {
  const professional = await subscribedProfessional(page)
  const client = await newClient(page)
  const saved = await page.request.post('/api/homes', {
    data: {
      address: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      kind: 'house',
      bedrooms: 2,
      bathrooms: 1.5,
      floors: 2,
      pets: ['dog'],
      parking: `Behind the house, ${LONG_WORD}`,
      rooms: [
        { kind: 'kitchen', important: true, note: 'The stove, please' },
        { kind: 'office', do_not_enter: true },
        { kind: 'bathroom' },
      ],
    },
  })
  const { home } = (await saved.json()) as { home: { id: string } }
  const asked = await page.request.post('/api/bookings', {
    data: {
      client_id: client.id,
      professional_id: professional.id,
      ...inHours(1),
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      home_id: home.id,
    },
  })
  const { id } = (await asked.json()) as { id: string }
  await signIn(page, professional.email, PASSWORD)
  await page.request.put(`/api/bookings/${id}/status`, { data: { status: 'accepted' } })
  return { id, client, professional, home }
}

export const press = (page: Page, id: string, data: object) =>
  page.request.post(`/api/bookings/${id}/stages`, { data })

/** A visit whose professional has set a timer. */
async function withTimer(page: Page) {
  const { id, professional } = await withVisit(page)
  await proveAddress(page, professional.email)
  const me = (await (await page.request.get('/api/auth/me')).json()) as { id: string }
  const contact = { name: 'Rosa Lima', email: `rosa-${me.id}@example.com`, language: 'en' }
  await page.request.put(`/api/professional/safety/${me.id}`, { data: { contact } })
  const check_by = new Date(Date.now() + 4 * 3_600_000).toISOString()
  await page.request.put(`/api/bookings/${id}/safety`, { data: { check_by } })
}

/** A visit in an hour at a home with access details; the professional is signed in. */
async function withAccess(page: Page) {
  const { client, professional, home } = await withVisit(page)
  await signIn(page, client.email, CLIENT_PASSWORD)
  const data = { door_code: '4711#', key_place: 'Under the third pot', wifi: LONG_WORD }
  await page.request.put(`/api/homes/${home.id}/access`, { data })
  await signIn(page, professional.email, PASSWORD)
}

async function asClientOfVisit(page: Page) {
  const { id, client } = await withVisit(page)
  await press(page, id, { stage: 'on_my_way', eta_minutes: 20, note: `Traffic on ${LONG_WORD}` })
  const hour = 3_600_000
  const pressed_at = new Date(Date.now() - hour).toISOString()
  await press(page, id, { stage: 'started', pressed_at, sent_at: new Date().toISOString() })
  await signIn(page, client.email, CLIENT_PASSWORD)
}

/** Opens the visit from the list of the reader. */
async function openVisit(page: Page) {
  await page.locator('main a[href^="/visits/"]').first().click()
  await page.locator('main:not(:has([aria-busy=true])) h1 time').waitFor()
}

/** The day of a visit, for both sides. */
export const visitScreens: readonly ScreenState[] = [
  {
    name: 'visits',
    signIn: async (page) => void (await withVisit(page)),
    path: '/dashboard/week',
    afterOpen: openVisit,
  },
  {
    name: 'visits, safety timer',
    signIn: withTimer,
    path: '/dashboard/week',
    afterOpen: async (page) => {
      await openVisit(page)
      // Else the button at the bottom of the window covers the timer in the picture.
      await page.keyboard.press('End')
    },
  },
  {
    name: 'visits, access shown',
    signIn: withAccess,
    path: '/dashboard/week',
    afterOpen: async (page) => {
      await openVisit(page)
      await pressButton('access:visit.show')(page)
      await page.getByText('4711#').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'visits, client',
    signIn: asClientOfVisit,
    path: '/bookings',
    afterOpen: openVisit,
  },
  {
    name: 'visits, loading',
    signIn: asNewClient,
    path: NOWHERE,
    beforeOpen: keepRequestsPending(ONE),
  },
  {
    name: 'visits, request failed',
    signIn: asNewClient,
    path: NOWHERE,
    beforeOpen: failRequests(ONE),
    afterOpen: waitForPageMessage,
  },
  { name: 'visits, not found', signIn: asNewClient, path: NOWHERE },
]
