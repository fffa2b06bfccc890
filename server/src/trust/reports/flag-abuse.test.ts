// rule: flags
import { suspendByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking, NOW } from '#server/test/builders/booking.ts'
import { signedIn, visitor } from '#server/test/call.ts'
import { poison } from '#server/test/poison.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { tagDevice } from '#server/people/sessions/device-tags.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const DEVICE = `d-${'a'.repeat(16)}`
const NETWORK = 'n-4f2a91'
const ago = (hours: number) => new Date(+NOW - hours * HOUR_MS)
type Person = { id: string }

let server: TestServer
let now = NOW
let professional: Person

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  for (const table of ['flags', 'cases', 'reviews', 'device_tags'] as const) {
    await server.db.deleteFrom(table).execute()
  }
  professional = await buildProfessional(server)
})

async function review(hours: number, facts: object = {}, by?: Person) {
  const { id } = by ?? (await buildClient(server))
  const written = { professional_id: professional.id, client_id: id, rating: 5, title: 'T' }
  const row = { ...written, comment: 'C', created_at: ago(hours), ...facts }
  await server.db.insertInto('reviews').values(row).execute()
}

/** The flags and the cases after two runs of the job, and whom they are about. */
async function flagged() {
  await JOBS['flag-abuse'](server.context, {})
  await JOBS['flag-abuse'](server.context, {})
  const flags = await server.db.selectFrom('flags').select(['kind', 'user_id']).execute()
  const cases = await server.db.selectFrom('cases').select(['queue', 'kind', 'person_id']).execute()
  expect(cases).toEqual(
    flags.map(({ kind, user_id }) => ({ queue: 'reviews', kind, person_id: user_id })),
  )
  return flags.map(({ kind, user_id }) => `${kind} ${user_id}`)
}

const device = (person: Person, at = NOW, tag = DEVICE) =>
  server.db.transaction().execute((tx) => tagDevice(tx, person.id, tag, at))

// rule: scheduled-jobs
test('a person who cannot be flagged stops no other', async () => {
  const clients: Person[] = [await buildClient(server), await buildClient(server)]
  const [first, second] = clients.map(({ id }) => id).toSorted()
  for (const client of clients) {
    for (let count = 0; count < 5; count++) {
      professional = await buildProfessional(server)
      await review(1, {}, client)
    }
  }
  const cure = await poison(server.db, 'insert', 'cases', sql`new.person_id = ${sql.lit(first)}`)
  expect(await flagged()).toEqual([`reviews_without_visits ${second}`])
  await cure()
  expect(await flagged()).toHaveLength(2)
})

describe('three reviews of one professional from one source within 48 hours are flagged', () => {
  test.each([
    ['one network', { network_tag: NETWORK }, [0, 20, 48], 1],
    ['one device', { device_tag: DEVICE }, [0, 20, 48], 1],
    ['more than 48 hours', { network_tag: NETWORK }, [0, 20, 48.001], 0],
    ['two reviews', { network_tag: NETWORK }, [0, 20], 0],
    ['no tag', {}, [0, 1, 2], 0],
  ] as const)('%s', async (_, tags, hours, count) => {
    for (const hour of hours) await review(hour, tags)
    const expected = `reviews_of_one_source ${professional.id}`
    expect(await flagged()).toEqual(count ? [expected] : [])
  })

  test('of two professionals are not', async () => {
    await review(0, { network_tag: NETWORK })
    await review(1, { network_tag: NETWORK })
    professional = await buildProfessional(server)
    await review(2, { network_tag: NETWORK })
    expect(await flagged()).toEqual([])
  })
})

test('a review from a device that signed in as its professional is flagged, from another one not', async () => {
  await device(professional, ago(2000))
  await review(1, { device_tag: `d-${'b'.repeat(16)}` })
  expect(await flagged()).toEqual([])
  await review(1, { device_tag: DEVICE })
  expect(await flagged()).toEqual([`own_review ${professional.id}`])
})

describe('five reviews in 7 days by a client without visits are flagged', () => {
  const written = async (count: number, oldest = 7 * DAY_HOURS - 1) => {
    const client = await buildClient(server)
    for (let index = 0; index < count; index++) {
      professional = await buildProfessional(server)
      await review(index === 0 ? oldest : index, {}, client)
    }
    return client
  }
  test('five', async () => {
    const client = await written(5)
    expect(await flagged()).toEqual([`reviews_without_visits ${client.id}`])
  })
  test('four are not', async () => {
    await written(4)
    expect(await flagged()).toEqual([])
  })
  test('five in more than 7 days are not', async () => {
    await written(5, 7 * DAY_HOURS)
    expect(await flagged()).toEqual([])
  })
  test('by a client with a visit are not', async () => {
    const client = await written(5)
    await insertBooking(server, client, professional)
    expect(await flagged()).toEqual([])
  })
})

