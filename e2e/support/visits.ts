import type { Series } from '#contract/bookings/series.ts'
import { expect, request } from '@playwright/test'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import type { Pair } from './conversation.ts'
import { translationsIn } from './translations.ts'

/** Opens what happened so far, which is closed on the page of a visit. */
export const openHistory = (page: Page) =>
  page.getByRole('heading', { name: translationsIn('en')('bookings:one.history') }).click()

type Visit = { id: string; address: string }

/** The rows of the client's list and calendar, each of which leads to the page of a visit. */
export const visitRows = (page: Page): Locator =>
  page.locator('main section li > a[href^="/visits/"]')

/** Logs in as Maya over the API, to request and cancel visits without a screen. Call `dispose` at the end. */
export async function openMayaApi(baseURL: string | undefined) {
  const maya = await request.newContext({ baseURL: baseURL ?? '' })
  const login = await maya.post('/api/login', {
    data: { email: DEMO_PEOPLE.maya.email, password: DEMO_PASSWORD },
  })
  const { id } = (await login.json()) as { id: string }
  const graceId = await userIdOf(maya, DEMO_PEOPLE.grace.slug)
  return {
    /** Requests a visit. Its street is unique, and its notes name it, because a request does not show the street. */
    async requestVisit(booking_date: string, booking_time: string): Promise<Visit> {
      const address = `${Math.trunc(Math.random() * 1e9)} Journey Lane`
      const answer = await maya.post('/api/bookings', {
        data: {
          client_id: id,
          professional_id: graceId,
          booking_date,
          booking_time,
          service_type: 'standard',
          cleaning_frequency: 'one_time',
          address,
          city: 'Austin',
          state: 'TX',
          zip_code: '78701',
          notes: `Please ring twice at ${address}.`,
          estimated_hours: 2,
          instant: false,
        },
      })
      expect(answer.status()).toBe(200)
      return { id: ((await answer.json()) as { id: string }).id, address }
    },
    async sendMessage(message: string): Promise<void> {
      const data = { sender_id: id, receiver_id: graceId, message }
      expect((await maya.post('/api/chat/messages', { data })).ok()).toBe(true)
    },
    async cancel(visit: Visit): Promise<void> {
      const move = { data: { status: 'cancelled', reason: 'Only a journey' } }
      expect((await maya.put(`/api/bookings/${visit.id}/status`, move)).status()).toBe(200)
    },
    /** The status that the client reads. */
    async statusOf(visit: Visit): Promise<string> {
      const answer = await maya.get(`/api/bookings/${visit.id}`)
      const { booking } = (await answer.json()) as { booking: { status: string } }
      return booking.status
    },
    dispose: () => maya.dispose(),
  }
}

async function userIdOf(caller: APIRequestContext, slug: string): Promise<string> {
  const answer = await caller.get(`/api/public/professional/${slug}`)
  const { professional } = (await answer.json()) as { professional: { user_id: string } }
  return professional.user_id
}

/** A random day from `days` to `days + 59` days ahead, so that journeys rarely use the same one. 'YYYY-MM-DD' */
export function randomDayAhead(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days + Math.trunc(Math.random() * 60))
  return day.toISOString().slice(0, 10)
}

const HOUR_MS = 3_600_000

/** A home of one bedroom in Austin, as `POST /api/homes` takes it. */
export const AUSTIN_HOME = {
  address: '100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  kind: 'house',
  bedrooms: 1,
  bathrooms: 1,
}

/** The wall-clock time in Austin, some hours from now. */
export function inHours(hours: number): { booking_date: string; booking_time: string } {
  const text = new Date(Date.now() + hours * HOUR_MS).toLocaleString('sv', {
    timeZone: 'America/Chicago',
  })
  return { booking_date: text.slice(0, 10), booking_time: text.slice(11, 16) }
}

/** Requests a visit of the pair in Austin by API, at this date and time, and accepts it. Returns the booking's id. */
export async function acceptedVisit(
  page: Page,
  { client, professional, professionalPage }: Pair,
  time: { booking_date: string; booking_time: string },
): Promise<string> {
  const answer = await page.request.post('/api/bookings', {
    data: {
      client_id: client.id,
      professional_id: professional.id,
      ...time,
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      address: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
    },
  })
  expect(answer.status()).toBe(200)
  const { id } = (await answer.json()) as { id: string }
  const accepted = { data: { status: 'accepted' } }
  const moved = await professionalPage.request.put(`/api/bookings/${id}/status`, accepted)
  expect(moved.status()).toBe(200)
  return id
}

/** The professional accepts, by the API, the time that the client proposes for the fourth visit of a series. */
export async function acceptProposal(page: Page, professionalPage: Page): Promise<void> {
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const { series } = (await (await page.request.get(`/api/series/${id}`)).json()) as {
    series: Series
  }
  const booking = series.visits[3]!.booking_id
  const read = await page.request.get(`/api/bookings/${booking}`)
  const { booking: shown } = (await read.json()) as { booking: { proposal: { id: string } } }
  const answer = await professionalPage.request.put(
    `/api/bookings/${booking}/proposals/${shown.proposal.id}`,
    { data: { answer: 'accepted' } },
  )
  expect(answer.status()).toBe(200)
}
