// rule: decisions, appeals, suspension, lead-returns, actions
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { auditEntries } from '#server/test/audit.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { poison } from '#server/test/poison.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { restore, suspend } from '#server/account/suspend/suspend-account.ts'
import { answerAppeal } from './appeals.ts'
import { recordAction } from './record-action.ts'

const DAY_MS = 86_400_000
const TEXT = 'We saw three reports about you.'
const APPEAL = 'Please look at it again, it was not me.'

let server: TestServer
let now = NOW
let client: { id: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
})

const why = (code: string, doneBy = 'olga') => ({ reason: TEXT, doneBy, said: { code } })
const suspended = (code = 'harassment', until?: Date) =>
  server.db
    .transaction()
    .execute((tx) => suspend(tx, server.context, client.id, why(code), { visits: 'keep', until }))
const restored = (doneBy: string) =>
  server.db
    .transaction()
    .execute((tx) => restore(tx, server.context, client.id, why('appeal', doneBy)))
async function listed() {
  const { body } = await (await as(server, client)).get(`/api/users/${client.id}/decisions`)
  return body.decisions as { id: string; may_appeal: boolean; appeal: object | null }[]
}
async function appeal(id: string, text = APPEAL) {
  return (await as(server, client)).post(`/api/users/${client.id}/decisions/${id}/appeal`, { text })
}

test('a suspended person reads reason and text, and appeals once; another operator takes it back', async () => {
  await suspended()
  const [decision] = await listed()
  expect(decision).toMatchObject({
    action: 'suspend',
    reason: 'harassment',
    reason_text: 'Harassment',
    text: TEXT,
    may_appeal: true,
    appeal: null,
  })
  const open = { state: 'open', at: NOW.toISOString(), answer: null }
  expect((await appeal(decision!.id)).body).toEqual({ appeal: open })
  expect((await appeal(decision!.id)).body.code).toBe('already_so')
  expect(await listed()).toMatchObject([{ may_appeal: false, appeal: open }])
  await expect(restored('olga')).rejects.toThrow('other_operator_needed')
  expect(await listed()).toHaveLength(1)
  expect(await restored('pablo')).toHaveProperty('seq')
  expect(await listed()).toMatchObject([
    { action: 'restore', may_appeal: false },
    { action: 'suspend', appeal: { state: 'overturned', answer: TEXT } },
  ])
  await runDueJobs(server.context)
  const notices = await (await as(server, client)).get('/api/notices')
  expect(notices.body.notices).toMatchObject([
    { topic: 'account', title: 'The decision was reversed', href: '/decisions' },
  ])
})

test('an appeal that is upheld is answered by another operator, with a letter', async () => {
  await suspended()
  const id = (await listed())[0]!.id
  await appeal(id)
  const answer = (by: string) =>
    server.db
      .transaction()
      .execute((tx) =>
        answerAppeal(tx, { decisionId: id, state: 'upheld', text: 'It stands.', by, at: now }),
      )
  await expect(answer('olga')).rejects.toThrow('other_operator_needed')
  await answer('pablo')
  await answer('rita')
  expect(await listed()).toMatchObject([{ appeal: { state: 'upheld', answer: 'It stands.' } }])
  await runDueJobs(server.context)
  const letter = (await server.letters()).findLast((text) =>
    text.includes('The decision was upheld'),
  )
  expect(letter).toContain('It stands.')
  expect(letter).not.toContain('List-Unsubscribe')
})

test('who may not appeal, and what cannot be appealed, writes nothing', async () => {
  await suspended()
  const id = (await listed())[0]!.id
  const path = `/api/users/${client.id}/decisions/${id}/appeal`
  const other = await as(server, await buildProfessional(server))
  const own = (person: { id: string }, decision: string) =>
    `/api/users/${person.id}/decisions/${decision}/appeal`
  expect((await visitor(server).post(path, { text: APPEAL })).status).toBe(401)
  expect((await other.post(path, { text: APPEAL })).body.code).toBe('not_yours')
  const stranger = await buildClient(server)
  const caller = await as(server, stranger)
  expect((await caller.post(own(stranger, id), { text: APPEAL })).status).toBe(404)
  expect((await appeal('nonsense')).status).toBe(404)
  expect((await appeal(id, 'Too short.')).body.code).toBe('text_too_short')
  now = new Date(+NOW + 30 * DAY_MS)
  expect(await listed()).toMatchObject([{ may_appeal: true }])
  now = new Date(+now + 1)
  expect((await appeal(id)).body.code).toBe('too_late')
  expect(await listed()).toMatchObject([{ may_appeal: false, appeal: null }])
  now = NOW
  await restored('pablo')
  expect((await appeal((await listed())[0]!.id)).status).toBe(404)
  const saved = server.db.selectFrom('appeals').select('state').where('decision_id', '=', id)
  expect(await saved.execute()).toEqual([])
})

