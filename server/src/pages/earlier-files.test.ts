// rule: graceful-shutdown
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { sendEarlierFile } from './earlier-files.ts'
import type { App } from '#server/http/app.ts'
import { buildWebApp } from '#server/test/built-web-app.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const HOUR_MS = 3_600_000
const PAGE = '<p>A screen</p>'
const CODE = 'start("the earlier build")'

let server: TestServer
const apps: App[] = []
/** Two processes, of an earlier and of a later build. */
beforeAll(async () => {
  server = await testServer({ OPERATOR_NETWORKS: '127.0.0.1' })
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

test('a file that only the storage knows, or that was changed there, is not served', async () => {
  const later = apps[1]!
  const { files } = server.context
  const font = Buffer.from((await files.readWebFile('assets-font-1.woff2'))!)
  const forged = (signature: Buffer) => Buffer.concat([signature, Buffer.from('steal()')])
  await files.writeWebFile('assets-forged-1.js', forged(Buffer.alloc(32)))
  await files.writeWebFile('assets-short-1.js', Buffer.from('steal()'))
  await files.writeWebFile('assets-font-1.woff2', forged(font.subarray(0, 32)))
  const names = [
    'forged-1.js',
    'short-1.js',
    'font-1.woff2',
    'unknown-1.js',
    '%00.js',
    '..%2fassets%2fearlier-1.js',
  ]
  for (const name of names)
    expect([name, (await later.inject(`/assets/${name}`)).body]).toEqual([name, PAGE])
})

test('the files of a build that nobody has served for a day are deleted', async () => {
  const folder = join(server.context.config.uploadsDir, 'web')
  const age = async (name: string, hours: number) => {
    const at = new Date(Date.now() - hours * HOUR_MS)
    await utimes(join(folder, name), at, at)
  }
  await age('assets-earlier-1.js', 31)
  await age('assets-font-1.woff2', 29)
  await age('assets-later-1.js', 31)
  const webDir = await buildWebApp({ 'client/assets/later-1.js': 'start("the later build")' })
  apps.push(await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity }))
  await rm(webDir, { recursive: true })
  const names = await readdir(folder)
  expect(names).toContain('assets-font-1.woff2')
  expect(names).not.toContain('assets-earlier-1.js')
  const { mtimeMs } = await stat(join(folder, 'assets-later-1.js'))
  expect(Date.now() - mtimeMs).toBeLessThan(HOUR_MS)
})

test('a storage that cannot be written ends no start', async () => {
  const lines: object[] = []
  const { files, log } = server.context
  const away = {
    ...files,
    listWebFiles: () => {
      throw new Error('away')
    },
  }
  const heard = Object.assign(Object.create(log) as typeof log, {
    warn: (line: object) => void lines.push(line),
  })
  const webDir = await buildWebApp()
  const app = await buildApp(
    { ...server.context, files: away, log: heard },
    { webDir, eventLoopDelayMsMax: Infinity },
  )
  expect((await app.inject('/assets/entry-12345678.js')).body).toBe('start()')
  expect(lines).toContainEqual({ err: new Error('away') })
  await app.close()
  await rm(webDir, { recursive: true })
})
