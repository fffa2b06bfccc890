// rule: storage-full
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceRefusalOf } from '#server/db/database-problem.ts'
import { rowCounts } from '#server/test/builders/booking.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { testServer } from '#server/test/server.ts'
import { filesInBucket } from './bucket.ts'
import type { Files } from './files.ts'

const NAME = `${'0123456789abcdef'.repeat(2)}.webp`
/** The faulty answers that the bucket gives instead of those of S3. */
const FAULTS = {
  'is silent': () => {},
  refuses: (answer) => {
    const code = '<Error><Code>AccessDenied</Code></Error>'
    answer.writeHead(403, { 'content-type': 'application/xml' }).end(code)
  },
  fails: (answer) => answer.writeHead(503).end(),
  'breaks off': (answer) => {
    answer.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => answer.destroy(), 20)
  },
  'stops in the middle': (answer) => answer.writeHead(200, { 'content-length': '100' }).write('ha'),
} satisfies Record<string, (answer: ServerResponse) => void>

let fault: keyof typeof FAULTS | undefined
let bucket: Server
let address: string
let files: Files
beforeAll(async () => {
  bucket = createServer((request, answer) => {
    request.resume()
    if (fault) FAULTS[fault](answer)
    else answer.end()
  })
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  const { port } = bucket.address() as AddressInfo
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`)
  address = `s3://KEY:SECRET@pictures?endpoint=${endpoint}`
  files = filesInBucket(address, { tryMsMax: 100, callMsMax: 250 })
})
afterAll(() => {
  bucket.closeAllConnections()
  bucket.close()
})

const listed = async (list: AsyncIterable<unknown>) => {
  for await (const _ of list) continue
}
const CALLS = {
  put: () => files.put(NAME, Buffer.from('x')),
  read: () => files.read(NAME),
  has: () => files.has(NAME),
  remove: () => files.remove(NAME),
  list: () => listed(files.list()),
  listNotes: () => listed(files.listNotes()),
  readMarker: () => files.readMarker('lustra-storage'),
}
/** The calls that read the body of an answer. All other calls need only its head, whatever comes after it. */
const NEEDS_BODY = new Set(['read', 'list', 'listNotes', 'readMarker'])
const HAS_BODY = new Set(['breaks off', 'stops in the middle'])
const asError = (error: unknown) => error

test.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])(
  'of a bucket that %s each call fails within its limit, as something that is away',
  async (name) => {
    fault = name
    const calls = Object.entries(CALLS).filter(
      ([call]) => NEEDS_BODY.has(call) || !HAS_BODY.has(name),
    )
    const begin = performance.now()
    const errors = await Promise.all(
      calls.map(([call, run]) => run().then(() => `${call} succeeded`, asError)),
    )
    expect(performance.now() - begin).toBeLessThan(2_000)
    for (const error of errors) {
      expect(resourceRefusalOf(error)).toBe('unavailable')
      expect(String(error)).not.toMatch(/pictures\?|KEY|SECRET|127\.0/)
    }
  },
)

test('while a bucket refuses, photos get 503 and leave nothing; the rest goes on, and photos too when it is back', async () => {
  const server = await testServer({ FILES_URL: address })
  const professional = await buildProfessional(server)
  const gallery = `/api/professional/profile/${professional.id}/image/gallery`
  const add = async () => sendForm(server, professional, 'POST', gallery, { image: await photo() })
  const before = await rowCounts(server)
  fault = 'refuses'
  const { status, body } = await add()
  expect([status, body.code]).toEqual([503, 'unavailable'])
  expect(await readdir(server.context.config.incomingDir)).toEqual([])
  expect(await rowCounts(server)).toEqual(before)
  const shown = await visitor(server).get(`/api/uploads/${NAME}`)
  expect([shown.status, shown.headers['retry-after']]).toEqual([503, '2'])
  const caller = await as(server, professional)
  const profile = `/api/professional/profile/${professional.id}`
  expect((await caller.get(profile)).status).toBe(200)
  fault = undefined
  expect((await add()).status).toBe(200)
  await server.close()
})
