import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MESSAGE_LENGTH_MAX } from '#contract/talk/message-rules.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { photo, sendBytes, sendForm } from '#server/test/builders/form.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { sweepPictures } from '#server/market/professionals/unused-pictures.ts'

const DAY_MS = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

type Person = { id: string }

const send = (
  from: Person | null,
  to: Person,
  sent: Record<string, string | File | File[]>,
  headers = {},
) => sendForm(server, from, 'POST', `/api/chat/pictures/${to.id}`, sent, headers)
const storedFiles = () => readdir(server.context.config.uploadsDir).catch(() => [])

async function pair(facts: { credits?: number } = {}) {
  return [await buildClient(server), await buildProfessional(server, facts)] as const
}

async function thread(reader: Person, other: Person) {
  const { body } = await (
    await as(server, reader)
  ).get(`/api/chat/messages/${reader.id}/${other.id}`)
  return body.messages
}

// rule: messages
test('a photo is a message, with text, in three sizes and without the camera’s metadata', async () => {
  const [client, grace] = await pair()
  const bytes = await sharp({
    create: { width: 3000, height: 600, channels: 3, background: '#7a5' },
  })
    .withExif({ IFD0: { Copyright: 'the street where I live' } })
    .jpeg()
    .toBuffer()
  const image = new File([new Uint8Array(bytes)], 'kitchen.jpg', { type: 'image/jpeg' })
  const { status, body } = await send(client, grace, { image, message: ' The kitchen <b> ' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    kind: 'picture',
    message: 'The kitchen <b>',
    sender_id: client.id,
    receiver_id: grace.id,
    picture: { width: 1600, height: 320, url: body.picture_url },
  })
  expect(await thread(grace, client)).toEqual([body])
  for (const size of ['', '-640', '-240']) {
    const url = body.picture_url.replace('.webp', `${size}.webp`)
    const answer = await (await as(server, grace)).get(url)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('image/webp')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(String(answer.body)).not.toContain('street')
  }
})

// rule: messages
test('a photo opens only for the two sides of its conversation, at no other address, and not without a session', async () => {
  const [client, grace] = await pair()
  const [other, mary] = await pair()
  const { picture_url: url } = (await send(client, grace, { image: await photo() })).body
  for (const reader of [client, grace]) {
    const first = await (await as(server, reader)).get(url)
    expect(first.status).toBe(200)
    const repeated = await (
      await as(server, reader)
    ).get(url, { 'if-none-match': String(first.headers['etag']) })
    expect(repeated.status).toBe(304)
  }
  for (const reader of [other, mary])
    expect((await (await as(server, reader)).get(url)).status).toBe(404)
  expect((await visitor(server).get(url)).status).toBe(401)
  const file = url.split('/').at(-1)
  for (const path of ['/api/uploads/', '/api/image-proxy/', '/uploads/']) {
    expect((await (await as(server, client)).get(path + file)).status).toBe(404)
  }
  expect((await (await as(server, client)).get('/api/chat/pictures/..%2Fx')).status).toBe(404)
})

