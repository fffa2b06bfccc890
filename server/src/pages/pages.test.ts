// rule: graceful-shutdown
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { networkLimitsOf } from '#server/http/limits/network-limits.ts'
import { registered } from '#server/test/builders/account.ts'
import { buildWebApp } from '#server/test/built-web-app.ts'
import { testServer } from '#server/test/server.ts'

test('a server serves the files it started with while the web app is rebuilt, and removes its copy at the end', async () => {
  const webDir = await buildWebApp()
  const server = await testServer()
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  await rm(webDir, { recursive: true })

  expect((await app.inject('/anywhere')).body).toBe('<p>A screen</p>')
  expect((await app.inject('/assets/entry-12345678.js')).body).toBe('start()')

  const copies = () => readdir(join(server.context.config.dataDir, 'web'))
  expect(await copies()).toHaveLength(1)
  await app.close()
  expect(await copies()).toEqual([])
  await server.close()
})

// rule: language-choice
test('the language of an address is stored in a cookie; under https only our host sets it', async () => {
  for (const [origin, name, attributes] of [
    ['http://lustra.example', 'i18nextLng', 'Path=/; SameSite=Lax'],
    ['https://lustra.example', '__Host-i18nextLng', 'Path=/; Secure; SameSite=Lax'],
  ] as const) {
    const webDir = await buildWebApp()
    const server = await testServer({ PUBLIC_ORIGIN: origin })
    const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
    const { headers } = await app.inject('/anywhere?lang=pt')
    expect(headers['set-cookie']).toBe(`${name}=pt; ${attributes}`)
    const again = await app.inject({ url: '/anywhere?lang=pt', cookies: { [name]: 'en' } })
    expect(again.headers['set-cookie']).toBeUndefined()
    await app.close()
    await server.close()
    await rm(webDir, { recursive: true })
  }
})

