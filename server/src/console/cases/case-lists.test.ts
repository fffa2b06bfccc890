// rule: case-screen
import { beforeEach, expect, test } from 'vitest'
import { as, visitor } from '#server/test/call.ts'
import { openAppeal } from '#server/test/builders/cases.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { HOUR_MS, problemsHarness } from '#server/test/harness/problems-harness.ts'

const { harness } = problemsHarness()
const DAY_MS = 24 * HOUR_MS
const TEXT = 'We spoke with both of them.'

let olga: TestOperator
let ed: TestOperator
/** Sessions of operators end after hours, so a test that moves the clock signs in again. */
const signIn = async () => {
  olga = await buildOperator(harness.server)
  ed = await buildOperator(harness.server)
}
beforeEach(() => signIn())

const open = () => openAppeal(harness.server, { personId: harness.client.id, at: harness.now })
const press = (by: TestOperator, id: string, move: string, body: object) =>
  by.calls.post(`/api/operator/cases/${id}/${move}`, body)

// rule: case-queues, case-screen
test('queues are counted, and a list has the case first that is due first, and resolved ones last', async () => {
  await harness.server.db.deleteFrom('cases').execute()
  const late = await open()
  harness.now = new Date(+harness.now + 7 * DAY_MS)
  await signIn()
  const [older, newer] = [await open(), await open()]
  await press(ed, older.id, 'claim', {})
  const { queues } = (await olga.calls.get('/api/operator/queues')).body
  expect(queues).toHaveLength(8)
  expect(queues.at(-1)).toMatchObject({ queue: 'appeals', open: 2, claimed: 1, overdue: 1 })
  expect(queues[0]).toMatchObject({ open: 0, oldest_at: null })
  const listed = async (by: TestOperator, query: string) =>
    (await by.calls.get(`/api/operator/cases?${query}`)).body.cases.map(
      ({ id }: { id: string }) => id,
    )
  expect(await listed(olga, 'queue=appeals')).toEqual([late.id, older.id, newer.id])
  expect(await listed(olga, `queue=appeals&before=${late.id}`)).toEqual([older.id, newer.id])
  expect(await listed(olga, 'state=open')).toEqual([late.id, newer.id])
  expect(await listed(olga, 'state=mine')).toEqual([])
  expect(await listed(ed, 'state=mine')).toEqual([older.id])
  expect(await listed(olga, `person_id=${ed.id}`)).toEqual([])
  expect(await listed(olga, 'queue=jobs')).toEqual([])
  for (const { id } of [older, newer]) {
    await press(olga, id, 'claim', { take_over: true })
    await press(olga, id, 'resolve', { outcome: 'acted', text: TEXT })
  }
  expect(await listed(olga, 'state=resolved')).toEqual([newer.id, older.id])
  expect(await listed(olga, 'queue=appeals')).toEqual([late.id, newer.id, older.id])
  expect(await listed(olga, `queue=appeals&before=${newer.id}`)).toEqual([older.id])
})

// rule: case-screen
test('a row of the list begins with what the person wrote last, on one line', async () => {
  const contact = {
    topic: 'other',
    name: 'Noor',
    email: 'noor@example.com',
    text: ` ${'My key\n\nis '.repeat(20)}gone.`,
  }
  const { number } = (await visitor(harness.server).post('/api/contact', contact)).body
  const excerptOf = async (query: string) => {
    const { cases } = (await olga.calls.get(`/api/operator/cases?${query}`)).body
    return cases.find((one: { number: string }) => one.number === number)?.excerpt
  }
  expect(await excerptOf('queue=support')).toBe('My key is '.repeat(14))
  const asClient = await as(harness.server, harness.client)
  await asClient.post('/api/chat/report', {
    other_user_id: harness.pro.id,
    reason: 'Asks for cash',
  })
  const { cases } = (await olga.calls.get('/api/operator/cases?queue=reports')).body
  expect(cases.at(-1)).toMatchObject({ excerpt: 'Asks for cash' })
  const appeal = await open()
  const listed = (await olga.calls.get('/api/operator/cases?queue=appeals')).body.cases
  expect(listed.find(({ id }: { id: string }) => id === appeal.id).excerpt).toBe(null)
})
