import type { Page } from '@playwright/test'
import { DELETED_USER } from '#contract/product.ts'
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

const DAY_MS = 86_400_000
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
  {
    name: 'messages, long words',
    as: 'maya',
    path: threadWith('grace-walker'),
    given: withLongThread,
  },
  { name: 'messages, list', as: 'maya', path: '/messages', given: withManyConversations },
  { name: 'messages, refused', as: 'maya', path: threadWith('grace-walker'), once: sendInVain },
  {
    name: 'messages, loading',
    as: 'maya',
    path: '/messages',
    given: neverAnswered('**/api/chat/conversations/**'),
  },
  {
    name: 'messages, line down',
    as: 'maya',
    path: '/messages',
    given: lineDown('**/api/chat/conversations/**'),
    once: untilTold,
  },
  { name: 'messages, gone', as: 'maya', path: threadWith('grace-walker'), given: withoutGrace },
  { name: 'messages, of a professional', as: 'grace', path: '/messages', once: openThread('') },
  {
    name: 'messages, locked lead',
    as: 'lucia',
    path: '/messages',
    once: openThread(':has(.text-amber)'),
  },
  { name: 'leads', as: 'grace', path: '/dashboard/leads' },
  { name: 'billing', as: 'grace', path: '/dashboard/billing' },
  { name: 'invoice', as: 'grace', path: latestInvoice },
  { name: 'invoice, not hers', as: 'grace', path: '/invoices/L-0' },
  { name: 'leads, none left', as: 'lucia', path: '/dashboard/leads' },
  {
    name: 'professional-dashboard, cancelling',
    as: 'grace',
    path: '/dashboard?open=cancel-subscription',
  },
  { name: 'payment-success, failed', as: 'grace', path: '/payment-success' },
  {
    name: 'payment-success, loading',
    as: 'grace',
    path: confirmation,
    given: (page) =>
      page.route(/\/payment-success\?/, (route) =>
        route.request().resourceType() === 'fetch' ? undefined : route.continue(),
      ),
  },
  { name: 'payment-success', as: 'grace', path: confirmedPayment },
  { name: 'simulated-checkout', as: 'grace', path: openCheckout },
  { name: 'notice-switches', as: 'maya', path: '/settings/notices' },
  { name: 'answer-request', path: '/answer/example', given: withRequest },
  {
    name: 'answer-request, declining',
    path: '/answer/example?answer=declined',
    given: withRequest,
  },
  {
    name: 'answer-request, answered',
    path: '/answer/example',
    given: withRequest,
    once: (page) => pressFirstButton(page),
  },
  { name: 'answer-request, over', path: '/answer/example', once: untilTold },
  { name: 'unsubscribe', path: '/unsubscribe/example', given: withLetters },
  {
    name: 'unsubscribe, done',
    path: '/unsubscribe/example',
    given: withLetters,
    once: (page) => pressFirstButton(page),
  },
  { name: 'unsubscribe, unknown', path: '/unsubscribe/example', once: untilTold },
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

async function latestInvoice(page: Page) {
  const id = await idOfReader(page)
  const answer = await page.request.get(`/api/professional/billing-history/${id}`)
  const { billing_history } = (await answer.json()) as {
    billing_history: { invoice_url: string }[]
  }
  return billing_history[0]!.invoice_url
}

async function confirmation(page: Page) {
  return `/payment-success?user_id=${await idOfReader(page)}&session_id=cs_example`
}

async function openCheckout(page: Page) {
  const answer = await page.request.post(`/api/payments/lead-payment`, {
    data: { professional_id: await idOfReader(page) },
  })
  const { checkout_url } = (await answer.json()) as { checkout_url: string }
  return new URL(checkout_url).pathname
}

async function confirmedPayment(page: Page) {
  const session = (await openCheckout(page)).split('/').at(-1)!
  await page.request.post(`/api/simulated-checkout/${session}`, { data: { outcome: 'paid' } })
  return `/payment-success?user_id=${await idOfReader(page)}&session_id=${session}`
}