describe('five or more reviews in a week, five times the average, are flagged', () => {
  test.each([
    [4, 0, false],
    [5, 0, true],
    [5, 12, true],
    [5, 13, false],
    [6, 14, true],
  ])('%i reviews after %i in 12 weeks: %s', async (recent, before, isFlagged) => {
    for (let index = 0; index < before; index++) await review(7 * DAY_HOURS + index)
    // Outside of the 13 weeks.
    await review(13 * 7 * DAY_HOURS)
    for (let index = 0; index < recent; index++) await review(index * 30)
    expect(await flagged()).toEqual(isFlagged ? [`many_reviews ${professional.id}`] : [])
  })
})

describe('accounts that share a device and a phone or mailbox are flagged', () => {
  const pair = async (older: object, newer: object, tags: [string, string] = [DEVICE, DEVICE]) => {
    const first = await buildClient(server, { created_at: ago(100), ...older })
    const second = await buildClient(server, { created_at: ago(50), ...newer })
    await device(first, ago(10), tags[0])
    await device(second, ago(1), tags[1])
    return second
  }
  const key = () => Math.random().toString(36).slice(2)
  const phone = '+1 (512) 555-0177'
  test('one phone', async () => {
    const second = await pair({ phone }, { phone: '512.555.0177' })
    expect(await flagged()).toEqual([`duplicate ${second.id}`])
  })
  test('one mailbox', async () => {
    const name = key()
    const second = await pair(
      { email: `${name}@gmail.com`, phone: '1' },
      { email: `${name[0]}.${name.slice(1)}+two@googlemail.com`, phone: '2' },
    )
    expect(await flagged()).toEqual([`duplicate ${second.id}`])
  })
  test('neither, or another device, is not', async () => {
    await pair({ phone }, { phone: '512 555 0178' })
    await pair({ phone }, { phone }, [`d-${'c'.repeat(16)}`, `d-${'d'.repeat(16)}`])
    expect(await flagged()).toEqual([])
  })
})

describe('an account opened on the device of a suspended person is flagged', () => {
  const opened = async (created_at: Date, firstDevice: Date) => {
    const suspended = await buildClient(server, { created_at: ago(100), phone: '1' })
    await device(suspended, ago(90))
    now = ago(48)
    await suspendByOperator(
      server.context,
      suspended.id,
      { reason: 'Fraud.', doneBy: 'cli:olga' },
      'keep',
    )
    now = NOW
    const account = await buildClient(server, { created_at, phone: '2' })
    await device(account, firstDevice)
    return account
  }
  test('after the suspension', async () => {
    const account = await opened(ago(2), ago(1))
    expect(await flagged()).toEqual([`suspended_device ${account.id}`])
  })
  test('before it, or with another first device, is not', async () => {
    await opened(ago(49), ago(49))
    await server.db.deleteFrom('device_tags').execute()
    await opened(ago(2), ago(0.99))
    expect(await flagged()).toEqual([])
  })
})

test('a review keeps keyed tags of its network and device for 90 days, and no address', async () => {
  const client = await buildClient(server)
  const content = { rating: 5, title: 'T', comment: 'C' }
  const draft = { client_id: client.id, professional_id: professional.id, ...content }
  const session = await signedIn(server, client)
  const cookie = `lustra_session=${session}; lustra_device=${'x'.repeat(43)}`
  const { status } = await visitor(server).post('/api/reviews/general', draft, { cookie })
  expect(status).toBe(200)
  const tags = async () =>
    server.db.selectFrom('reviews').select(['network_tag', 'device_tag']).execute()
  expect(await tags()).toEqual([
    {
      network_tag: expect.stringMatching(/^n-[0-9a-f]{6}$/),
      device_tag: expect.stringMatching(/^d-[0-9a-f]{16}$/),
    },
  ])
  const run = async (ms: number) => {
    now = new Date(+NOW + ms)
    await JOBS['flag-abuse'](server.context, {})
    return tags()
  }
  expect((await run(90 * DAY_HOURS * HOUR_MS))[0]!.network_tag).not.toBeNull()
  expect(await run(90 * DAY_HOURS * HOUR_MS + 1)).toEqual([{ network_tag: null, device_tag: null }])
})
