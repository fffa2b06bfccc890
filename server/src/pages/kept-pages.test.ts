// rule: server-rendering
import { rm } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { KeptPages } from './kept-pages.ts'
import type { App } from '#server/http/app.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { buildWebApp } from '#server/test/built-web-app.ts'
import { signedIn } from '#server/test/call.ts'
import { askOverNetwork } from '#server/test/over-network.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

/** Renders what it reads, and says how often it did. */
const RENDERER = `
  let renders = 0
  export const loadAll = async () => {}
  export const languageInAddress = () => undefined
  export const requestLanguage = (cookie, accepted) => cookie ?? accepted ?? 'en'
  export const keptAddress = (url) =>
    url.startsWith('/own') ? undefined : url.replace(/[?&]utm_source=[^&]*/, '')
  export const render = async ({ url, language, user, fetcher }) => {
    renders += 1
    const answer = await fetcher('/api/public/professional/grace')
    const html = JSON.stringify({ url, language, user: user?.id, renders, answer: await answer.text(), rest: ' '.repeat(2000) })
    return { status: answer.status, head: { noindex: url === '/hidden' }, html }
  }
  export const renderDocument = ({ html }) => html`

let at = new Date('2026-11-26T12:00:00Z')
let server: TestServer
let app: App
let webDir: string
let grace: Awaited<ReturnType<typeof buildProfessional>>
beforeAll(async () => {
  webDir = await buildWebApp({ 'server/entry-server.js': RENDERER })
  server = await testServer({}, { now: () => at })
  grace = await buildProfessional(server, { slug: 'grace' })
  app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})
/** No test finds the pages of another one. */
beforeEach(() => passSeconds(11))

function passSeconds(seconds: number) {
  at = new Date(at.getTime() + seconds * 1000)
}

type Page = { url: string; renders: number; language: string; user?: string; answer: string }

async function visit(url: string, headers: Record<string, string> = {}) {
  const asked = { headers: { 'accept-language': 'en', ...headers } }
  const { id: _, ...answer } = await askOverNetwork(app, url, asked)
  const isBrotli = answer.headers['content-encoding'] === 'br'
  const text = isBrotli ? brotliDecompressSync(answer.body) : answer.body
  return { ...answer, page: JSON.parse(text.toString()) as Page }
}

const changeRate = (cents: number) =>
  server.db
    .updateTable('professionals')
    .set({ hourly_rate_cents: cents })
    .where('user_id', '=', grace.id)
    .execute()

test('the page of a second visitor is the same without rendering, also compressed', async () => {
  for (const headers of [{}, { 'accept-encoding': 'br' }] as Record<string, string>[]) {
    const first = await visit('/hidden', headers)
    const second = await visit('/hidden', headers)
    expect([second.body, second.headers]).toEqual([first.body, first.headers])
    expect(second.page.renders).toBe(first.page.renders)
    expect(second.headers['x-robots-tag']).toBe('noindex')
    expect(second.headers['vary']).toMatch(/accept-encoding/i)
    expect(second.headers['content-encoding']).toBe(headers['accept-encoding'])
  }
  const metrics = await server.context.meters.registry.metrics()
  expect(metrics).toMatch(/lustra_pages_total\{source="kept"\} 3\b/)
})

test('a change shows after ten seconds', async () => {
  await changeRate(4400)
  const before = await visit('/')
  await changeRate(7700)
  passSeconds(9)
  expect((await visit('/')).page).toEqual(before.page)
  passSeconds(2)
  expect((await visit('/')).page.answer).toContain('"hourly_rate":77')
})

test('languages and addresses do not mix, and what an address may not name changes no page', async () => {
  for (const language of ['en', 'pt', 'en', 'pt'])
    for (const url of ['/', '/?page=2', '/search']) {
      const { page } = await visit(url, { 'accept-language': language })
      expect(page).toMatchObject({ url, language })
    }
  const { page } = await visit('/search')
  expect((await visit('/search?utm_source=letter')).page).toEqual(page)
})

test('a signed-in person neither gets nor leaves a kept page', async () => {
  const maya = await buildClient(server)
  const visitor = await visit('/')
  expect(visitor.headers['cache-control']).toBe('public, max-age=2, stale-while-revalidate=3')
  const cookie = `lustra_session=${await signedIn(server, maya)}`
  const [one, other] = [await visit('/', { cookie }), await visit('/', { cookie })]
  expect([one.page.user, one.headers['cache-control']]).toEqual([maya.id, 'no-store'])
  expect(other.page.renders).toBe(one.page.renders + 1)
  expect((await visit('/')).body).toEqual(visitor.body)
})

// rule: language-choice
test('a visitor who has chosen a language gets no page of another one', async () => {
  for (const language of ['pt', 'en', 'pt', 'en']) {
    const { page } = await visit('/?chosen', { cookie: `i18nextLng=${language}` })
    expect(page.language).toBe(language)
  }
})

// rule: read-replicas, marketplace-health, server-rendering
test('whoever has just written, and an operator, get no page that was kept', async () => {
  const { page } = await visit('/')
  for (const cookie of ['lustra_written=1', 'lustra_operator=x', 'lustra_view=x'])
    expect(await visit('/', { cookie })).toMatchObject({
      headers: { 'cache-control': 'private, no-cache' },
      page: { renders: expect.toSatisfy((renders) => renders > page.renders) },
    })
})

// rule: checkout-return
test('a program gets no page that was kept for a browser', async () => {
  await visit('/payment-success', { accept: 'text/html' })
  const { headers } = await askOverNetwork(app, '/payment-success', {
    headers: { accept: 'application/json' },
  })
  expect(headers['content-type']).toContain('application/json')
})

test('a page is rendered each time if its address is a secret, if it is not public or is no success', async () => {
  for (const url of ['/reset-password/some-token', '/own'])
    expect((await visit(url)).page.renders).toBeLessThan((await visit(url)).page.renders)
  await server.db
    .updateTable('professionals')
    .set({ slug: 'other' })
    .where('user_id', '=', grace.id)
    .execute()
  const missing = await visit('/')
  expect([missing.status, missing.page.answer]).toEqual([404, expect.stringContaining('not_found')])
  expect(missing.headers['cache-control']).toBe('private, no-cache')
  await server.db
    .updateTable('professionals')
    .set({ slug: 'grace' })
    .where('user_id', '=', grace.id)
    .execute()
  expect((await visit('/')).status).toBe(200)
})

test('a page is over with its ten seconds, however shortly before somebody asked for it', async () => {
  const kept = new KeptPages({ now: () => at })
  await kept.keep('en', '/', { html: Buffer.from('A page'), noindex: false })
  passSeconds(10)
  expect(kept.has('en', '/')).toBe(true)
  passSeconds(1)
  expect(kept.has('en', '/')).toBe(false)
})

test('however many addresses are asked for, kept pages take a bounded memory', async () => {
  const kept = new KeptPages({ now: () => at })
  const addresses = Array.from({ length: 40 }, (_, number) => `/?x=${number}`)
  for (const address of addresses)
    await kept.keep('en', address, { html: Buffer.alloc(1_000_000, ' '), noindex: false })
  expect(addresses.filter((address) => kept.get('en', address))).toHaveLength(16)
})