// rule: server-rendering
test('a text file of the web app says its type and its charset', async () => {
  const webDir = await buildWebApp()
  const server = await testServer()
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  for (const [file, type] of [
    ['/assets/entry-12345678.js', 'application/javascript'],
    ['/assets/entry-12345678.css', 'text/css'],
    ['/service-worker.js', 'text/javascript'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/anywhere', 'text/html'],
  ]) {
    const { headers } = await app.inject(file!)
    expect([file, headers['content-type']]).toEqual([file, `${type}; charset=utf-8`])
  }
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

test('only files of the build are served: no folder, no hidden file, nothing outside', async () => {
  const webDir = await buildWebApp()
  await writeFile(join(webDir, 'client/.git'), 'gitdir')
  const server = await testServer()
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  for (const address of [
    '/assets',
    '/assets/',
    '/.git',
    '/.vite/manifest.json',
    '/../server/entry-server.js',
    '/%2e%2e/server/entry-server.js',
    '/assets/..%2f..%2fserver/package.json',
  ])
    expect([address, (await app.inject(address)).body]).toEqual([address, '<p>A screen</p>'])
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

// rule: claims
test('the earlier address of the claims leads to their topic of help, in the language that was asked for', async () => {
  const webDir = await buildWebApp()
  const server = await testServer()
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  const { statusCode, headers } = await app.inject('/claims?lang=es')
  expect([statusCode, headers['location']]).toEqual([308, '/help/measures?lang=es'])
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

// rule: error-shape
test('beside the pages, a read of a call that is only written answers 405, and an unknown call 404', async () => {
  const webDir = await buildWebApp()
  const server = await testServer()
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  for (const method of ['GET', 'HEAD'] as const) {
    const wrong = await app.inject({ method, url: '/api/login' })
    expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'POST'])
    expect((await app.inject({ method, url: '/api/nothing' })).statusCode).toBe(404)
  }
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

// rule: server-rendering, rate-limits
test('a page whose data is refused by a limit has the status and the Retry-After of the refusal', async () => {
  const webDir = await buildWebApp()
  const server = await testServer({ RATE_LIMIT_SCALE: '1' })
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  const limits = networkLimitsOf(server.context)
  for (let time = 0; time < 300; time++) await limits.countMissing({ ip: '127.0.0.1' }, null)
  const { statusCode, headers } = await app.inject('/profile')
  expect([statusCode, headers['x-robots-tag']]).toEqual([429, 'noindex'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(500)
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

// rule: server-rendering, own-ids-only
test('only the reads of a user’s own page carry the session, and only if the browser names its time zone', async () => {
  const webDir = await buildWebApp({
    'server/entry-server.js': `
      export const loadAll = async () => {}
      export const languageInAddress = () => undefined
      export const requestLanguage = () => 'en'
      export const keptAddress = () => undefined
      export const render = async ({ fetcher, own }) => ({
        status: 200,
        head: {},
        answers: await Promise.all([fetcher, own?.fetcher].map((read) =>
          read ? read('/api/auth/me').then((answer) => answer.json()) : null)),
        price: await own?.fetcher('/api/bookings/quote', { method: 'POST', body: '{}' })
          .then((answer) => answer.status),
        zone: own?.timeZone,
      })
      export const renderDocument = ({ answers, zone, price }) => JSON.stringify({ answers, zone, price })`,
  })
  const server = await testServer()
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  const client = await registered(server)
  const page = async (cookie: string) =>
    (await app.inject({ url: '/anywhere', headers: { cookie } })).json()
  const refused = { code: 'not_signed_in' }

  const zone = 'lustra_time_zone=America/Chicago'
  expect(await page(`${client.cookie}; ${zone}`)).toMatchObject({
    answers: [refused, { id: client.id }],
    // A read with a body was asked, and the body is not what it should be.
    price: 422,
    zone: 'America/Chicago',
  })
  expect(await page(client.cookie)).toMatchObject({ answers: [refused, null] })
  expect(await page(zone)).toMatchObject({ answers: [refused, refused] })
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

// rule: operator-console
test('the console is one page for all its addresses, which no search engine lists and nobody stores', async () => {
  const webDir = await buildWebApp()
  const server = await testServer()
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  for (const url of ['/operator', '/operator/audit', '/operator/enrol/some-token?x=1']) {
    const { statusCode, body, headers } = await app.inject(url)
    expect([statusCode, body]).toEqual([200, '<p>The console</p>'])
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
  }
  const file = await app.inject('/operator/assets/main-12345678.js')
  expect([file.body, file.headers['x-robots-tag']]).toEqual(['operate()', 'noindex'])
  const compressed = await app.inject({
    url: '/operator/assets/main-12345678.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect([compressed.body, compressed.headers['content-encoding']]).toEqual(['compressed', 'br'])
  expect((await app.inject('/operators')).body).toBe('<p>A screen</p>')
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

// rule: operator-host
test('from other networks the addresses of the console answer as any unknown address', async () => {
  const webDir = await buildWebApp()
  const server = await testServer({ OPERATOR_NETWORKS: '192.0.2.0/24' })
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  for (const url of ['/operator', '/operator/audit', '/operator/assets/main-12345678.js']) {
    const shown = await app.inject({ url, remoteAddress: '192.0.2.1' })
    expect(['<p>The console</p>', 'operate()']).toContain(shown.body)
    const hidden = await app.inject({ url, remoteAddress: '198.51.100.1' })
    const unknown = await app.inject({ url: '/anywhere', remoteAddress: '198.51.100.1' })
    const { date: _, 'x-request-id': __, ...headers } = hidden.headers
    expect([hidden.statusCode, hidden.body]).toEqual([unknown.statusCode, unknown.body])
    expect(unknown.headers).toMatchObject(headers)
  }
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

// rule: operator-host
test('the console is at the host of OPERATOR_ORIGIN alone; elsewhere its addresses are unknown ones', async () => {
  const webDir = await buildWebApp()
  const env = { PUBLIC_ORIGIN: 'http://lustra.example', OPERATOR_ORIGIN: 'http://console.example' }
  const server = await testServer(env)
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  const at = async (host: string, url: string) =>
    (await app.inject({ url, headers: { host } })).body
  expect(await at('console.example', '/operator/audit')).toBe('<p>The console</p>')
  expect(await at('lustra.example', '/operator/audit')).toBe('<p>A screen</p>')
  expect(await at('lustra.example', '/operator/assets/main-12345678.js')).toBe('<p>A screen</p>')
  for (const url of ['/anywhere', '/assets/entry-12345678.js'])
    expect(JSON.parse(await at('console.example', url))).toMatchObject({ code: 'not_found' })
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})
