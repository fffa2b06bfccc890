// rule: problems, expired-data
import { decideProblemByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { sendForm } from '#server/test/builders/form.ts'
import { END, HOUR_MS, problemsHarness } from '#server/test/harness/problems-harness.ts'
import { deleteOldProblems, eraseProblems } from './delete-problems.ts'
import { moveProblems } from './problem-jobs.ts'

const { harness, send, reportedTask } = problemsHarness()
const read = (person: { id: string }, id: string) => send(person, 'get', `/api/problems/${id}`)
const add = (person: { id: string }, id: string, headers = {}) =>
  sendForm(
    harness.server,
    person,
    'POST',
    `/api/problems/${id}/photos`,
    { image: harness.image },
    headers,
  )
const wasOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const seen = async (person: { id: string }, url: string) =>
  (await (await as(harness.server, person)).get(url)).status
const fill = (id: string, by: string, count: number) =>
  sql`insert into problem_photos (file, problem_id, by, at)
    select 'private-' || md5(random()::text) || '.webp', ${id}::uuid, ${by}, ${harness.now} from generate_series(1, ${count})`.execute(
    harness.server.db,
  )

test('photos of both sides are seen by both and by nobody else, ten of each, and a repeat is one', async () => {
  const id = await reportedTask()
  const key = { 'idempotency-key': `photo-${id}` }
  const { body } = await add(harness.client, id, key)
  const [mine] = body.problem.photos
  expect(mine).toMatchObject({ by: 'client', at: harness.now.toISOString() })
  expect((await add(harness.client, id, key)).body.problem.photos).toHaveLength(1)
  const others = [await buildClient(harness.server), await buildProfessional(harness.server)]
  for (const person of [harness.client, harness.pro]) expect(await seen(person, mine.url)).toBe(200)
  for (const person of others) {
    expect(await seen(person, mine.url)).toBe(404)
    expect(wasOf(await add(person, id))).toBe('404 not_found')
  }
  expect((await visitor(harness.server).get(mine.url)).status).toBe(401)
  await fill(id, 'client', 8)
  const both = await Promise.all([add(harness.client, id), add(harness.client, id)])
  expect(both.map((one) => wasOf(one)).toSorted()).toEqual(['200', '409 photos_full'])
  expect((await read(harness.client, id)).problem.may).toEqual(['withdrawn'])
  const ofPro = (await add(harness.pro, id)).body.problem
  expect(ofPro.photos).toHaveLength(11)
  const byPro = ofPro.photos.filter(({ by }: { by: string }) => by === 'professional')
  expect(byPro).toHaveLength(1)
})

test('photos end after 14 days and with the problem, and go 90 days after it, the rest after 24 months', async () => {
  const id = await reportedTask()
  const { problem } = (await add(harness.pro, id)).body
  harness.now = new Date(+END + 72 * HOUR_MS)
  await moveProblems(harness.server.context)
  harness.now = new Date(+END + 14 * 24 * HOUR_MS - 1)
  const last = (await add(harness.pro, id)).body.problem
  harness.now = new Date(+END + 14 * 24 * HOUR_MS)
  expect(wasOf(await add(harness.client, id))).toBe('409 report_too_late')
  const decision = {
    decision: 'shared',
    reason: 'agreed',
    text: 'You both agreed.',
    doneBy: 'cli',
  } as const
  await decideProblemByOperator(harness.server.context, id, decision)
  expect(wasOf(await add(harness.client, id))).toBe('409 problem_moved')
  const { db } = harness.server
  const contact = { booking_id: harness.booking, at: END, by: 'client', way: 'message' }
  await db.insertInto('booking_contacts').values(contact).execute()
  const contacts = async () => {
    await deleteOldProblems(harness.server.context)
    const recorded = db.selectFrom('booking_contacts').select('way')
    return recorded.where('booking_id', '=', harness.booking).execute()
  }
  const endedAt = +harness.now
  const left = async () => (await read(harness.client, id)).problem?.photos
  harness.now = new Date(endedAt + 90 * 24 * HOUR_MS)
  await deleteOldProblems(harness.server.context)
  expect(await left()).toEqual(last.photos)
  harness.now = new Date(+harness.now + 1)
  await deleteOldProblems(harness.server.context)
  expect(await left()).toEqual([])
  expect(await seen(harness.client, problem.photos[0].url)).toBe(404)
  harness.now = new Date('2028-12-01T17:00:00Z')
  expect(await contacts()).toHaveLength(1)
  harness.now = new Date('2028-12-01T17:00:01Z')
  expect(await contacts()).toEqual([])
  for (const [ms, was] of [
    [0, '200'],
    [1, '404 not_found'],
  ] as const) {
    harness.now = new Date(Date.UTC(2028, 11, 15, 17) + ms)
    await deleteOldProblems(harness.server.context)
    expect([endedAt, (await read(harness.client, id)).was]).toEqual([
      Date.UTC(2026, 11, 15, 17),
      was,
    ])
  }
})

test('photos of both sides go with an account', async () => {
  const id = await reportedTask()
  await add(harness.pro, id)
  const { url } = (await add(harness.client, id)).body.problem.photos[1]
  await harness.server.db
    .transaction()
    .execute(async (tx) => eraseProblems(tx, harness.pro.id, harness.now))
  expect((await read(harness.client, id)).problem.photos).toEqual([])
  expect(await seen(harness.client, url)).toBe(404)
})
