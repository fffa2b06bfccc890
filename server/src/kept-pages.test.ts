// rule: kept-pages, repeated-reads
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { KeptPages, keyOfPage, newPage } from './kept-pages.ts'
import { networkLimitsOf } from './http/network-limits.ts'
import type { App } from './http/app.ts'
import { buildClient, buildProfessional } from './test/build.ts'
import { buildWebApp } from './test/built-web-app.ts'
import { signedIn } from './test/call.ts'
import { askOverNetwork } from './test/over-network.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'

/** Renders what it reads, and says how often it did. */
const RENDERER = `
  let renders = 0
  export const loadAll = async () => {}
  export const languageInAddress = () => undefined
  export const requestLanguage = (cookie, accepted) => cookie ?? accepted ?? 'en'
  export const render = async ({ url, language, user, fetcher }) => {
    renders += 1
    const paths = ['/api/service-types', '/api/public/professional/grace']
    if (url === '/other') paths.push('/api/auth/me')
    if (url === '/alone') paths.shift()
    const answers = await Promise.all(paths.map(async (path) => (await fetcher(path)).text()))
    const html = JSON.stringify({ url, language, user: user?.id, renders, answers, rest: ' '.repeat(2000) })
    return { status: 200, head: { noindex: url === '/hidden' }, html }
  }
  export const renderDocument = ({ html }) => html`

let server: TestServer
let app: App
let webDir: string
/** How many requests Fastify got. */
let routed = 0
let grace: Awaited<ReturnType<typeof buildProfessional>>
beforeAll(async () => {
  webDir = await buildWebApp({ 'server/entry-server.js': RENDERER })
  server = await testServer()
  grace = await buildProfessional(server, { slug: 'grace' })
  app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  app.addHook('onRequest', (_request, _reply, done) => {
    routed += 1
    done()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

const JSON_TYPE = 'application/json'

async function visit(url: string, headers: Record<string, string> = {}) {
  const before = routed
  const asked = { headers: { 'accept-language': 'en', ...headers } }
  const { id: _, ...answer } = await askOverNetwork(app, url, asked)
  const isPlain = !answer.headers['content-encoding'] && headers['accept'] !== JSON_TYPE
  const page = JSON.parse(isPlain ? answer.body.toString() : '{}') as Page
  return { ...answer, isRepeated: routed === before, page }
}
type Page = { renders: number; language: string; user?: string; answers: string[] }

test('the page of a second visitor is the same, without rendering, and counts as a view', async () => {
  const counted = async () => {
    await server.context.counts.flush()
    const rows = await server.db.selectFrom('daily_counts').select('profile_views').execute()
    const metrics = await server.context.meters.registry.metrics()
    const pages = /lustra_pages_total\{source="kept"\} (\d+)/.exec(metrics)?.[1]
    return [rows.reduce((sum, row) => sum + row.profile_views, 0), Number(pages)] as const
  }
  for (const headers of [{}, { 'accept-encoding': 'br' }] as Record<string, string>[]) {
    const first = await visit('/hidden', headers)
    const [views, pages] = await counted()
    const second = await visit('/hidden', headers)
    expect([first.isRepeated, second.isRepeated]).toEqual([false, true])
    expect([second.body, second.headers]).toEqual([first.body, first.headers])
    expect(second.headers['x-robots-tag']).toBe('noindex')
    expect(await counted()).toEqual([views + 1, pages + 1])
  }
})

test('a change shows at once, and reads nothing twice', async () => {
  const before = await visit('/')
  await server.db
    .updateTable('professionals')
    .set({ hourly_rate_cents: 7700 })
    .where('user_id', '=', grace.id)
    .execute()
  const after = await visit('/')
  expect(after.page.renders).toBe(before.page.renders + 1)
  expect(after.page.answers[1]).toContain('"hourly_rate":77')
  const again = await visit('/')
  expect([again.isRepeated, again.body]).toEqual([true, after.body])
})

test('languages and addresses do not mix', async () => {
  for (const language of ['en', 'pt', 'en', 'pt'])
    for (const url of ['/', '/?page=2', '/alone']) {
      const { page } = await visit(url, { 'accept-language': language })
      expect(page).toMatchObject({ url, language })
      const [types = ''] = page.answers
      const word = language === 'en' ? 'Deep Cleaning' : 'Limpeza pesada'
      expect(types.includes(word)).toBe(url !== '/alone')
    }
})

// rule: page-caching
test('a signed-in person neither gets nor leaves a kept page', async () => {
  const maya = await buildClient(server)
  const visitor = await visit('/')
  expect((await visit('/')).isRepeated).toBe(true)
  const cookie = `lustra_session=${await signedIn(server, maya)}`
  const [one, other] = [await visit('/', { cookie }), await visit('/', { cookie })]
  expect([one.page.user, one.headers['cache-control']]).toEqual([maya.id, 'no-store'])
  expect(other.page.renders).toBe(one.page.renders + 1)
  expect((await visit('/')).body).toEqual(visitor.body)
})

// rule: request-language
test('a visitor who has chosen a language gets no page of another one', async () => {
  for (const cookie of ['i18nextLng=pt', 'i18nextLng=en', 'lustra_time_zone=America/New_York'])
    for (const isRepeated of [false, true]) {
      const { page, ...visited } = await visit('/?chosen', { cookie })
      const language = cookie === 'i18nextLng=pt' ? 'pt' : 'en'
      expect([page.language, visited.isRepeated]).toEqual([language, isRepeated])
    }
})

// rule: json-for-programs
test('a program gets no page that was kept for a browser', async () => {
  for (const isRepeated of [false, true])
    expect((await visit('/payment-success', { accept: 'text/html' })).isRepeated).toBe(isRepeated)
  const { headers } = await visit('/payment-success', { accept: JSON_TYPE })
  expect(headers['content-type']).toContain(JSON_TYPE)
})

test('a page is rendered each time if its address is a secret, or if it read what cannot be repeated', async () => {
  for (const url of ['/reset-password/some-token', '/other'])
    expect((await visit(url)).page.renders).toBeLessThan((await visit(url)).page.renders)
})

// rule: network-limits
test('a kept page is not for a network whose limit is used up', async () => {
  await visit('/')
  const limits = networkLimitsOf(server.context)
  const ip = '192.0.2.1'
  for (let time = 0; time < 300_000; time++) await limits.countMissing({ ip }, null)
  const { body } = await app.inject({
    url: '/',
    remoteAddress: ip,
    headers: { 'accept-language': 'en' },
  })
  expect(body).toContain('too_many_requests')
  expect((await visit('/')).body).not.toContain('too_many_requests')
})

test('however many addresses are asked for, kept pages take a bounded memory', async () => {
  const kept = new KeptPages(() => {})
  const keys = Array.from({ length: 40 }, (_, number) => keyOfPage(`/?x=${number}`, 'en')!)
  for (const key of keys)
    kept.keep(key, newPage(' '.repeat(1_000_000), { language: 'en', reads: [] }))
  const request = { ip: '192.0.2.1', cookies: {} }
  const found = await Promise.all(
    keys.map(async (key) => (await kept.find(key, request, 'en')).page),
  )
  expect(found.map(Boolean)).toEqual(keys.map((_, number) => number >= 40 - 16))
})