// rule: messages
test('a photo is refused where a message would be, and if it is not a photo; nothing is written or stored', async () => {
  const [client, grace] = await pair()
  const [other, idle] = [
    await buildClient(server),
    await buildProfessional(server, { active: false }),
  ]
  const files = await storedFiles()
  const image = await photo()
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png')
  const large = new File(
    [new Uint8Array(await image.arrayBuffer()), new Uint8Array(5_300_000)],
    'a.jpg',
  )
  for (const [from, to, sent, status, code] of [
    [null, grace, { image }, 401, 'not_signed_in'],
    [client, idle, { image }, 409, 'professional_not_accepting_messages'],
    [client, other, { image }, 409, 'professional_not_accepting_messages'],
    [grace, client, { image }, 403, 'client_contacts_first'],
    [client, { id: 'x' }, { image }, 422, 'invalid_input'],
    [client, grace, {}, 422, 'image_required'],
    [client, grace, { image: svg }, 422, 'image_unreadable'],
    [client, grace, { image: large }, 422, 'message_image_too_large'],
    [client, grace, { image: [image, image] }, 400, 'form_unreadable'],
    [client, grace, { image, message: 'x'.repeat(5001) }, 422, 'message_too_long'],
  ] as const) {
    expect(await send(from, to, sent as Record<string, File>)).toMatchObject({
      status,
      body: { code },
    })
  }
  const json = { 'content-type': 'application/json' }
  const url = `/api/chat/pictures/${grace.id}`
  expect((await sendBytes(server, client, 'POST', url, Buffer.from('{}'), json)).status).toBe(415)
  expect(await thread(client, grace)).toEqual([])
  expect(await storedFiles()).toEqual(files)
})

// rule: photos, idempotency-key
test('a form that is sent again costs no upload; another one, a refused one or a broken one with its key does', async () => {
  const [client, grace] = await pair()
  const left = () => consumeRateLimit(server.context, 'upload_by_user', client.id)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const image = await photo()
  const before = await left()
  const used = async () => before - (await left())
  const { body } = await send(client, grace, { image }, key)
  expect(await used()).toBe(2)
  expect((await send(client, grace, { image }, key)).body).toEqual(body)
  expect(await used()).toBe(3)
  const other = await send(client, grace, { image, message: 'Another' }, key)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect(await used()).toBe(5)
  const message = 'x'.repeat(MESSAGE_LENGTH_MAX + 1)
  expect((await send(client, grace, { image, message }, key)).body.code).toBe('message_too_long')
  expect(await used()).toBe(7)
  const cut = { ...key, 'content-type': 'multipart/form-data; boundary=x' }
  const url = `/api/chat/pictures/${grace.id}`
  const broken = await sendBytes(server, client, 'POST', url, Buffer.from('--x\r\n'), cut)
  expect(broken.body.code).toBe('form_unreadable')
  expect(await used()).toBe(9)
})

// rule: messages
test('a photo sent again with the same Idempotency-Key is one message, with another key a second one', async () => {
  const [client, grace] = await pair()
  const image = await photo()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await send(client, grace, { image }, key)
  expect((await send(client, grace, { image }, key)).body).toEqual(first.body)
  expect(await thread(grace, client)).toHaveLength(1)
  expect((await send(client, grace, { image, message: 'x' }, key)).body.code).toBe(
    'idempotency_key_reused',
  )
  await send(client, grace, { image }, { 'idempotency-key': crypto.randomUUID() })
  expect(await thread(grace, client)).toHaveLength(2)
})

// rule: conversation-access
test('a photo in a locked lead is refused to the professional', async () => {
  const [client, grace] = await pair({ credits: 0 })
  const { picture_url: url } = (await send(client, grace, { image: await photo() })).body
  expect((await (await as(server, client)).get(url)).status).toBe(200)
  expect(await (await as(server, grace)).get(url)).toMatchObject({
    status: 402,
    body: { code: 'lead_locked' },
  })
})

// rule: messages
test('the clean-up job keeps photos that a message shows and deletes after 30 days those that none shows', async () => {
  const [client, grace] = await pair()
  const { picture_url: url } = (await send(client, grace, { image: await photo() })).body
  const unnamed = `private-${'b'.repeat(32)}.webp`
  await server.context.files.put(unnamed, new Uint8Array([1]))
  const sweepAfterDays = (days: number) => {
    const now = new Date(Date.now() + days * DAY_MS)
    return sweepPictures({ ...server.context, clock: { now: () => now } })
  }
  await sweepAfterDays(2)
  await sweepAfterDays(32)
  expect((await (await as(server, grace)).get(url)).status).toBe(200)
  expect(await server.context.files.has(unnamed)).toBe(false)
})
