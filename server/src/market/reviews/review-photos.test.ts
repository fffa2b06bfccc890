// rule: review-fields
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking, NOW } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { JOBS } from '#server/jobs.ts'
import { revealReviews } from '../write-reviews/reveal-reviews.ts'

const HOUR_MS = 3_600_000
const hours = (count: number) => new Date(+NOW + count * HOUR_MS)

let server: TestServer
let image: File
let now = NOW
let password_hash: string
let client: { id: string }
let professional: { id: string; slug: string }

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  image = await photo()
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { password_hash })
  professional = await buildProfessional(server)
})

const upload = (by: { id: string } | null = client, headers = {}) =>
  sendForm(server, by, 'POST', '/api/reviews/photos', { image }, headers)

async function uploads(count: number): Promise<string[]> {
  const names = []
  for (let turn = 0; turn < count; turn++) names.push((await upload()).body.photo_id)
  return names
}

const content = { rating: 4, title: 'A calm house', comment: 'On time and careful.' }
const write = async (photo_ids: unknown, by = client) =>
  (await as(server, by)).post('/api/reviews/general', {
    client_id: by.id,
    professional_id: professional.id,
    ...content,
    photo_ids,
  })

/** The status with which the client, another client, the professional and a visitor read a photo. */
async function readers(file: string) {
  const path = `/api/review-photos/${file}`
  const people = [client, await buildClient(server), professional]
  const callers = [...(await Promise.all(people.map((one) => as(server, one)))), visitor(server)]
  return Promise.all(callers.map(async (caller) => (await caller.get(path)).status))
}

const stored = async (file: string) =>
  server.db
    .selectFrom('review_photos')
    .select(['review_id', 'position'])
    .where('file', '=', file)
    .executeTakeFirst()

const profile = async () =>
  (await visitor(server).get(`/api/public/professional/${professional.slug}`)).body.professional

test('a photo is private until its review is public, and again when it is hidden', async () => {
  const ended = hours(-1)
  await insertBooking(server, client, professional, { starts_at: hours(-3), ends_at: ended })
  const key = { 'idempotency-key': client.id }
  const { body } = await upload(client, key)
  expect(body).toEqual({
    photo_id: expect.stringMatching(/^review-[0-9a-f]{32}\.webp$/),
    photo: {
      url: `/api/review-photos/${body.photo_id}`,
      width: 800,
      height: 600,
      placeholder: expect.any(String),
    },
  })
  expect((await upload(client, key)).body).toEqual(body)
  expect(await readers(body.photo_id)).toEqual([200, 404, 404, 404])
  const { review_id, state } = (await write([body.photo_id])).body
  expect(state).toBe('sealed')
  expect(await readers(body.photo_id)).toEqual([200, 404, 404, 404])
  now = hours(7 * 24)
  await revealReviews(server.context)
  expect(await readers(body.photo_id)).toEqual([200, 200, 200, 200])
  expect(await readers(body.photo_id.replace('.webp', '-240.webp'))).toEqual([200, 200, 200, 200])
  const [shown] = (await profile()).reviews
  expect(shown.id).toBe(review_id)
  expect(shown.photos).toEqual([{ url: body.photo.url }])
  await server.db
    .updateTable('reviews')
    .set({ state: 'hidden' })
    .where('id', '=', review_id)
    .execute()
  expect(await readers(body.photo_id)).toEqual([200, 404, 404, 404])
})

test('a photo without a review is erased after a day, and one with a review stays', async () => {
  const [used, unused] = (await uploads(2)) as [string, string]
  await write([used])
  now = hours(24 - 1 / HOUR_MS)
  await JOBS['forget-old'](server.context, {})
  expect(await stored(unused)).toBeDefined()
  now = hours(24)
  await JOBS['forget-old'](server.context, {})
  expect(await stored(unused)).toBeUndefined()
  expect(await stored(used)).toBeDefined()
  expect((await visitor(server).get(`/api/review-photos/${unused}`)).status).toBe(404)
})

test('photos keep the order of the review, and an edit takes some away and adds others', async () => {
  const [first, second, third] = (await uploads(3)) as [string, string, string]
  const { review_id } = (await write([second, first])).body
  const urls = async () =>
    (await profile()).reviews[0].photos.map(({ url }: { url: string }) => url.split('/').at(-1))
  expect(await urls()).toEqual([second, first])
  const edit = { ...content, photo_ids: [third, second] }
  const { status } = await (await as(server, client)).put(`/api/reviews/${review_id}`, edit)
  expect(status).toBe(200)
  expect(await urls()).toEqual([third, second])
  expect(await stored(first)).toBeUndefined()
})

test('only own photos that wait make a review, four at most, and a refused review leaves them', async () => {
  const [own, used] = (await uploads(2)) as [string, string]
  await write([used])
  const otherClient = await buildClient(server)
  const others = (await upload(otherClient)).body.photo_id
  professional = await buildProfessional(server)
  const five = [own, 'a', 'b', 'c', 'd']
  for (const [ids, code] of [
    [[own, others], 'image_not_found'],
    [[own, used], 'image_not_found'],
    [['nothing.webp'], 'image_not_found'],
    [[own, own], 'invalid_input'],
    [five, 'invalid_input'],
    [own, 'invalid_input'],
  ] as const) {
    const { status, body } = await write(ids)
    expect([status, body.code]).toEqual([code === 'invalid_input' ? 422 : 404, code])
  }
  expect(await stored(own)).toEqual({ review_id: null, position: null })
  expect((await profile()).reviews).toEqual([])
  const answers = await Promise.all([write([own]), write([own])])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('only clients upload, and 20 photos at most wait', async () => {
  expect((await upload(null)).status).toBe(401)
  expect((await upload(professional)).body.code).toBe('clients_only')
  const [file] = await uploads(1)
  const rows = Array.from({ length: 18 }, (_, index) => ({
    file: `review-${String(index).padStart(2, '0')}${file!.slice(9)}`,
    client_id: client.id,
    picture: '{}',
    created_at: NOW,
  }))
  await server.db.insertInto('review_photos').values(rows).execute()
  expect((await upload()).status).toBe(200)
  expect((await upload()).body.code).toBe('photos_full')
})

// rule: account-deletion
test('the photos of a deleted account go at once, and its review stays', async () => {
  const [file] = await uploads(1)
  await write([file])
  const headers = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  expect((await (await as(server, client)).delete(`/api/users/${client.id}`, headers)).status).toBe(
    200,
  )
  expect(await stored(file!)).toBeUndefined()
  expect((await profile()).reviews).toMatchObject([{ title: content.title, photos: [] }])
})
