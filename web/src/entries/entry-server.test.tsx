// rule: server-rendering
import { describe, expect, test } from 'vitest'
import type { User } from '#contract/people/identity.ts'
import { buildStartScript } from '../../../scripts/start-script.ts'
import { keptAddress, render, renderDocument } from './entry-server.tsx'

const { code: startScript } = await buildStartScript()

const ana: User = {
  id: '018f0000-0000-7000-8000-000000000001',
  first_name: '</script><script>alert(1)</script>',
  last_name: 'Lima',
  email: 'ana@example.com',
  phone: '5125550100',
  role: 'client',
}
const nobodyAnswers = async () => {
  throw new Error('no call is expected')
}
const page = async (url: string, { user = null as User | null, language = 'en' as const } = {}) => {
  const answer = await render({ url, language, user, fetcher: nobodyAnswers })
  if ('redirect' in answer) throw new Error(`sent to ${answer.redirect}`)
  return answer
}
const html = (answer: Awaited<ReturnType<typeof page>>) =>
  renderDocument({ ...answer, manifest: {}, startScript, origin: 'https://lustra.example' })

// rule: language-choice, server-rendering
test('a page is rendered in the requested language and names it', async () => {
  const answer = await render({
    url: '/nowhere',
    language: 'pt',
    user: null,
    fetcher: nobodyAnswers,
  })
  if ('redirect' in answer) throw new Error('not a page')
  expect(html(answer)).toContain('<html lang="pt">')
  expect(answer.html).toContain('Esta página não existe')
})

// rule: failures
test('an unknown address answers 404', async () => {
  expect((await page('/nowhere')).status).toBe(404)
  expect((await page('/login')).status).toBe(200)
})

test('text that a user typed cannot leave the page’s data and become code', async () => {
  expect(html(await page('/nowhere', { user: ana }))).not.toContain('<script>alert')
})

test('a page has no inline style, and no inline script except the one that the policy allows', async () => {
  for (const url of ['/nowhere', '/login', '/register']) {
    const whole = html(await page(url))
    expect(whole).not.toMatch(/ style="/)
    const inside = [...whole.matchAll(/<script(?! type="application\/json")[^>]*>([^<]*)/g)]
    expect(inside.map(([, code]) => code)).toEqual([startScript])
  }
})

// rule: hydration
test('a page with content starts the app after the first paint; a page without starts it at once', async () => {
  expect(html(await page('/nowhere'))).not.toContain(' data-now')
  expect(html(await page('/login'))).toContain(' data-now>')
})

// rule: language-choice, indexable-pages
test('a page names its address in each language, and one without language', async () => {
  const head = (answer: string) => answer.split('<body>')[0] ?? ''
  const origin = 'https://lustra.example'
  const home = head(html(await page('/')))
  for (const [language, address] of [
    ['en', '/?lang=en'],
    ['pt', '/?lang=pt'],
    ['es', '/?lang=es'],
    ['x-default', '/'],
  ])
    expect(home).toContain(
      `<link rel="alternate" hreflang="${language}" href="${origin}${address}">`,
    )
  expect(home).toContain(`<link rel="canonical" href="${origin}/">`)
  expect(head(html(await page('/?lang=pt')))).toContain(
    `<link rel="canonical" href="${origin}/?lang=pt">`,
  )
  expect(head(html(await page('/house-cleaning/')))).toContain(
    `<link rel="canonical" href="${origin}/house-cleaning">`,
  )
  expect(head(html(await page('/reset-password/secret?lang=pt')))).not.toContain('hreflang')
})

// rule: indexable-pages
test('no address that the page names contains the token of a reset link', async () => {
  const head = html(await page('/reset-password/secret')).split('<body>')[0]
  expect(head).not.toContain('secret')
})

// rule: view-guards
test('the login page redirects signed-in users to their first screen', async () => {
  expect(
    await render({ url: '/login', language: 'en', user: ana, fetcher: nobodyAnswers }),
  ).toEqual({
    redirect: '/marketplace',
  })
})

test('a page whose data is refused for now says so and when to come back, and is not indexed', async () => {
  const body = JSON.stringify({ code: 'too_many_requests', detail: 'Too many attempts.' })
  const fetcher = async () =>
    new Response(body, {
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '77' },
    })
  const answer = await render({
    url: '/professional/ana-lima',
    language: 'en',
    user: null,
    fetcher,
  })
  if ('redirect' in answer) throw new Error('not a page')
  expect([answer.status, answer.retryAfterS, answer.state.body]).toEqual([429, 77, 'pending'])
  expect(html(answer)).toContain('<meta name="robots" content="noindex">')
})

