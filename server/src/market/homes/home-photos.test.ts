// rule: home-photos
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOME_PHOTOS_MAX } from '#contract/market/home-rules.ts'
import { JOBS } from '#server/jobs.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Person = { id: string }

let server: TestServer
let now = NOW
let client: Person
let caller: Caller
let image: File
/** A saved home without photos. */
let home: { id: string; rooms: { id: string }[]; version: number }

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  image = await photo()
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  caller = await as(server, client)
  home = (await caller.post('/api/homes', HOME)).body.home
})

const HOME = {
  address: '100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  kind: 'apartment',
  bedrooms: 1,
  bathrooms: 1,
}
const add = (fields: Record<string, string | File> = { image }, headers = {}, who = client) =>
  sendForm(server, who, 'POST', `/api/homes/${home.id}/photos`, fields, headers)
const photos = async () => (await caller.get(`/api/homes/${home.id}`)).body.home.photos
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const statusOf = async (who: Person, url: string) => (await (await as(server, who)).get(url)).status
/** Fills a home with rows that name no file. */
const fill = (count: number) =>
  server.db
    .insertInto('home_photos')
    .values(
      Array.from({ length: count }, (_, index) => ({
        file: `private-${client.id.replaceAll('-', '').slice(4)}${String(index).padStart(4, '0')}.webp`,
        home_id: home.id,
        created_at: NOW,
      })),
    )
    .execute()

test('a photo belongs to the home or to a room, is kept when the rooms are saved again, and goes with its files', async () => {
  const room_id = home.rooms[0]!.id
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await add({ image, room_id }, key)
  expect(first.body.home.photos).toMatchObject([{ room_id }])
  expect((await add({ image, room_id }, key)).body).toEqual(first.body)
  const { status, body } = await add()
  expect(status).toBe(200)
  const shown: { file: string; url: string; room_id: string | null }[] = body.home.photos
  // The two photos are of one moment, so either can be first.
  const ofRoom = shown.find((photo) => photo.room_id === room_id)!
  const ofHome = shown.find((photo) => photo.room_id === null)!
  expect(shown).toHaveLength(2)
  for (const { file, url } of shown) expect(url).toBe(`/api/private-photos/${file}`)
  for (const url of [ofRoom.url, ofHome.url.replace('.webp', '-240.webp')]) {
    const { status, headers } = await caller.get(url)
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'private, no-store',
      'image/webp',
    ])
  }

  const save = (rooms: object[], version: number) =>
    caller.put(`/api/homes/${home.id}`, { ...HOME, rooms, version })
  await save(home.rooms, 1)
  expect(await photos()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ room_id }),
      expect.objectContaining({ room_id: null }),
    ]),
  )
  await save(home.rooms.slice(1), 2)
  expect(await photos()).toMatchObject([{ room_id: null }, { room_id: null }])

  const removed = await caller.delete(`/api/homes/${home.id}/photos/${ofRoom.file}`)
  expect(removed.body.home.photos).toMatchObject([{ file: ofHome.file }])
  expect(await statusOf(client, ofRoom.url)).toBe(404)
  await JOBS['forget-picture'](server.context, { file: ofRoom.file })
  await JOBS['forget-picture'](server.context, { file: ofHome.file })
  expect(await server.context.files.has(ofRoom.file)).toBe(false)
  expect(await server.context.files.has(ofHome.file)).toBe(true)

  await caller.delete(`/api/homes/${home.id}`)
  expect(await statusOf(client, ofHome.url)).toBe(404)
  await JOBS['forget-picture'](server.context, { file: ofHome.file })
  expect(await server.context.files.has(ofHome.file)).toBe(false)
})

test('what cannot be added or removed is refused, and nothing is written', async () => {
  const other = await buildClient(server)
  const text = new File(['no photo'], 'photo.jpg', { type: 'image/jpeg' })
  const answers = [
    await add({ image }, {}, other),
    await add({ image }, {}, await buildProfessional(server)),
    await add({ image, room_id: crypto.randomUUID() }),
    await add({ image: text }),
    await add({}),
    await caller.delete(`/api/homes/${home.id}/photos/private-none.webp`),
    await (await as(server, other)).delete(`/api/homes/${home.id}/photos/private-none.webp`),
  ]
  expect(answers.map(answerOf)).toEqual([
    '404 home_not_found',
    '403 clients_only',
    '422 invalid_input',
    '422 image_unreadable',
    '422 image_required',
    '404 image_not_found',
    '404 home_not_found',
  ])
  expect(await photos()).toEqual([])
})

test('of two photos at once, the twentieth is added and the next is refused', async () => {
  await fill(HOME_PHOTOS_MAX - 1)
  const both = await Promise.all([add(), add({ image, room_id: home.rooms[0]!.id })])
  expect(both.map(answerOf).toSorted()).toEqual(['200', '409 photos_full'])
  expect(await photos()).toHaveLength(HOME_PHOTOS_MAX)
  expect(answerOf(await add())).toBe('409 photos_full')
})

// rule: home-photos
test('the professional of an accepted visit sees the photos until two hours after its end, and nobody else does', async () => {
  const pro = await buildProfessional(server)
  const { file, url } = (await add()).body.home.photos[0]
  const id = await requestBooking(server, client, pro, { home_id: home.id })
  const ofVisit = async (who: Person) =>
    (await (await as(server, who)).get(`/api/bookings/${id}/visit`)).body.visit.home.photos
  expect(await statusOf(pro, url)).toBe(404)
  expect(await ofVisit(pro)).toBeUndefined()

  await move(server, pro, id, 'accepted')
  expect(await statusOf(pro, url)).toBe(200)
  for (const side of [client, pro]) {
    expect(await ofVisit(side)).toEqual([{ file, url, room_id: null }])
  }
  for (const stranger of [await buildClient(server), await buildProfessional(server)]) {
    expect(await statusOf(stranger, url)).toBe(404)
  }
  expect((await visitor(server).get(url)).status).toBe(401)
  for (const wrong of ['none', `private-${'0'.repeat(32)}.webp`, file.replace('private-', '')]) {
    expect(await statusOf(client, `/api/private-photos/${wrong}`)).toBe(404)
  }
  for (const elsewhere of ['/api/uploads/', '/api/image-proxy/', '/api/chat/pictures/']) {
    expect(await statusOf(client, `${elsewhere}${file}`)).toBe(404)
  }

  now = new Date('2026-12-01T18:59:59Z')
  await move(server, pro, id, 'completed')
  expect([await statusOf(pro, url), await ofVisit(pro)]).toMatchObject([200, [{ file }]])
  now = new Date('2026-12-01T19:00:00Z')
  expect([await statusOf(pro, url), await ofVisit(pro)]).toEqual([404, []])
  expect([await statusOf(client, url), await ofVisit(client)]).toMatchObject([200, [{ file }]])
})

// rule: home-photos
test('a cancelled visit ends the view of the photos', async () => {
  const pro = await buildProfessional(server)
  const { url } = (await add()).body.home.photos[0]
  const id = await requestBooking(server, client, pro, { home_id: home.id })
  await move(server, pro, id, 'accepted')
  await move(server, client, id, 'cancelled', 'Plans changed')
  expect(await statusOf(pro, url)).toBe(404)
})
