// rule: earlier-files
import { rm } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { sendEarlierFile } from './earlier-files.ts'
import { deleteExpired } from './http/delete-expired.ts'
import type { App } from './http/app.ts'
import { buildWebApp } from './test/built-web-app.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'

const HOUR_MS = 3_600_000
const PAGE = '<p>A screen</p>'
const CODE = 'start("the earlier build")'

let server: TestServer
let now = new Date('2026-11-20T16:00:00Z')
const apps: App[] = []
/** Two processes, of an earlier and of a later build. */
beforeAll(async () => {
  server = await testServer({ OPERATOR_NETWORKS: '127.0.0.1' }, { now: () => now })
  const builds: Record<string, string | Buffer>[] = [
    {
      'client/assets/earlier-1.js': CODE,
      'client/assets/earlier-1.js.br': brotliCompressSync(CODE),
      'client/assets/font-1.woff2': 'font',
      'console/assets/earlier-2.js': 'operate earlier',
    },
    { 'client/assets/later-1.js': 'start("the later build")' },
  ]
  for (const build of builds) {
    const webDir = await buildWebApp(build)
    apps.push(await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity }))
    await rm(webDir, { recursive: true })
  }
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await server.close()
})

test('during a deployment each process answers for the files of both builds', async () => {
  const [earlier, later] = apps as [App, App]
  const compressed = await later.inject({
    url: '/assets/earlier-1.js?x',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(compressed.rawPayload).toEqual(brotliCompressSync(CODE))
  expect((await later.inject('/assets/earlier-1.js')).body).toBe(CODE)
  const font = await later.inject('/assets/font-1.woff2')
  expect([font.body, font.headers['content-type']]).toEqual(['font', 'font/woff2'])
  expect((await earlier.inject('/assets/later-1.js')).body).toBe('start("the later build")')

  const ofConsole = { url: '/operator/assets/earlier-2.js' }
  const shown = await later.inject(ofConsole)
  expect([shown.body, shown.headers['cache-control']]).toEqual([
    'operate earlier',
    'private, max-age=31536000, immutable',
  ])
  const hidden = await later.inject({ ...ofConsole, remoteAddress: '198.51.100.1' })
  expect(hidden.body).toBe(PAGE)
})

test('a file that was sent is the whole answer, and no page is made for it', async () => {
  const bare = fastify()
  const answers: boolean[] = []
  bare.get('*', async (request, reply) => {
    answers.push(await sendEarlierFile(server.context, request, reply, 'no-store'))
    return answers.at(-1) ? reply : 'a page'
  })
  expect((await bare.inject('/assets/earlier-1.js')).body).toBe(CODE)
  expect((await bare.inject('/assets/nobody-1.js')).body).toBe('a page')
  expect(answers).toEqual([true, false])
  await bare.close()
})

test('a file that only the database knows, or that was changed there, is not served', async () => {
  const later = apps[1]!
  const forged = {
    name: 'assets/forged-1.js',
    content: Buffer.from('steal()'),
    is_brotli: false,
    signature: Buffer.alloc(32),
    seen_at: now,
  }
  await server.db.insertInto('web_files').values(forged).execute()
  await server.db
    .updateTable('web_files')
    .set({ content: Buffer.from('steal()') })
    .where('name', '=', 'assets/font-1.woff2')
    .execute()
  const names = [
    'forged-1.js',
    'font-1.woff2',
    'unknown-1.js',
    '%00.js',
    '..%2fassets%2fearlier-1.js',
  ]
  for (const name of names)
    expect([name, (await later.inject(`/assets/${name}`)).body]).toEqual([name, PAGE])
})

test('the files of a build that nobody has served for a day are deleted', async () => {
  const files = async () =>
    (await server.db.selectFrom('web_files').select('name').execute()).map(({ name }) => name)
  now = new Date(now.getTime() + 24 * HOUR_MS)
  await deleteExpired(server.context)
  expect(await files()).toContain('assets/earlier-1.js')
  const webDir = await buildWebApp({ 'client/assets/later-1.js': 'start("the later build")' })
  apps.push(await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity }))
  await rm(webDir, { recursive: true })
  now = new Date(now.getTime() + 2 * HOUR_MS)
  await deleteExpired(server.context)
  expect(await files()).toContain('assets/later-1.js')
  expect(await files()).not.toContain('assets/earlier-1.js')
})