describe('a page behind a login', () => {
  const sent: string[] = []
  const conversation = {
    conversation_id: '018f0000-0000-7000-8000-000000000003',
    other_user_id: '018f0000-0000-7000-8000-000000000004',
    other_user_name: 'Grace Walker',
    last_message: 'See you on Tuesday',
    last_message_time: '2020-12-01T23:30:00.000Z',
    unread_count: 0,
  }
  const ANSWERS: Record<string, object> = {
    [`/api/chat/conversations/${ana.id}`]: { conversations: [conversation], has_more: false },
    [`/api/chat/unread-count/${ana.id}`]: { unread_count: 7 },
    '/api/notices': { notices: [], unread: 0, has_more: false },
  }
  const ownFetcher = async (path: string) => {
    sent.push(path)
    return path in ANSWERS ? Response.json(ANSWERS[path]) : Response.json({}, { status: 500 })
  }
  const messages = async (timeZone: string | undefined, changes: Partial<User> = {}) => {
    sent.length = 0
    const answer = await render({
      url: '/messages',
      language: 'pt',
      user: { ...ana, ...changes },
      fetcher: nobodyAnswers,
      own: timeZone === undefined ? undefined : { timeZone, fetcher: ownFetcher },
    })
    if ('redirect' in answer) throw new Error(`sent to ${answer.redirect}`)
    return answer
  }

  test('arrives with the data of its user, in the language and the time zone of the reader', async () => {
    const answer = await messages('Pacific/Auckland')
    expect(answer.state).toMatchObject({ body: 'complete', timeZone: 'Pacific/Auckland' })
    expect(answer.html).toContain('See you on Tuesday')
    expect(answer.html).toContain('2 de dez.')
    expect((await messages('America/Chicago')).html).toContain('1 de dez.')
    // In the header.
    expect(answer.html).toContain('>7<')
  })

  // rule: language-choice
  test('contains the translations that it shows, and no others', async () => {
    const { state } = await messages('America/Chicago')
    const texts = Object.keys(state.translations ?? {})
    expect(texts).toEqual(expect.arrayContaining(['app', 'messaging']))
    expect(texts).not.toContain('billing')
  })

  test.each([
    ['of a browser whose time zone is not known', undefined, {}],
    ['of a browser that names no time zone', 'Nowhere/Land', {}],
    ['that an operator sees', 'America/Chicago', { viewed_until: '2030-01-01T00:00:00Z' }],
  ] as const)('%s arrives as a skeleton, and nothing is read', async (_name, zone, changes) => {
    const { state, status } = await messages(zone, changes)
    expect([status, state.body, sent]).toEqual([200, 'pending', []])
  })

  // rule: hydration
  test('arrives as a skeleton if one read fails for which the screen waits', async () => {
    const none = { bookings: [], total: 0, visits: [], service_types: [] }
    const bodyWithout = async (failed: string) => {
      const answer = await render({
        url: '/marketplace',
        language: 'en',
        user: ana,
        fetcher: nobodyAnswers,
        own: {
          timeZone: 'America/Chicago',
          fetcher: async (path) => Response.json(none, { status: path === failed ? 500 : 200 }),
        },
      })
      return 'redirect' in answer ? answer.redirect : answer.state.body
    }
    expect(await bodyWithout('/api/nothing')).toBe('complete')
    expect(await bodyWithout('/api/reviews/to-write')).toBe('pending')
  })

  test('whose data cannot be read arrives as a skeleton', async () => {
    const { [`/api/chat/conversations/${ana.id}`]: list, ...others } = ANSWERS
    delete ANSWERS[`/api/chat/conversations/${ana.id}`]
    const { state, status } = await messages('America/Chicago')
    expect([status, state.body]).toEqual([200, 'pending'])
    Object.assign(ANSWERS, others, { [`/api/chat/conversations/${ana.id}`]: list })
  })
})

test('only public pages have an address to be kept at, without what changes no page', () => {
  for (const [url, address] of [
    ['/', '/'],
    ['/?utm_source=x&lang=pt', '/?lang=pt'],
    ['/search?zip_code=78701&pets_ok=true&fbclid=x', '/search?zip_code=78701&pets_ok=true'],
    ['/professional/grace?book=1&x', '/professional/grace?book=1'],
    ['/house-cleaning/tx?', '/house-cleaning/tx?'],
    ['/nowhere', undefined],
    ['/login', undefined],
    ['/bookings?view=calendar', undefined],
  ])
    expect([url, keptAddress(url!)]).toEqual([url, address])
})