async function idOfReader(page: Page): Promise<string> {
  const answer = await page.request.get('/api/auth/me')
  return ((await answer.json()) as { id: string }).id
}

function threadWith(slug: string) {
  return async (page: Page) => (await profileOf(slug)(page)).replace('professionals', 'messages')
}

function openThread(row: string) {
  return async (page: Page) => {
    await page.locator(`main a[href^="/messages/"]${row}`).first().click()
    await page.locator('main :is([role=log], h3)').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
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

/** A request as its letter's link shows it, which takes either answer; a real link works once. */
function withRequest(page: Page) {
  const starts = new Date(Date.now() + 9 * DAY_MS)
  const request = {
    client_first_name: 'Maya',
    service_type: 'deep',
    starts_at: starts.toISOString(),
    time_zone: 'America/Chicago',
    city: 'Austin',
    state: 'TX',
    zip_code: '78704',
    estimated_hours: 3,
    total_amount: 195,
    expires_at: starts.toISOString(),
  }
  return page.route('**/api/answer-links/*', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? request : { status: 'accepted' } }),
  )
}

function withLetters(page: Page) {
  return page.route('**/unsubscribe/*', (route) => {
    if (route.request().resourceType() === 'document') return route.fallback()
    const enabled = route.request().method() === 'GET'
    return route.fulfill({ json: { topic: 'booking', enabled } })
  })
}

async function pressFirstButton(page: Page) {
  await page.locator('main button').first().click()
  await page.locator('main [role=status]').first().waitFor()
}

const LONG_WORDS = [
  LONG.repeat(3),
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
  'https://example.com/a/very/long/address/that/nobody/ever/breaks/'.repeat(3),
  'مرحبا، هل يمكنك تنظيف المطبخ يوم الجمعة القادم؟ \u202E321\u202C שלום',
  '👩🏽‍🦱🧽✨🧼🪣',
  '<b>bold</b> & <script>alert(1)</script>',
]

/** The newest messages of the thread say what is hard to set. */
function withLongThread(page: Page) {
  return page.route('**/api/chat/messages/*/*', async (route) => {
    const answer = await route.fetch()
    const thread = (await answer.json()) as { messages: { kind: string; message: string }[] }
    thread.messages
      .filter(({ kind }) => kind === 'text')
      .forEach((message, index) => {
        message.message = LONG_WORDS[index % LONG_WORDS.length]!
      })
    await route.fulfill({ response: answer, json: thread })
  })
}

function withConversations(
  page: Page,
  change: (conversations: Record<string, unknown>[]) => Record<string, unknown>[],
) {
  return page.route('**/api/chat/conversations/*', async (route) => {
    const answer = await route.fetch()
    const { conversations } = (await answer.json()) as { conversations: Record<string, unknown>[] }
    await route.fulfill({ response: answer, json: { conversations: change(conversations) } })
  })
}

function withManyConversations(page: Page) {
  return withConversations(page, ([first]) =>
    Array.from({ length: 300 }, (_, index) => ({
      ...first,
      conversation_id: crypto.randomUUID(),
      other_user_id: crypto.randomUUID(),
      other_user_name: index % 3 ? `Robin ${index}` : LONG,
      other_user_image_url: index % 2 ? null : first?.['other_user_image_url'],
      last_message: LONG_WORDS[index % LONG_WORDS.length],
      last_message_kind: 'text',
      unread_count: index % 4 ? 0 : index * 7,
    })),
  )
}

function withoutGrace(page: Page) {
  return withConversations(page, (conversations) =>
    conversations.map((conversation) => ({
      ...conversation,
      other_user_name: DELETED_USER,
      other_user_image_url: null,
    })),
  )
}

async function sendInVain(page: Page) {
  await page.route('**/api/chat/messages', (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'conversation_blocked', detail: 'You cannot write in this conversation.' },
    }),
  )
  await page.getByRole('textbox').last().fill(`${LONG} – ${LONG}`)
  await page.locator('form button[type=submit]').last().click()
  await page.locator('main .text-clay').first().waitFor()
}