test('what is told afterwards is not in the list before, and is told once', async () => {
  const shownAt = new Date(+NOW + DAY_MS)
  const action = { action: 'person_viewed_as', subjectId: client.id, at: NOW, shownAt } as const
  await server.db
    .transaction()
    .execute((tx) =>
      recordAction(tx, { ...action, people: [client.id] }, why('investigation'), { as: 'text' }),
    )
  const told = async () => {
    await JOBS['tell-opened'](server.context, {})
    await runDueJobs(server.context)
    const { body } = await (await as(server, client)).get('/api/notices')
    return body.notices.map(({ title }: { title: string }) => title)
  }
  expect(await listed()).toEqual([])
  expect(await told()).toEqual([])
  now = shownAt
  expect(await listed()).toMatchObject([{ action: 'person_viewed_as', text: TEXT }])
  expect(await told()).toEqual(['Our team looked at your account'])
  expect(await told()).toHaveLength(1)
})

test('a suspension with an end is restored by the clock', async () => {
  await suspended('repeated', new Date(+NOW + DAY_MS))
  expect(await listed()).toMatchObject([{ until: new Date(+NOW + DAY_MS).toISOString() }])
  now = new Date(+NOW + DAY_MS - 1)
  await JOBS['end-suspensions'](server.context, {})
  expect(await listed()).toHaveLength(1)
  now = new Date(+NOW + DAY_MS)
  await JOBS['end-suspensions'](server.context, {})
  await JOBS['end-suspensions'](server.context, {})
  expect((await auditEntries(server, client)).at(-1)).toMatchObject({
    action: 'restore',
    operator: 'clock',
    reason: 'time_served',
  })
  expect(await listed()).toHaveLength(2)
})

// rule: scheduled-jobs
test('a suspension that cannot be ended delays no other', async () => {
  await suspended('repeated', new Date(+NOW + DAY_MS))
  const poisoned = client.id
  client = await buildClient(server)
  await suspended('repeated', new Date(+NOW + 2 * DAY_MS))
  now = new Date(+NOW + 2 * DAY_MS)
  const cure = await poison(
    server.db,
    'update',
    'suspensions',
    sql`new.user_id = ${sql.lit(poisoned)}`,
  )
  await JOBS['end-suspensions'](server.context, {}).catch(() => {})
  await cure()
  const ended = async (id: string) => (await auditEntries(server, { id })).at(-1)?.action
  expect([await ended(poisoned), await ended(client.id)]).toEqual(['suspend', 'restore'])
  await JOBS['end-suspensions'](server.context, {})
  expect(await ended(poisoned)).toBe('restore')
})

test('the credits spent on a false client return once, and their professionals are notified', async () => {
  const [first, second] = [
    await buildProfessional(server, { credits: 1 }),
    await buildProfessional(server, { credits: 1 }),
  ]
  const earlier = await buildProfessional(server, { credits: 1 })
  const contact = async ({ id }: { id: string }) =>
    (await as(server, client)).post('/api/chat/initiate-contact', {
      client_id: client.id,
      professional_id: id,
    })
  now = new Date(+NOW - 30 * DAY_MS)
  await contact(earlier)
  now = new Date(+now + 1)
  await contact(first)
  now = NOW
  await contact(second)
  const returns = () =>
    server.db
      .selectFrom('lead_ledger')
      .select('professional_id')
      .where('client_id', '=', client.id)
      .where('reason', '=', 'client_suspended')
      .execute()
  await suspended('harassment')
  expect(await returns()).toEqual([])
  await restored('pablo')
  await suspended('fraud')
  expect(await returns()).toHaveLength(2)
  await restored('pablo')
  await suspended('fake_account')
  expect(await returns()).toHaveLength(2)
})
