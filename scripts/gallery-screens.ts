import type { Page } from '@playwright/test'
import { CAST } from '../server/demo/cast.ts'

type Person = keyof typeof CAST

export type GalleryScreen = {
  /** The view's name in the specification, and its state where it is not the ordinary one. */
  name: string
  /** Who looks, of the demo world's cast; a visitor unless told. */
  as?: Person
  path: string | ((page: Page) => Promise<string>)
  /** What is so before the screen is asked for, e.g. a line that is down. */
  given?: (page: Page) => Promise<unknown>
  /** What is done once it stands. */
  once?: (page: Page) => Promise<unknown>
}

const LONG = 'Maximiliana-Aparecida Wolfeschlegelsteinhausenbergerdorff dos Santos Albuquerque'

/** Every screen in the states a person may meet it, in the order of her way: what `npm run gallery` takes pictures of. */
export const galleryScreens: readonly GalleryScreen[] = [
  { name: 'home', path: '/' },
  { name: 'search-results', path: '/search?zip_code=78701' },
  {
    name: 'search-results, filtered',
    path: '/search?zip_code=78701&service_type=deep&min_rating=4.5&sort_by=price&cleaning_frequency=weekly',
  },
  { name: 'search-results, nobody', path: '/search?zip_code=78701&max_rate=15' },
  { name: 'search-results, unserved', path: '/search?zip_code=99950' },
  { name: 'search-results, no pictures', path: '/search?zip_code=78701', given: withoutPictures },
  { name: 'public-profile', path: '/professional/grace-walker' },
  { name: 'public-profile, lightbox', path: '/professional/grace-walker', once: openFirstPhoto },
  { name: 'city', path: '/house-cleaning/tx/austin' },
  { name: 'state', path: '/house-cleaning/tx' },
  { name: 'cities', path: '/house-cleaning' },
  { name: 'register', path: '/register' },
  { name: 'login', path: '/login' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password/example' },
  { name: 'not-found', path: '/nowhere' },

  { name: 'marketplace', as: 'maya', path: '/marketplace' },
  { name: 'professional-profile', as: 'maya', path: profileOf('grace-walker') },
  {
    name: 'professional-profile, loading',
    as: 'maya',
    path: profileOf('grace-walker'),
    given: neverAnswered('**/api/professional/public-view/**'),
  },
  {
    name: 'professional-profile, long words',
    as: 'maya',
    path: profileOf('grace-walker'),
    given: withLongWords,
  },
  { name: 'professional-profile, booking', as: 'maya', path: profileOf('grace-walker', '?book=1') },
  { name: 'bookings', as: 'maya', path: '/bookings' },
  {
    name: 'bookings, loading',
    as: 'maya',
    path: '/bookings',
    given: neverAnswered('**/api/bookings/client/**'),
  },
  {
    name: 'bookings, line down',
    as: 'maya',
    path: '/bookings',
    given: lineDown('**/api/bookings/client/**'),
    once: untilTold,
  },
  { name: 'booking', as: 'maya', path: '/bookings', once: openFirstBooking },

  { name: 'professional-dashboard', as: 'grace', path: '/dashboard' },
  { name: 'professional-dashboard, locked lead', as: 'lucia', path: '/dashboard' },
  { name: 'professional-dashboard, inactive', as: 'marcus', path: '/dashboard' },
  {
    name: 'professional-dashboard, loading',
    as: 'grace',
    path: '/dashboard',
    given: neverAnswered('**/api/professional/dashboard/**'),
  },
  {
    name: 'professional-dashboard, line down',
    as: 'grace',
    path: '/dashboard',
    given: lineDown('**/api/professional/dashboard/**'),
    once: untilTold,
  },
  { name: 'professional-dashboard, all bookings', as: 'grace', path: '/dashboard?open=bookings' },
  { name: 'professional-dashboard, share', as: 'grace', path: '/dashboard?open=share' },
  { name: 'professional-dashboard, full profile', as: 'ana', path: '/dashboard?open=profile' },
  { name: 'professional-dashboard, calendar', as: 'ana', path: '/dashboard?open=calendar-feed' },
  { name: 'profile-form', as: 'ana', path: '/dashboard/profile' },
  { name: 'settings', as: 'maya', path: '/settings' },
  { name: 'settings, professional', as: 'ana', path: '/settings' },

  { name: 'messages', as: 'maya', path: '/messages' },
  { name: 'messages, thread', as: 'maya', path: threadWith('grace-walker') },
  { name: 'messages, locked lead', as: 'lucia', path: '/messages', once: openFirstThread },
  { name: 'leads', as: 'grace', path: '/dashboard/leads' },
  { name: 'billing', as: 'grace', path: '/dashboard/billing' },
  { name: 'notice-switches', as: 'maya', path: '/settings/notices' },
]

/** The login of a person of the cast. */
export function emailOf(person: Person): string {
  return CAST[person].email
}

function profileOf(slug: string, search = '') {
  return async (page: Page) => {
    const answer = await page.request.get(`/api/public/professional/${slug}`)
    const { professional } = (await answer.json()) as { professional: { user_id: string } }
    return `/professionals/${professional.user_id}${search}`
  }
}

function threadWith(slug: string) {
  return async (page: Page) => (await profileOf(slug)(page)).replace('professionals', 'messages')
}

async function openFirstThread(page: Page) {
  await page.locator('main a[href^="/messages/"]').first().click()
  await page.waitForLoadState('networkidle')
}

function neverAnswered(calls: string) {
  return (page: Page) => page.route(calls, () => {})
}

function lineDown(calls: string) {
  return (page: Page) => page.route(calls, (route) => route.abort())
}

function withoutPictures(page: Page) {
  return page.route(/\/(uploads|image-proxy)\//, (route) => route.abort())
}

function withLongWords(page: Page) {
  return page.route('**/api/professional/public-view/**', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { professional: Record<string, unknown> }
    const professional = { ...json.professional, full_name: LONG, business_name: LONG }
    await route.fulfill({ response: answer, json: { professional } })
  })
}

function untilTold(page: Page) {
  return page.locator('main [role=alert], main h2').first().waitFor()
}

async function openFirstPhoto(page: Page) {
  await page.locator('main button:has(img)').first().click()
  await page.locator('dialog[open] img').first().waitFor()
}

async function openFirstBooking(page: Page) {
  await page.locator('main a[href^="/bookings/"]').first().click()
  await page.waitForURL('**/bookings/*')
  await page.waitForLoadState('networkidle')
}
