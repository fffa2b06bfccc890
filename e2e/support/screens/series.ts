import type { Series } from '#contract/bookings/series.ts'
import type { Page } from '@playwright/test'
import { CLIENT_PASSWORD, inDays, newClient, requestBooking } from '../new-client.ts'
import { subscribedProfessional } from '../paying.ts'
import { PASSWORD } from '../profile-form.ts'
import { inSequence, leaveStep, openDialog, waitForPageMessage } from './actions.ts'
import { LONG_WORD } from './long-texts.ts'
import { failRequests, keepRequestsPending } from './mock-answers.ts'
import { asNewClient } from './people.ts'
import type { ScreenState } from './screen.ts'

const LIST = '**/api/series?*'
const ONE = '**/api/series/*'
const NOWHERE = '/regular-visits/00000000-0000-4000-8000-000000000000'

const signIn = (page: Page, email: string, password: string) =>
  page.request.post('/api/login', { data: { email, password } })

/** A new client asks a new professional for weekly visits. The professional is off on one of the days. */
async function withRequest(page: Page) {
  const { id, email } = await subscribedProfessional(page)
  const path = `/api/professional/time/${id}`
  const plan = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
  await page.request.put(path, { data: { plan } })
  const view = await page.request.get(`/api/professional/public-view/${id}`)
  const { slug } = ((await view.json()) as { professional: { slug: string } }).professional
  const client = await newClient(page)
  const booking = await requestBooking(page, client, slug, {
    booking_date: inDays(10),
    cleaning_frequency: 'weekly',
    estimated_hours: 2,
    total_amount: 80,
    address: `${LONG_WORD} 1200, Apartment 4B`,
    notes: LONG_WORD,
    series: { choices: [{ date: inDays(24), action: 'skip' }] },
  })
  await signIn(page, email, PASSWORD)
  const off = { kind: 'off', from_date: inDays(31), to_date: inDays(31), note: '' }
  await page.request.post(`${path}/exceptions`, { data: off })
  return { client, booking, path }
}

/**
 * Signs in the client of weekly visits that the professional has accepted. The professional has also skipped a visit,
 * proposed another time for one, and proposed a change of the later ones.
 */
async function asClientOfSeries(page: Page) {
  const { client, booking, path: time } = await withRequest(page)
  // The first visit is within the notice: to end them is late.
  await page.request.put(time, { data: { rules: { notice_hours: 264 } } })
  await page.request.put(`/api/bookings/${booking}/status`, { data: { status: 'accepted' } })
  const list = await page.request.get('/api/series')
  const { series } = (await list.json()) as { series: Series[] }
  const path = `/api/series/${series[0]?.id}`
  await page.request.post(`${path}/skip`, { data: { date: inDays(38) } })
  const moved = series[0]?.visits.find(({ date }) => date === inDays(17))
  await page.request.post(`/api/bookings/${moved?.booking_id}/proposals`, {
    data: { booking_date: inDays(18), booking_time: '10:00' },
  })
  await page.request.post(`${path}/changes`, {
    data: { from_date: inDays(45), weekday: 3, booking_time: '10:00', hourly_rate: 45 },
  })
  await signIn(page, client.email, CLIENT_PASSWORD)
}

async function openFirstSeries(page: Page) {
  await page.locator('main a[href^="/regular-visits/"]').first().click()
  await page.locator('main:not(:has([aria-busy=true])) h1').waitFor()
}

async function openAsked(page: Page) {
  await page.locator('article details summary').first().click()
}

/** Asks a professional who has stated no hours for weekly visits. */
async function chooseWeekly(page: Page) {
  const dialog = page.locator('dialog[open]')
  await dialog.locator('[name=cleaning_frequency]').selectOption('weekly')
  await leaveStep(page)
  await dialog.locator('[name=booking_date]').fill(inDays(30))
  await dialog.locator('[name=booking_time]').fill('09:00')
  await dialog.locator('ol li').last().scrollIntoViewIfNeeded()
}

/** Regular visits: the list, one of them, and the request on the dashboard. */
export const seriesScreens: readonly ScreenState[] = [
  { name: 'series, list', signIn: asClientOfSeries, path: '/regular-visits' },
  { name: 'series, list, none', signIn: asNewClient, path: '/regular-visits' },
  {
    name: 'series, list, loading',
    signIn: asNewClient,
    path: '/regular-visits',
    beforeOpen: keepRequestsPending(LIST),
  },
  {
    name: 'series, list, request failed',
    signIn: asNewClient,
    path: '/regular-visits',
    beforeOpen: failRequests(LIST),
    afterOpen: waitForPageMessage,
  },
  {
    name: 'series',
    signIn: asClientOfSeries,
    path: '/regular-visits',
    afterOpen: openFirstSeries,
  },
  {
    name: 'series, ending',
    signIn: asClientOfSeries,
    path: '/regular-visits',
    afterOpen: inSequence(openFirstSeries, openDialog('series:end.open')),
  },
  {
    name: 'series, request failed',
    signIn: asNewClient,
    path: NOWHERE,
    beforeOpen: failRequests(ONE),
    afterOpen: waitForPageMessage,
  },
  { name: 'series, not found', signIn: asNewClient, path: NOWHERE },
  {
    name: 'professional-dashboard, regular visits asked',
    signIn: withRequest,
    path: '/dashboard',
    afterOpen: openAsked,
  },
  {
    name: 'professional-profile, booking, regular visits',
    signIn: asNewClient,
    path: '/professional/lucia-hernandez?book=1&zip_code=33130',
    afterOpen: chooseWeekly,
  },
]
